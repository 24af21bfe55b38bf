/* Asking: asking.py and trials.py of the Python runtime in C. */
#ifndef RULEWRIGHT_ASKING_H
#define RULEWRIGHT_ASKING_H

#include "machine.h"

enum { TRIAL_LIMIT = 20000, REMEMBERED_FROM = 50 };

typedef struct Pending {
    Position *position;
    int64_t answer;
    int last; /* no other answer needs the position */
} Pending;

/* The nearest menu of free actions of a player; less than 0: none, or inside a free action. */
static inline int64_t rw_menu_of(Value then, Value you) {
    for (; then != NIL; then = rw_up(then)) {
        const Value *words = rw_words(then);
        if (rw_label(then) == L_WITH && words[3] == you) return rw_number(words[4]);
        if (rw_label(then) == L_REASK && words[4] == you) return -1;
    }
    return -1;
}

/* ---------------------------------------------------------------- trials */

static inline void rw_take_answer(Position *g, Value answer) {
    const Choice *asked = &rw_machine.choices[g->choice];
    if (answer == N(UNDECIDED_NUMBER)) {
        Value then = g->f[F_THEN];
        g->f[F_THEN] = NIL;
        rw_run(g, asked->otherwise(g, then, 0));
        return;
    }
    if (answer >= N(FREE) || (asked->menu && answer != NONE)) {
        Value action = rw_remainder(g->c, answer, N(FREE));
        rw_set_field(g, F_TRIED, rw_chained(g->c, g->f[F_TRIED], rw_sequence(g->c, 1, &action)));
    }
    rw_answered(g, answer);
}

static inline void rw_to_try(Context *c, Position *position, int64_t answer, int last) {
    if (c->waiting == c->pending_size) {
        size_t size = c->pending_size ? 2 * c->pending_size : 256;
        Pending *more = realloc(c->pending, size * sizeof(Pending));
        if (more == NULL) rw_leave(c, NO_MEMORY, "there is not enough memory");
        c->pending = more;
        c->pending_size = size;
    }
    c->pending[c->waiting++] = (Pending){position, answer, last};
}

static inline Position *rw_trial_of(Position *g, Value you, int64_t choice, Value then) {
    Position *copy = rw_copied(g->c, g);
    copy->trial = copy->you = copy->player = rw_number(you);
    copy->choice = choice;
    rw_set_field(copy, F_THEN, then);
    copy->f[F_WAITING] = rw_no_things();
    return copy;
}

/* Two numbers that tell one position of a trial from all others. */
typedef struct {
    uint64_t a, b;
} Print;

static inline Print rw_print(const Position *g) {
    Print print = {1, 2};
    const int64_t plain[6] = {g->over, g->player, g->you, g->choice, (int64_t)g->chance.block, g->chance.draw};
    for (int i = 0; i < 6; i++) {
        print.a = rw_mixed(print.a, (uint64_t)plain[i]);
        print.b = rw_mixed(print.b, ~(uint64_t)plain[i]);
    }
    for (size_t i = 0; i < g->options_count; i++) {
        print.a = rw_mixed(print.a, (uint64_t)g->options[i]);
        print.b = rw_mixed(print.b, ~(uint64_t)g->options[i]);
    }
    for (int i = 0; i < RW_OWN_FIELDS; i++) {
        if (i == F_STILL || i == F_WAITING) continue;
        print.a = rw_hash(g->f[i], print.a);
        print.b = rw_hash(g->f[i], print.b);
    }
    return print;
}

/* Whether some answers carry the enclosing unit through after this option. */
static inline int rw_can_finish(Position *g, Value you, int64_t choice, Value option, Value then) {
    Context *c = g->c;
    const size_t base = c->waiting, taken = c->taken;
    size_t known = 0, known_size = 0;
    Print *been = NULL;
    int64_t tried = 0, steps = 0;
    int found = 0, outcome = RAN;
    rw_to_try(c, rw_trial_of(g, you, choice, then), rw_number(option), 1);
    while (c->waiting > base) {
        Pending next = c->pending[--c->waiting];
        if (++tried > TRIAL_LIMIT) {
            outcome = TOO_MANY_WAYS;
            break;
        }
        Position *p = next.last ? next.position : rw_copied(c, next.position);
        outcome = rw_guarded(p, rw_take_answer, N(next.answer));
        if (outcome == BLOCKED) {
            rw_give_back(c, c->taken - 1);
            continue;
        }
        if ((steps += p->idle_rounds) > STEP_LIMIT) outcome = TOO_MANY_WAYS;
        if (outcome == TOO_MANY_WAYS || outcome == NO_MEMORY) break;
        found = outcome != RAN || p->f[F_THEN] == NIL; /* a failure is told to whoever comes to it */
        if (found) break;
        if (tried > REMEMBERED_FROM) {
            Print here = rw_print(p);
            size_t i = 0;
            while (i < known && (been[i].a != here.a || been[i].b != here.b)) i++;
            if (i < known) {
                rw_give_back(c, c->taken - 1);
                continue;
            }
            if (known == known_size) {
                known_size = known_size ? 2 * known_size : 256;
                Print *more = realloc(been, known_size * sizeof(Print));
                if (more == NULL) {
                    outcome = NO_MEMORY;
                    break;
                }
                been = more;
            }
            been[known++] = here;
        }
        int nothing = rw_machine.choices[p->choice].otherwise != NULL;
        if (nothing) rw_to_try(c, p, UNDECIDED_NUMBER, 1);
        for (size_t i = p->options_count; i-- > 0;)
            rw_to_try(c, p, p->options[i], !nothing && i == p->options_count - 1);
    }
    free(been);
    c->waiting = base;
    rw_give_back(c, taken);
    if (outcome == TOO_MANY_WAYS || outcome == NO_MEMORY) rw_leave(c, outcome, "too many ways to try");
    return found;
}

