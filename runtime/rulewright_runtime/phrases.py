"""The runtime's own words in other languages; what a game says is translated by the labels of its rules."""

from __future__ import annotations

from typing import Final

HELP: Final = """\
  NUMBER or words   make that move
  ?                 what is not offered, and why
  ? WORDS           why a certain move is not offered
  show              the whole position, the moves again
  show NAME         one board, player, zone or figure; show map, show me, show moves
  info NAME         the words and figures of a card or a tile, the sentence of a rule
  log               what has happened, with what every move gave and cost
  undo              take the last move back
  save FILE, load FILE
  help, quit"""

# language -> English text -> that text; {holes} stand for values
PHRASES: Final[dict[str, dict[str, str]]] = {
    "pl": {
        "yes": "tak",
        "no": "nie",
        "none": "nic",
        "done": "koniec",
        "nobody": "nikt",
        "nothing": "nic",
        "{n} and more": "{n} i więcej",
        "and {n} more": "i jeszcze {n}",
        "hidden": "zakryte",
        "{n} hidden": "zakryte: {n}",
        "player {n}": "gracz {n}",
        "{who} for {whom}": "{who} za: {whom}",
        "{piece} at {place}": "{piece} ({place})",
        "legend": "legenda",
        "north": "północ",
        "east": "wschód",
        "south": "południe",
        "west": "zachód",
        "northeast": "północny wschód",
        "southeast": "południowy wschód",
        "southwest": "południowy zachód",
        "northwest": "północny zachód",
        "clockwise": "zgodnie z ruchem wskazówek zegara",
        "counterclockwise": "przeciwnie do ruchu wskazówek zegara",
        "forward": "naprzód",
        "back": "wstecz",
        "{game}, seed {seed}: {players}": "{game}, ziarno {seed}: {players}",
        "The seed was {seed}.": "Ziarno: {seed}.",
        "{game} is over.": "{game}: koniec gry.",
        "Nobody wins.": "Nikt nie wygrywa.",
        "Winner: {name}.": "Wygrywa: {name}.",
        "Winners: {names}.": "Wygrywają: {names}.",
        "Goodbye.": "Do widzenia.",
        "There is nothing to undo.": "Nie ma czego cofnąć.",
        "There are {n} moves; `help` lists what you can type.": "Ruchów jest {n}; `help` mówi, co można wpisać.",
        "{reason}; `?` says why something is not offered, `help` lists the commands.": (
            "{reason}; `?` mówi, czego nie można i dlaczego, `help` podaje polecenia."
        ),
        "Everything that can be asked about here is offered.": "Wszystko, o co można tu zapytać, jest możliwe.",
        "this is offered": "to jest możliwe",
        "this is not offered now": "teraz nie jest to możliwe",
        "the game is over": "gra jest skończona",
        "nothing could be chosen after it": "nie byłoby potem czego wybrać",
        "nothing can be chosen ({what})": "nie ma czego wybrać ({what})",
        "not enough {what}": "za mało: {what}",
        "it does not apply to you now": "teraz cię to nie dotyczy",
        "it can be used once per {period}": "można tego użyć raz na: {period}",
        "it is not among: {rules}": "nie należy do: {rules}",
        "this does not hold: {rules}": "niespełniony warunek: {rules}",
        "this stands against it: {rules}": "przeciw temu jest: {rules}",
        "{pick} is not one of the options": "nie ma takiej możliwości: {pick}",
        "it is not your turn: {who} must decide": "to nie twoja kolej, decyduje {who}",
        "{name}, press Enter when only you can see the screen. ": (
            "{name}, naciśnij Enter, gdy tylko ty widzisz ekran. "
        ),
        "columns {first} to {last} of {all}": "kolumny od {first} do {last} z {all}",
        "{n} places are not as they were: `show {board}`": "zmienionych miejsc: {n}, `show {board}`",
        "There is no {name} to show, but: {names}": "Nie ma tu: {name}; można pokazać: {names}",
        "Nothing is called {name}.": "Nic nie nazywa się {name}.",
        "info needs the name of a card, a tile or a rule": "po info podaj nazwę karty, kafelka lub reguły",
        "saved to {file}": "zapisano: {file}",
        "loaded {file}": "wczytano: {file}",
        "{word} needs the name of a file": "po {word} podaj nazwę pliku",
        HELP: """\
  NUMER albo słowa  wykonaj ten ruch
  ?                 czego nie można wybrać i dlaczego
  ? SŁOWA           dlaczego nie można wykonać tego ruchu
  show              cała pozycja i ruchy jeszcze raz
  show NAZWA        jedna plansza, gracz, strefa lub liczba; show map, show me, show moves
  info NAZWA        słowa i liczby karty lub kafelka, treść reguły
  log               co się wydarzyło, z zyskiem i kosztem każdego ruchu
  undo              cofnij ostatni ruch
  save PLIK, load PLIK
  help, quit""",
    },
    "ru": {
        "yes": "да",
        "no": "нет",
        "none": "ничего",
        "done": "готово",
        "nobody": "никто",
        "nothing": "ничего",
        "{n} and more": "{n} и больше",
        "and {n} more": "и ещё {n}",
        "hidden": "скрыто",
        "{n} hidden": "скрыто: {n}",
        "player {n}": "игрок {n}",
        "{who} for {whom}": "{who} за: {whom}",
        "{piece} at {place}": "{piece} ({place})",
        "legend": "обозначения",
        "north": "север",
        "east": "восток",
        "south": "юг",
        "west": "запад",
        "northeast": "северо-восток",
        "southeast": "юго-восток",
        "southwest": "юго-запад",
        "northwest": "северо-запад",
        "clockwise": "по часовой стрелке",
        "counterclockwise": "против часовой стрелки",
        "forward": "вперёд",
        "back": "назад",
        "{game}, seed {seed}: {players}": "{game}, случайное число {seed}: {players}",
        "The seed was {seed}.": "Случайное число: {seed}.",
        "{game} is over.": "{game}: партия окончена.",
        "Nobody wins.": "Победителя нет.",
        "Winner: {name}.": "Победитель: {name}.",
        "Winners: {names}.": "Победители: {names}.",
        "Goodbye.": "До свидания.",
        "There is nothing to undo.": "Отменять нечего.",
        "There are {n} moves; `help` lists what you can type.": "Ходов: {n}; `help` подскажет, что можно ввести.",
        "{reason}; `?` says why something is not offered, `help` lists the commands.": (
            "{reason}; `?` объяснит, чего нельзя и почему, `help` покажет команды."
        ),
        "Everything that can be asked about here is offered.": "Всё, о чём здесь можно спросить, возможно.",
        "this is offered": "это возможно",
        "this is not offered now": "сейчас это невозможно",
        "the game is over": "партия окончена",
        "nothing could be chosen after it": "после этого нечего было бы выбрать",
        "nothing can be chosen ({what})": "выбрать нечего ({what})",
        "not enough {what}": "не хватает: {what}",
        "it does not apply to you now": "сейчас это к вам не относится",
        "it can be used once per {period}": "это можно использовать один раз за: {period}",
        "it is not among: {rules}": "этого нет среди: {rules}",
        "this does not hold: {rules}": "не выполнено условие: {rules}",
        "this stands against it: {rules}": "этому мешает: {rules}",
        "{pick} is not one of the options": "такого варианта нет: {pick}",
        "it is not your turn: {who} must decide": "сейчас не ваш ход, решает {who}",
        "{name}, press Enter when only you can see the screen. ": (
            "{name}, нажмите Enter, когда экран видите только вы. "
        ),
        "columns {first} to {last} of {all}": "столбцы с {first} по {last} из {all}",
        "{n} places are not as they were: `show {board}`": "изменилось мест: {n}, `show {board}`",
        "There is no {name} to show, but: {names}": "Здесь нет: {name}; можно показать: {names}",
        "Nothing is called {name}.": "Ничто не называется {name}.",
        "info needs the name of a card, a tile or a rule": "после info нужно имя карты, жетона или правила",
        "saved to {file}": "сохранено: {file}",
        "loaded {file}": "загружено: {file}",
        "{word} needs the name of a file": "после {word} нужно имя файла",
        HELP: """\
  НОМЕР или слова   сделать этот ход
  ?                 чего нельзя выбрать и почему
  ? СЛОВА           почему нельзя сделать этот ход
  show              вся позиция и ходы ещё раз
  show ИМЯ          одно поле, игрок, зона или число; show map, show me, show moves
  info ИМЯ          слова и числа карты или жетона, текст правила
  log               что произошло, с доходом и ценой каждого хода
  undo              отменить последний ход
  save ФАЙЛ, load ФАЙЛ
  help, quit""",
    },
}
