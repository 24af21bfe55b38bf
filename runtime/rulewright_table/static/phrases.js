// The client's own words in the languages that it speaks; what is missing stays English.

const WORDS = {
  pl: {
    "your turn": "twój ruch", "undo": "cofnij", "plan": "zaplanuj", "keep the plan": "zachowaj plan", "drop the plan": "porzuć plan", "replay": "powtórka",
    "log": "dziennik", "ledger": "księga", "rules": "zasady", "why not?": "dlaczego nie?", "menu": "menu", "free actions": "akcje darmowe",
    "places on the board are marked": "miejsc na planszy jest zaznaczonych", "waits for": "czeka na", "is over": "– koniec gry", "winner": "zwycięzca", "you": "ty",
    "table": "stół", "to decide": "decyduje", "this cannot be taken back": "tego nie można cofnąć", "connection lost; trying again": "brak połączenia; próbuję ponownie",
    "pass the device to": "podaj urządzenie:", "I am here": "jestem", "all options": "wszystkie możliwości", "language": "język", "close": "zamknij",
    "watching": "oglądasz", "hidden": "zakryte", "back to now": "wróć do teraz", "planning: nothing counts yet": "planowanie: nic się jeszcze nie liczy", "read it in the book": "przeczytaj w księdze zasad",
    "actions": "akcje", "used": "użyta", "free": "wolne", "fold": "zwiń",
    "copy": "kopiuj", "link": "link", "a link to this moment": "link do tej chwili", "one back": "krok wstecz",
    "one on": "krok dalej", "run": "odtwarzaj", "bot": "bot", "thinks its turn through": "obmyśla cały swój ruch",
    "takes what looks best": "bierze, co wygląda najlepiej", "tries many games": "próbuje wielu gier", "plays anything": "gra byle co", "hand over to": "przekaż",
    "another person": "inna osoba", "a person": "osoba", "a link to this seat": "link do tego miejsca", "whoever opens it sits here": "kto go otworzy, siada tutaj",
    "seats": "miejsca", "dark": "ciemny", "colours that everybody can tell apart": "kolory, które każdy odróżni", "ask before what cannot be taken back": "pytaj przed tym, czego nie można cofnąć",
    "answer by itself where there is one answer": "odpowiadaj samo, gdy jest jedna odpowiedź", "export the record": "eksportuj zapis", "save to a file": "zapisz do pliku", "Keys: 1–9 options · arrows move between marked places · Enter chooses · u undo · p plan · w why not · r replay · l log · g ledger · m menu · Escape closes": "Klawisze: 1–9 opcje · strzałki przechodzą między zaznaczonymi miejscami · Enter wybiera · u cofnij · p plan · w dlaczego nie · r powtórka · l dziennik · g księga · m menu · Escape zamyka",
    "the rules have changed, and the next move is not possible under them": "zasady się zmieniły i następny ruch nie jest w nich możliwy",
    "go on from move": "graj dalej od ruchu",
    "moves that are dropped": "porzucone ruchy",
    "the rules fail": "zasady zawodzą",
  },
  ru: {
    "your turn": "ваш ход", "undo": "отменить", "plan": "план", "keep the plan": "принять план", "drop the plan": "бросить план", "replay": "повтор",
    "log": "журнал", "ledger": "счета", "rules": "правила", "why not?": "почему нельзя?", "menu": "меню", "free actions": "свободные действия",
    "places on the board are marked": "мест отмечено на поле", "waits for": "ждём:", "is over": "– партия окончена", "winner": "победитель", "you": "вы",
    "table": "стол", "to decide": "решает", "this cannot be taken back": "это нельзя отменить", "connection lost; trying again": "нет связи; пробуем снова",
    "pass the device to": "передайте устройство:", "I am here": "я здесь", "all options": "все варианты", "language": "язык", "close": "закрыть",
    "watching": "вы смотрите", "hidden": "закрыто", "back to now": "вернуться", "planning: nothing counts yet": "план: пока ничего не считается", "read it in the book": "прочитать в книге правил",
    "actions": "действия", "used": "использовано", "free": "свободно", "fold": "свернуть",
    "copy": "копировать", "link": "ссылка", "a link to this moment": "ссылка на этот момент", "one back": "шаг назад",
    "one on": "шаг вперёд", "run": "проиграть", "bot": "бот", "thinks its turn through": "продумывает свой ход",
    "takes what looks best": "берёт лучшее на вид", "tries many games": "пробует много партий", "plays anything": "ходит как попало", "hand over to": "передать",
    "another person": "другой человек", "a person": "человек", "a link to this seat": "ссылка на это место", "whoever opens it sits here": "кто её откроет, садится здесь",
    "seats": "места", "dark": "тёмная тема", "colours that everybody can tell apart": "цвета, которые различит каждый", "ask before what cannot be taken back": "спрашивать перед тем, что нельзя отменить",
    "answer by itself where there is one answer": "отвечать самому, если ответ один", "export the record": "выгрузить запись", "save to a file": "сохранить в файл", "Keys: 1–9 options · arrows move between marked places · Enter chooses · u undo · p plan · w why not · r replay · l log · g ledger · m menu · Escape closes": "Клавиши: 1–9 варианты · стрелки ходят по отмеченным местам · Enter выбирает · u отмена · p план · w почему нельзя · r повтор · l журнал · g счета · m меню · Escape закрывает",
    "the rules have changed, and the next move is not possible under them": "правила изменились, и следующий ход по ним невозможен",
    "go on from move": "играть дальше с хода",
    "moves that are dropped": "отброшено ходов",
    "the rules fail": "правила дают сбой",
  },
};

let table = {};

export function speak(language) {
  table = WORDS[language] || {};
  document.documentElement.lang = language;
}

/** A phrase in the language that is spoken. */
export function say(text) {
  return table[text] || text;
}
