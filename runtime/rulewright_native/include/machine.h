/* The machine: frames are resumed until somebody is asked; steps.py and secret.py of the Python runtime in C. */
#ifndef RULEWRIGHT_MACHINE_H
#define RULEWRIGHT_MACHINE_H

#include "library.h"

#define FREE 1000000000
#define UNDECIDED_NUMBER (NONE_NUMBER - 1)
enum { L_UNIT, L_FINISH, L_JOIN, L_WITH, L_REASK, FIRST_LABEL };

typedef Value (*Resume)(Position *g, Value f, Value pick);

typedef struct {
    Value (*options)(Position *g, Value f);
    Resume otherwise;
    Value (*sure_if)(Position *g, Value f, Value option);
    Value (*veil)(Position *g, Value f, Value you);
    Value (*begun)(Position *g, Value f);
    Value (*opened)(Position *g, Value f);
    const int64_t *sure, *harmless, *beyond; /* each begins with how many there are */
    unsigned char always, menu, never_empty, decides;
} Choice;

typedef struct {
    Value (*run)(Position *g, Value you, Value args, Value up);
    int menu;
    const int64_t *changes; /* of a free action that asks nothing and draws on no chance: all the fields that it changes */
} Action;

typedef struct {
    const Resume *resume;
    const unsigned char *risky;
    int64_t labels;
    const Choice *choices;
    int64_t choices_count;
    const Action *actions;
    int64_t actions_count;
    Value (*const *free_menus)(Position *g, Value you); /* by menu; NULL: it has no free actions */
    const unsigned char *exact_menus;
    unsigned char any_free;
    Value (*controller)(Position *g, Value you);
    Value (*decide)(Position *g, Value choice, Value you, Value options, Value then);
    void (*begin)(Position *g);
    Value (*score)(Position *g, Value you);
    Value (*score_of_table)(Position *g); /* of a game in which all score together */
} Machine;

static const Machine rw_machine;

static inline Value rw_score_of_table(Position *g, Value you) {
    (void)you;
    return rw_machine.score_of_table(g);
}

static inline int rw_listed(const int64_t *list, int64_t number) {
    const int64_t count = list == NULL ? 0 : list[0];
    for (int64_t i = 1; i <= count; i++)
        if (list[i] == number) return 1;
    return 0;
}

/* ---------------------------------------------------------------- frames */

/* What encloses a frame, in the header of each: whether a unit does, whether it can still fail, and after the next one. */
enum { INSIDE = 8, RISKY = 16, RISKY_AFTER = 32, STANDING = INSIDE | RISKY | RISKY_AFTER };

FAST Value rw_standing(Value then) {
    return then == NIL ? 0 : *rw_words(then) & STANDING;
}

FAST Value rw_standing_above(Value up, int64_t label, const Value *locals) {
    if (!rw_machine.risky[label] || label == L_WITH) return up;
    if (label == L_UNIT) return (up & INSIDE) && (up & RISKY_AFTER) ? up : INSIDE | RISKY_AFTER | (up & RISKY);
    int risky = (up & RISKY_AFTER) != 0;
    if (label == L_REASK) /* what it interrupted must still have an answer */
        risky = risky || !rw_machine.choices[rw_number(locals[2])].never_empty;
    return (up & INSIDE) | (risky ? RISKY | RISKY_AFTER : 0);
}

RARE void rw_frame_room(Position *g, Value up, size_t saved, const Value *locals) {
    for (;;) {
        size_t needed = saved + 3 + (up == NIL ? 0 : rw_room_needed(g, up));
        for (size_t i = 0; i < saved; i++) needed += rw_room_needed(g, locals[i]);
        if (g->size - g->used >= needed) return;
        rw_grow(g, needed);
    }
}

