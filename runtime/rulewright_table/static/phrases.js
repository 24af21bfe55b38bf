// The client's own words in the languages that it speaks; what is missing stays English.

const WORDS = {
  pl: {
    "your turn": "twój ruch", "undo": "cofnij", "plan": "zaplanuj", "keep the plan": "zachowaj plan", "drop the plan": "porzuć plan", "replay": "powtórka",
    "log": "dziennik", "ledger": "księga", "rules": "zasady", "why not?": "dlaczego nie?", "menu": "menu", "free actions": "akcje darmowe",
    "places on the board are marked": "miejsc na planszy jest zaznaczonych", "waits for": "czeka na", "is over": "– koniec gry", "winner": "zwycięzca", "you": "ty",
    "table": "stół", "to decide": "decyduje", "this cannot be taken back": "tego nie można cofnąć", "connection lost; trying again": "brak połączenia; próbuję ponownie",
    "pass the device to": "podaj urządzenie:", "I am here": "jestem", "all options": "wszystkie możliwości", "language": "język", "close": "zamknij",
    "watching": "oglądasz", "hidden": "zakryte", "back to now": "wróć do teraz", "planning: nothing counts yet": "planowanie: nic się jeszcze nie liczy", "read it in the book": "przeczytaj w księdze zasad",
  },
  ru: {
    "your turn": "ваш ход", "undo": "отменить", "plan": "план", "keep the plan": "принять план", "drop the plan": "бросить план", "replay": "повтор",
    "log": "журнал", "ledger": "счета", "rules": "правила", "why not?": "почему нельзя?", "menu": "меню", "free actions": "свободные действия",
    "places on the board are marked": "мест отмечено на поле", "waits for": "ждём:", "is over": "– партия окончена", "winner": "победитель", "you": "вы",
    "table": "стол", "to decide": "решает", "this cannot be taken back": "это нельзя отменить", "connection lost; trying again": "нет связи; пробуем снова",
    "pass the device to": "передайте устройство:", "I am here": "я здесь", "all options": "все варианты", "language": "язык", "close": "закрыть",
    "watching": "вы смотрите", "hidden": "закрыто", "back to now": "вернуться", "planning: nothing counts yet": "план: пока ничего не считается", "read it in the book": "прочитать в книге правил",
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