/* ---------------------------------------------------------------- asking */

_Noreturn static inline void rw_blocked(Position *g) {
    rw_leave(g->c, BLOCKED, "");
}

static inline void rw_pend(Position *g, Value you, int64_t player, int64_t choice, Value options, Value then) {
    g->player = player;
    g->you = rw_number(you);
    g->choice = choice;
    rw_offer(g, options);
    rw_set_field(g, F_THEN, then);
}

static inline Value rw_ask_in_trial(Position *g, Value you, int64_t choice, Value options, Value then) {
    const Choice *asked = &rw_machine.choices[choice];
    if (rw_number(you) != g->trial) rw_leave(g->c, FINISHED, "");
    if (asked->menu && rw_some(g->f[F_TRIED])) {
        size_t size, kept = 0;
        const Value *items = rw_items(g->c, options, &size);
        Value *made = rw_made(g->c, size, SEQUENCE);
        for (size_t i = 0; i < size; i++)
            if (!rw_contains(g->c, g->f[F_TRIED], items[i])) made[++kept] = items[i];
        made[0] = rw_header(kept, SEQUENCE);
        options = rw_object(made);
    }
    if (!rw_some(options)) rw_blocked(g);
    if (!(rw_standing(then) & RISKY) && (asked->opened == NULL || !rw_some(asked->opened(g, then))))
        rw_leave(g->c, FINISHED, "");
    rw_pend(g, you, rw_number(you), choice, options, then);
    return NIL;
}

static inline Value rw_finishing(Position *g, Value you, int64_t choice, Value options, Value then) {
    Context *c = g->c;
    size_t size, kept = 0;
    const Value *items = rw_items(c, options, &size);
    Value *made = rw_made(c, size, SEQUENCE);
    for (size_t i = 0; i < size; i++)
        if (rw_can_finish(g, you, choice, items[i], then)) made[++kept] = items[i];
    made[0] = rw_header(kept, SEQUENCE);
    return rw_object(made);
}

static inline Value rw_checked(Position *g, Value you, int64_t choice, Value options, Value then) {
    const Choice *asked = &rw_machine.choices[choice];
    Context *c = g->c;
    size_t size, kept = 0;
    const Value *items = rw_items(c, options, &size);
    Value *made = rw_made(c, size, SEQUENCE);
    for (size_t i = 0; i < size; i++)
        if (rw_listed(asked->sure, rw_number(items[i])) ||
            (asked->sure_if != NULL && rw_some(asked->sure_if(g, then, items[i]))) ||
            rw_can_finish(g, you, choice, items[i], then))
            made[++kept] = items[i];
    made[0] = rw_header(kept, SEQUENCE);
    return rw_object(made);
}

static inline Value rw_free_options(Position *g, Value you, int64_t choice, Value then);
static inline Value rw_ask(Position *g, Value you, int64_t choice, Value options, Value then);

static inline int rw_is_asked_alone(Position *g, Value you, int64_t choice, Value options, Value then) {
    const Choice *asked = &rw_machine.choices[choice];
    if (!rw_some(options)) rw_failed(g->c, "nothing can be chosen");
    Value option = rw_at(g->c, options, 0);
    if (option >= N(FREE) || g->asks_all) return 1;
    if (g->players == 1) return 0;
    if (asked->always && option != NONE) return 1;
    return g->veiled && asked->veil != NULL && rw_some(asked->veil(g, then, you));
}