/* A frame, if there is room for all that it saves; NIL: there is too little, and what has been used is still to be given back. */
static inline Value rw_frame_in_room(Position *g, Value up, int64_t label, size_t saved, const Value *locals) {
    if (g->size - g->used < saved + 3) return NIL;
    Value *frame = g->heap + g->used;
    g->used += saved + 3;
    frame[0] = rw_header(saved + 2, SEQUENCE) | rw_standing_above(rw_standing(up), label, locals);
    frame[1] = rw_is_kept(g, up) ? up : rw_laid_in_room(g, up);
    if (frame[1] == NIL && up != NIL) return NIL;
    frame[2] = N(label);
    for (size_t i = 0; i < saved; i++) {
        Value one = locals[i];
        if (!rw_is_kept(g, one) && (one = rw_laid_in_room(g, one)) == NIL) return NIL;
        frame[i + 3] = one;
    }
    return rw_object(frame);
}

SLOW Value rw_large_frame(Position *g, Value up, int64_t label, size_t saved, const Value *locals) {
    const size_t used = g->used;
    Value made = rw_frame_in_room(g, up, label, saved, locals);
    if (made != NIL) return made;
    g->used = used;
    rw_frame_room(g, up, saved, locals);
    return rw_frame_in_room(g, up, label, saved, locals);
}

/* A frame; nearly always there is room for it, it saves numbers, and the frame above lies in the block. */
FAST Value rw_frame(Position *g, Value up, int64_t label, size_t saved, const Value *locals) {
    Value objects = 0;
    for (size_t i = 0; i < saved; i++) objects |= locals[i];
    if ((objects & 1) || up == NIL || !rw_is_in(g, up) || g->size - g->used < saved + 3)
        return rw_large_frame(g, up, label, saved, locals);
    Value *frame = g->heap + g->used;
    g->used += saved + 3;
    frame[0] = rw_header(saved + 2, SEQUENCE) | rw_standing_above(*rw_words(up) & STANDING, label, locals);
    frame[1] = up;
    frame[2] = N(label);
    for (size_t i = 0; i < saved; i++) frame[i + 3] = locals[i];
    return rw_object(frame);
}

static inline Value rw_up(Value frame) {
    return rw_words(frame)[1];
}

static inline int64_t rw_label(Value frame) {
    return rw_number(rw_words(frame)[2]);
}

static inline Value rw_beneath(Context *c, Value frame, Value frames) {
    for (int64_t n = rw_number(frames); n > 0; n--) frame = rw_at(c, frame, 0);
    return frame;
}

static inline Value rw_resumed(Position *g, Value frame, Value pick) {
    int64_t label = rw_label(frame);
    if (label < 0 || label >= rw_machine.labels) rw_failed(g->c, "a frame that does not exist");
    return rw_machine.resume[label](g, frame, pick);
}

static inline void rw_run(Position *g, Value then) {
    Mark mark = rw_mark(g->c);
    while (then != NIL) {
        rw_spend(g, 1);
        then = rw_resumed(g, then, g->answer);
        rw_release(g->c, mark);
    }
}

static inline void rw_end(Position *g) {
    g->f[F_THEN] = NIL;
    g->f[F_WAITING] = rw_no_things();
    rw_set_field(g, F_WAITING, g->f[F_WAITING]);
    g->over = 1;
}

/* ---------------------------------------------------------------- positions that trials take */

static inline Position *rw_take_position(Context *c) {
    if (c->taken == c->positions_size) {
        size_t size = c->positions_size ? 2 * c->positions_size : 64;
        Position **more = realloc(c->positions, size * sizeof(Position *));
        if (more == NULL) rw_leave(c, NO_MEMORY, "there is not enough memory");
        c->positions = more;
        c->positions_size = size;
    }
    Position *g = c->spare;
    if (g != NULL)
        c->spare = g->spare;
    else
        g = rw_new_position();
    if (g == NULL) rw_leave(c, NO_MEMORY, "there is not enough memory");
    c->positions[c->taken++] = g;
    return g;
}

static inline void rw_give_back(Context *c, size_t taken) {
    while (c->taken > taken) {
        Position *g = c->positions[--c->taken];
        g->spare = c->spare;
        c->spare = g;
    }
}

static inline Position *rw_copied(Context *c, const Position *from) {
    Position *g = rw_take_position(c);
    if (!rw_copy_for_trial(g, from)) rw_leave(c, NO_MEMORY, "there is not enough memory");
    return g;
}

/* Does something that may leave by a failure, a trial that is finished, or the end of the game; gives how it ended. */
static inline int rw_guarded(Position *g, void (*what)(Position *g, Value with), Value with) {
    Context *const c = g->c;
    jmp_buf here, *const before = c->catcher;
    const Mark mark = rw_mark(c);
    const size_t taken = c->taken, waiting = c->waiting;
    c->catcher = &here;
    if (setjmp(here) == 0) {
        what(g, with);
        c->outcome = RAN;
    } else {
        rw_give_back(c, taken);
        c->waiting = waiting;
    }
    c->catcher = before;
    rw_release(c, mark);
    if (before == NULL) rw_free_retired(c);
    return c->outcome;
}

/* ---------------------------------------------------------------- steps */

static inline void rw_answered(Position *g, Value pick) {
    Value then = g->f[F_THEN], following;
    if (then == NIL) rw_failed(g->c, "no decision is pending");
    g->f[F_THEN] = NIL;
    g->idle_rounds = 0;
    if (pick >= N(FREE)) {
        int64_t action = rw_number(pick) - FREE;
        if (action >= rw_machine.actions_count) rw_failed(g->c, "there is no such action");
        const Value saved[3] = {N(g->player), N(g->you), N(g->choice)};
        Value again = rw_frame(g, then, L_REASK, 3, saved);
        following = rw_machine.actions[action].run(g, N(g->you), rw_no_things(), again);
    } else {
        following = rw_resumed(g, then, pick);
    }
    rw_run(g, following);
}

/* Answers the pending decision and plays on to the next one; gives RAN, or how it failed. */
static inline int rw_step(Position *g, int64_t pick) {
    int outcome = rw_guarded(g, rw_answered, N(pick));
    if (outcome != GAME_OVER) return outcome;
    rw_end(g);
    return RAN;
}

static inline Value rw_without_asking(Position *g, Value answer, Value then) {
    rw_next_round(g);
    g->answer = answer;
    return then;
}

static inline Value rw_unit_end(Position *g, Value f, Value pick) {
    (void)pick;
    Value up = rw_up(f);
    if (g->trial < 0) return up;
    if (rw_size(g->c, f) > 2) { /* the unit was an action */
        size_t size, kept = 0;
        const Value *tried = rw_items(g->c, g->f[F_TRIED], &size);
        Value *made = rw_made(g->c, size, SEQUENCE);
        for (size_t i = 0; i < size; i++)
            if (tried[i] != rw_words(f)[3]) made[++kept] = tried[i];
        made[0] = rw_header(kept, SEQUENCE);
        rw_set_field(g, F_TRIED, rw_object(made));
        up = rw_up(f);
    }
    for (Value frame = up; frame != NIL; frame = rw_up(frame))
        if (rw_label(frame) == L_UNIT || rw_label(frame) == L_REASK) return up;
    rw_leave(g->c, FINISHED, "");
}

static inline Value rw_finish(Position *g, Value f, Value pick) {
    (void)f, (void)pick;
    rw_leave(g->c, GAME_OVER, "");
}

static inline Value rw_with_end(Position *g, Value f, Value pick) {
    (void)g, (void)pick;
    return rw_up(f);
}

static inline Value rw_run_action(Position *g, Value action, Value you, Value args, Value up) {
    int64_t number = rw_number(rw_whole(g->c, action));
    if (number < 0 || number >= rw_machine.actions_count) rw_failed(g->c, "there is no such action");
    return rw_machine.actions[number].run(g, you, args, up);
}

static inline int rw_action_menu(Position *g, Value action) {
    int64_t number = rw_number(rw_whole(g->c, action));
    if (number < 0 || number >= rw_machine.actions_count) rw_failed(g->c, "there is no such action");
    return rw_machine.actions[number].menu;
}

/* ---------------------------------------------------------------- secret answers */