static inline Value rw_ask(Position *g, Value you, int64_t choice, Value options, Value then) {
    if (g->trial >= 0) return rw_ask_in_trial(g, you, choice, options, then);
    if (rw_number(you) >= g->players && rw_machine.decide != NULL) {
        Value answer = rw_machine.decide(g, N(choice), you, options, then);
        if (answer != N(UNDECIDED_NUMBER)) return rw_without_asking(g, answer, then);
    }
    if (rw_machine.any_free) {
        Value more = rw_free_options(g, you, choice, then);
        if (rw_some(more)) options = rw_chained(g->c, options, more);
    }
    if (rw_size(g->c, options) < 2 && !rw_is_asked_alone(g, you, choice, options, then))
        return rw_without_asking(g, rw_at(g->c, options, 0), then);
    int64_t player = rw_number(you);
    if (player >= g->players) {
        if (rw_machine.controller != NULL) player = rw_number(rw_machine.controller(g, you));
        if (player >= g->players) rw_failed(g->c, "nobody answers for a participant");
    }
    if (player < 0) rw_failed(g->c, "nobody is there to answer");
    rw_pend(g, you, player, choice, options, then);
    return NIL;
}

static inline Value rw_ask_checked(Position *g, Value you, int64_t choice, Value options, Value then) {
    if (g->trial < 0)
        options = (rw_standing(then) & INSIDE) ? rw_finishing(g, you, choice, options, then)
                                              : rw_checked(g, you, choice, options, then);
    return rw_ask(g, you, choice, options, then);
}

static inline Value rw_ask_outside(Position *g, Value you, int64_t choice, Value options, Value then) {
    if (g->trial < 0) options = rw_checked(g, you, choice, options, then);
    return rw_ask(g, you, choice, options, then);
}

static inline Value rw_leading_on(Position *g, Value you, int64_t choice, Value options, Value then) {
    const Choice *asked = &rw_machine.choices[choice];
    Value up = rw_up(then);
    for (int64_t i = 1; asked->beyond != NULL && i <= asked->beyond[0]; i++) {
        if (up == NIL || rw_label(up) != asked->beyond[i]) return rw_finishing(g, you, choice, options, then);
        up = rw_up(up);
    }
    if (asked->sure_if == NULL || (rw_standing(up) & RISKY)) return rw_finishing(g, you, choice, options, then);
    size_t size, kept = 0;
    const Value *items = rw_items(g->c, options, &size);
    Value *made = rw_made(g->c, size, SEQUENCE);
    for (size_t i = 0; i < size; i++)
        if (rw_some(asked->sure_if(g, then, items[i])) ||
            (!asked->decides && rw_can_finish(g, you, choice, items[i], then)))
            made[++kept] = items[i];
    made[0] = rw_header(kept, SEQUENCE);
    return rw_object(made);
}

static inline Value rw_ask_in_unit(Position *g, Value you, int64_t choice, Value options, Value then) {
    if (g->trial < 0 && (rw_standing(then) & RISKY)) options = rw_leading_on(g, you, choice, options, then);
    return rw_ask(g, you, choice, options, then);
}

static inline Value rw_offerable(Position *g, Value you, Value choice, Value options, Value then) {
    return g->trial >= 0 ? options : rw_finishing(g, you, rw_number(choice), options, then);
}

static inline Value rw_offerable_in_unit(Position *g, Value you, Value choice, Value options, Value then) {
    if (g->trial >= 0 || !rw_some(options) || !(rw_standing(then) & RISKY)) return options;
    return rw_finishing(g, you, rw_number(choice), options, then);
}

/* ---------------------------------------------------------------- free actions */

static inline Value rw_reask_in_trial(Position *g, Value you, int64_t choice, Value options, Value then) {
    const Choice *asked = &rw_machine.choices[choice];
    if (rw_number(you) != g->trial) rw_leave(g->c, FINISHED, "");
    if ((rw_standing(then) & INSIDE)) {
        if (!rw_some(options) && asked->otherwise != NULL) return asked->otherwise(g, then, 0);
        return rw_ask_in_trial(g, you, choice, options, then);
    }
    if (rw_machine.risky[rw_label(then)]) options = rw_checked(g, you, choice, options, then);
    if (rw_some(options) || asked->otherwise != NULL) rw_leave(g->c, FINISHED, "");
    rw_blocked(g);
}

static inline Value rw_reask(Position *g, Value f, Value pick) {
    (void)pick;
    Value then = rw_up(f), you = rw_words(f)[4];
    int64_t choice = rw_number(rw_words(f)[5]);
    const Choice *asked = &rw_machine.choices[choice];
    Value options = asked->options(g, then);
    if (g->trial >= 0) return rw_reask_in_trial(g, you, choice, options, then);
    if (asked->otherwise != NULL) {
        options = rw_finishing(g, you, choice, options, then);
        if (!rw_some(options)) return asked->otherwise(g, then, 0);
    }
    if (rw_machine.risky[rw_label(then)]) /* the free action may have used up what an option needs */
        return rw_ask_checked(g, you, choice, options, then);
    return rw_ask_in_unit(g, you, choice, options, then);
}