enum { W_PLAYER, W_YOU, W_CHOICE, W_OPTIONS, W_THEN };

static inline Value rw_options_value(Position *g) {
    Value *made = rw_made(g->c, g->options_count, SEQUENCE);
    for (size_t i = 0; i < g->options_count; i++) made[i + 1] = N(g->options[i]);
    return rw_object(made);
}

static inline void rw_offer(Position *g, Value options) {
    size_t size;
    const Value *items = rw_items(g->c, options, &size);
    if (!rw_set_options(g, size)) rw_leave(g->c, NO_MEMORY, "there is not enough memory");
    int64_t *to = g->options;
    for (size_t i = 0; i < size; i++) to[i] = rw_number(items[i]);
}

static inline Value rw_pending_now(Position *g) {
    const Value now[5] = {N(g->player), N(g->you), N(g->choice), rw_options_value(g), g->f[F_THEN]};
    return rw_sequence(g->c, 5, now);
}

static inline void rw_turn_to_pending(Position *g, Value pending) {
    const Value *words = rw_words(pending) + 1;
    g->player = rw_number(words[W_PLAYER]);
    g->you = rw_number(words[W_YOU]);
    g->choice = rw_number(words[W_CHOICE]);
    rw_offer(g, words[W_OPTIONS]);
    rw_set_field(g, F_THEN, words[W_THEN]);
}

static inline void rw_next_waiting(Position *g) {
    Value waiting = g->f[F_WAITING];
    rw_turn_to_pending(g, rw_at(g->c, waiting, 0));
    rw_set_field(g, F_WAITING, rw_slice(g->c, g->f[F_WAITING], N(1), NIL));
}

static inline Value rw_secretly(Position *g, Value players, Value label, Value saved, Value up) {
    if (g->trial >= 0) rw_leave(g->c, FINISHED, "");
    Context *c = g->c;
    size_t count, locals;
    const Value *seats = rw_items(c, rw_sequence_of(c, players), &count);
    const Value *kept = rw_items(c, rw_sequence_of(c, saved), &locals);
    /* the gate is kept by the position while the bodies run: its memory may have to grow */
    rw_set_field(g, F_THEN, rw_frame(g, up, L_JOIN, 0, NULL));
    Value gates = rw_sequence(c, 1, &g->f[F_THEN]);
    rw_set_field(g, F_WAITING, gates);
    g->f[F_THEN] = NIL;
    for (size_t i = 0; i < count; i++) {
        Value *given = rw_room(c, locals + 1);
        given[0] = seats[i];
        for (size_t j = 0; j < locals; j++) given[j + 1] = kept[j];
        Value gate = rw_at(c, g->f[F_WAITING], 0);
        Value following = rw_frame(g, gate, rw_number(label), locals + 1, given);
        following = rw_resumed(g, following, 0);
        while (following != NIL && rw_label(following) != L_JOIN) following = rw_resumed(g, following, g->answer);
        if (g->f[F_THEN] != NIL) {
            Value pending = rw_pending_now(g);
            rw_set_field(g, F_WAITING, rw_put(c, rw_growing_copy(c, g->f[F_WAITING], 8), pending));
            g->f[F_THEN] = NIL;
        }
    }
    Value waiting = rw_slice(c, g->f[F_WAITING], N(1), NIL);
    if (!rw_some(waiting)) {
        Value gate = rw_at(c, g->f[F_WAITING], 0);
        rw_set_field(g, F_WAITING, rw_no_things());
        return rw_up(gate);
    }
    rw_set_field(g, F_WAITING, waiting);
    rw_next_waiting(g);
    return NIL;
}

static inline Value rw_join(Position *g, Value f, Value pick) {
    (void)pick;
    if (g->trial >= 0) rw_leave(g->c, FINISHED, ""); /* what follows depends on the answers of others */
    if (rw_some(g->f[F_WAITING])) {
        rw_next_waiting(g);
        return NIL;
    }
    return rw_up(f);
}

/* Makes the pending secret decision of a player the one that is answered; 0: there is none. */
static inline int rw_turn_to(Position *g, int64_t player) {
    if (g->f[F_THEN] == NIL) return 0;
    if (g->player == player) return 1;
    Context *c = g->c;
    size_t size;
    const Value *waiting = rw_items(c, g->f[F_WAITING], &size);
    for (size_t i = 0; i < size; i++) {
        if (rw_at(c, waiting[i], W_PLAYER) != N(player)) continue;
        Value other = waiting[i], *made = rw_made(c, size, SEQUENCE), *keys = rw_room(c, size);
        for (size_t j = 0; j < size; j++) made[j + 1] = waiting[j < i ? j : j + 1 < size ? j + 1 : i];
        made[size] = rw_pending_now(g);
        for (size_t j = 0; j < size; j++) keys[j] = rw_slice(c, made[j + 1], N(0), N(2));
        rw_sort(keys, made + 1, size);
        rw_turn_to_pending(g, other);
        rw_set_field(g, F_WAITING, rw_object(made));
        return 1;
    }
    return 0;
}

/* ---------------------------------------------------------------- what lasts */

/* A map of what is kept that can be changed, with room for one more. */
FAST Value *rw_kept_map(Position *g, int field) {
    const Value *words = rw_words(g->f[field]);
    if (!rw_can_change(g, words) || !(rw_header_kind(words[0]) & GROWING) ||
        rw_header_size(words[0]) + 2 > (size_t)rw_number(words[-1]))
        rw_own_copy(g, field, 2);
    return rw_words(g->f[field]);
}

SLOW void rw_remember(Position *g, int field, Value key, Value value) {
    if (g->f[field] == NIL) {
        static const Value nothing[1] = {HEADER(0, MAP) | LASTING};
        g->f[field] = rw_object(nothing);
    }
    rw_kept_map(g, field);
    if (rw_is_object(key)) /* then neither of the two is moved by the other */
        while (g->size - g->used < rw_room_needed(g, key) + rw_room_needed(g, value))
            rw_grow(g, rw_room_needed(g, key) + rw_room_needed(g, value));
    Value kept = rw_keep(g, value), *words = rw_words(g->f[field]);
    size_t size = rw_header_size(words[0]);
    for (size_t i = 1; i < size; i += 2)
        if (rw_equal(words[i], key)) {
            words[i + 1] = kept;
            return;
        }
    words[size + 1] = rw_keep(g, key);
    words[size + 2] = kept;
    words[0] += HEADER(2, 0);
}

static inline void rw_forget(Position *g, int first, Value readers) {
    size_t size;
    const Value *stores = rw_items(g->c, readers, &size);
    for (size_t i = 0; i < size; i++) g->f[first + rw_number(stores[i])] = NIL;
}

static inline void rw_forget_for(Position *g, int first, Value owner, Value readers) {
    size_t size;
    const Value *stores = rw_items(g->c, readers, &size);
    for (size_t i = 0; i < size; i++) {
        int field = first + (int)rw_number(stores[i]);
        size_t held = g->f[field] == NIL ? 0 : rw_header_size(*rw_words(g->f[field]));
        for (size_t j = 1; j < held; j += 2)
            if (rw_words(g->f[field])[j] == owner && rw_words(g->f[field])[j + 1] != NIL)
                rw_kept_map(g, field)[j + 1] = NIL;
    }
}

static inline void rw_forget_at(Position *g, int first, Value cell, Value readers) {
    size_t size;
    const Value *stores = rw_items(g->c, readers, &size);
    for (size_t i = 0; i < size; i++) {
        int field = first + (int)rw_number(stores[i]);
        size_t held = g->f[field] == NIL ? 0 : rw_header_size(*rw_words(g->f[field]));
        for (size_t j = 2; j <= held; j += 2) {
            Value one = rw_words(g->f[field])[j];
            if (one != NIL && rw_contains(g->c, rw_at(g->c, one, 2), cell)) rw_kept_map(g, field)[j] = NIL;
        }
    }
}

#endif