typedef struct {
    Value you, then;
    int64_t action, choice;
    int open;
} Interruption;

static inline void rw_interrupt(Position *g, Value with) {
    Interruption *one = (Interruption *)(intptr_t)with;
    rw_machine.actions[one->action].run(g, one->you, rw_no_things(), NIL);
    one->open = rw_some(rw_machine.choices[one->choice].options(g, one->then));
}

/* Copies of the lists of a known size that an action changes, one after the other. */
static inline Value *rw_lists_before(Position *g, const int64_t *changes) {
    Value *made = rw_room(g->c, RW_LIST_WORDS), *to = made;
    for (int64_t i = 1; i <= changes[0]; i++) {
        if (!rw_is_list((int)changes[i])) continue;
        const Value *from = rw_words(g->f[changes[i]]);
        for (size_t j = 0; j <= rw_header_size(from[0]); j++) *to++ = from[j];
    }
    return made;
}

/* Puts them back; the block may have moved. */
static inline void rw_lists_again(Position *g, const int64_t *changes, const Value *from, const Move *move) {
    for (int64_t i = 1; i <= changes[0]; i++) {
        if (!rw_is_list((int)changes[i])) continue;
        Value *to = rw_words(g->f[changes[i]]);
        size_t words = rw_header_size(from[0]) + 1;
        rw_moved(to, from, words, move);
        from += words;
    }
}

/* Whether the pending decision still has an answer after a free action that asks nothing, which is taken back again. */
static inline int rw_stays_open(Position *g, Value you, int64_t choice, int64_t action, Value then) {
    Value before[RW_FIELDS];
    const Value *const heap = g->heap;
    const size_t used = g->used;
    const int64_t idle_rounds = g->idle_rounds, call_depth = g->call_depth;
    rw_copy_words(before, g->f, RW_FIELDS);
    const int64_t *changes = rw_machine.actions[action].changes;
    Value *const lists = rw_lists_before(g, changes);
    Interruption one = {you, then, action, choice, 0};
    const size_t fixed = g->fixed;
    g->fixed = g->used;
    int outcome = rw_guarded(g, rw_interrupt, (Value)(intptr_t)&one);
    g->fixed = fixed;
    const Move move = rw_way(heap, used, g->heap);
    if (g->heap == heap) {
        g->used = used;
    } else {
        rw_move(before, RW_FIELDS, &move);
    }
    rw_copy_words(g->f, before, RW_FIELDS);
    rw_lists_again(g, changes, lists, &move);
    g->idle_rounds = idle_rounds;
    g->call_depth = call_depth;
    if (outcome != RAN && outcome != BLOCKED && outcome != FAILURE) rw_leave(g->c, outcome, "");
    return outcome == FAILURE || (outcome == RAN && one.open);
}

static inline int rw_can_interrupt(Position *g, Value you, int64_t choice, Value action, Value then, int plain) {
    int64_t number = rw_number(action) - FREE;
    if (plain && rw_machine.actions[number].changes != NULL) return rw_stays_open(g, you, choice, number, then);
    return rw_can_finish(g, you, choice, action, then);
}

static inline Value rw_interrupting(Position *g, Value you, int64_t choice, Value actions, Value then) {
    const Choice *asked = &rw_machine.choices[choice];
    int plain = asked->otherwise == NULL && !rw_machine.risky[rw_label(then)];
    size_t size, kept = 0;
    const Value *items = rw_items(g->c, actions, &size);
    Value *made = rw_made(g->c, size, SEQUENCE);
    for (size_t i = 0; i < size; i++)
        if (rw_listed(asked->harmless, rw_number(items[i]) - FREE) ||
            rw_can_interrupt(g, you, choice, items[i], then, plain))
            made[++kept] = items[i];
    made[0] = rw_header(kept, SEQUENCE);
    return rw_object(made);
}

static inline Value rw_free_options(Position *g, Value you, int64_t choice, Value then) {
    const Choice *asked = &rw_machine.choices[choice];
    if (asked->begun != NULL && rw_some(asked->begun(g, then))) return rw_no_things(); /* a set is one decision */
    int64_t menu = rw_menu_of(then, you);
    if (menu < 0) return rw_no_things(); /* inside a free action its menu is not offered again */
    if (rw_machine.free_menus[menu] == NULL) rw_failed(g->c, "a menu without free actions");
    Value actions = rw_machine.free_menus[menu](g, you);
    if (!rw_some(actions)) return actions;
    if (rw_machine.exact_menus[menu]) {
        Value around = rw_standing(then);
        if (asked->never_empty && !((around & RISKY) && (around & INSIDE))) return actions;
        if (!(around & RISKY)) return rw_interrupting(g, you, choice, actions, then);
    }
    return rw_finishing(g, you, choice, actions, then);
}

#endif
