/* A position: numbers, chance, and a block of memory for all that it holds; a copy is a copy of the block. */
#ifndef RULEWRIGHT_POSITION_H
#define RULEWRIGHT_POSITION_H

#include "moving.h"

/* What every game has beside its own fields: values that lie in the block as well. */
enum { F_THEN, F_WAITING, F_TRIED, F_WINNERS, F_TOLD, F_STILL, FIRST_FIELD };

typedef struct {
    uint64_t key[2]; /* 128 bits, the low ones first */
    uint64_t block;  /* the number of the next block of draws */
    int64_t draw;    /* the next of its eight draws */
} Chance;

typedef struct Position {
    /* its memory, which a copy does not take over */
    Context *c;
    struct Position *spare; /* the next one in a list of positions that are not in use */
    int64_t *options;       /* plain numbers */
    size_t options_size;
    int64_t shown; /* how many views of the options there are: then they lie in memory that stays until the position goes */
    Chunk *shown_before;
    Value *heap, *other; /* the block, and one for the next time that it is tidied, if there is one */
    size_t size, other_size; /* in words */
    size_t fixed; /* what lies below is not changed but replaced: something is tried out that is taken back */
    const struct Position *base; /* a trial shares what lies in the block of the position from which it began */
    /* what a copy takes over */
    int64_t players, trial, over, player, you, choice, call_depth, idle_rounds;
    int64_t asks_all, veiled; /* see `Machine` in the Python runtime */
    Value answer;
    Chance chance;
    int drawn_known; /* whether the draws of a block are at hand, and of which */
    uint64_t drawn_block;
    uint64_t drawn[8];
    size_t options_count;
    size_t used;    /* words of the block */
    size_t settled; /* how many were in use after it was tidied last */
    Value f[RW_FIELDS];           /* all its values: numbers, objects in the block, and the lists below */
    Value lists[RW_LIST_WORDS];   /* lists of a known size, those of numbers first */
} Position;

/* Where the lists of a known size begin; they are the first fields of a game. */
static const int rw_list_starts[RW_LISTS + 1];

enum { SMALL_HEAP = 1024, ROOMY = 16 };

FAST int rw_is_list(int field) {
    return field >= FIRST_FIELD && field < FIRST_FIELD + RW_LISTS;
}

/* The values of the lists are those that lie in this position. */
static inline void rw_own_lists(Position *g) {
    for (int i = 0; i < RW_LISTS; i++) g->f[FIRST_FIELD + i] = rw_object(g->lists + rw_list_starts[i]);
}

SLOW Position *rw_new_position(void) {
    Position *g = calloc(1, sizeof(Position));
    if (g == NULL) return NULL;
    g->heap = malloc(SMALL_HEAP * sizeof(Value));
    g->options = malloc(16 * sizeof(int64_t));
    if (g->heap == NULL || g->options == NULL) {
        free(g->heap);
        free(g->options);
        free(g);
        return NULL;
    }
    g->size = SMALL_HEAP;
    g->options_size = 16;
    g->trial = g->player = g->you = g->choice = -1;
    g->veiled = 1;
    for (int i = 0; i < RW_FIELDS; i++) g->f[i] = NIL;
    rw_own_lists(g);
    return g;
}

SLOW void rw_free_position(Position *g) {
    if (g == NULL) return;
    while (g->shown_before != NULL) {
        Chunk *one = g->shown_before;
        g->shown_before = one->next;
        free((void *)(uintptr_t)one->size);
        free(one);
    }
    free(g->heap);
    free(g->other);
    free(g->options);
    free(g);
}

FAST int rw_is_own(const Position *g, const Value *words) {
    return words >= g->heap && words < g->heap + g->used;
}

SLOW int rw_is_shared(const Position *g, const Value *words) {
    for (g = g->base; g != NULL; g = g->base)
        if (rw_is_own(g, words)) return 1;
    return 0;
}

FAST int rw_is_in(const Position *g, Value v) {
    return rw_is_own(g, rw_words(v)) || (g->base != NULL && rw_is_shared(g, rw_words(v)));
}

/* The same for all that points into the block from outside of it. */
static inline void rw_move_roots(Position *g, const Move *move) {
    rw_move(g->f, RW_FIELDS, move);
    rw_move(g->lists + RW_NUMBER_WORDS, RW_LIST_WORDS - RW_NUMBER_WORDS, move);
    rw_own_lists(g);
}

/* A larger block; the old one stays until the answer has been carried out, for values that still point there. */
RARE void rw_grow(Position *g, size_t words) {
    size_t size = 2 * (g->size + words);
    Chunk *retired = malloc(sizeof(Chunk));
    Value *heap = malloc(size * sizeof(Value));
    if (heap == NULL || retired == NULL) {
        free(heap);
        free(retired);
        rw_leave(g->c, NO_MEMORY, "there is not enough memory");
    }
    const Move move = rw_way(g->heap, g->used, heap);
    rw_moved(heap, g->heap, g->used, &move);
    rw_move_roots(g, &move);
    retired->next = g->c->retired;
    retired->size = (size_t)(uintptr_t)g->heap;
    g->c->retired = retired;
    g->heap = heap;
    g->size = size;
}

static inline void rw_free_retired(Context *c) {
    while (c->retired != NULL) {
        Chunk *one = c->retired;
        c->retired = one->next;
        free((void *)(uintptr_t)one->size);
        free(one);
    }
}

FAST Value *rw_heap_room(Position *g, size_t words) {
    if (g->size - g->used < words) rw_grow(g, words);
    Value *at = g->heap + g->used;
    g->used += words;
    return at;
}

/* Whether a value can be kept as it is. */
FAST int rw_is_kept(const Position *g, Value v) {
    return !rw_is_object(v) || rw_is_in(g, v) || (*rw_words(v) & LASTING);
}

/* How many words a value needs in the block, without what lies there already. */
static inline size_t rw_room_needed(const Position *g, Value v) {
    if (rw_is_kept(g, v)) return 0;
    const Value *words = rw_words(v);
    if (rw_common_list(words) != NIL) return 0;
    size_t size = rw_header_size(words[0]), found = size + 1;
    for (size_t i = 1; i <= size; i++)
        if (rw_is_object(words[i])) found += rw_room_needed(g, words[i]);
    return found;
}

static inline Value rw_laid_down(Position *g, Value v) { /* there must be room for it */
    if (rw_is_kept(g, v)) return v;
    const Value *from = rw_words(v), common = rw_common_list(from);
    if (common != NIL) return common;
    size_t size = rw_header_size(from[0]);
    Value *to = g->heap + g->used;
    g->used += size + 1;
    to[0] = from[0] & ~(Value)(2 * GROWING);
    for (size_t i = 1; i <= size; i++) to[i] = rw_is_object(from[i]) ? rw_laid_down(g, from[i]) : from[i];
    return rw_object(to);
}

/* The same as long as there is room; NIL: there is too little, and what has been used is still to be given back. */
static inline Value rw_laid_in_room(Position *g, Value v) {
    const Value *from = rw_words(v), common = rw_common_list(from);
    if (common != NIL) return common;
    size_t size = rw_header_size(from[0]);
    if (g->size - g->used <= size) return NIL;
    Value *to = g->heap + g->used;
    g->used += size + 1;
    to[0] = from[0] & ~(Value)(2 * GROWING);
    for (size_t i = 1; i <= size; i++) {
        Value one = from[i];
        if (!rw_is_kept(g, one) && (one = rw_laid_in_room(g, one)) == NIL) return NIL;
        to[i] = one;
    }
    return rw_object(to);
}

SLOW Value rw_keep_object(Position *g, Value v) {
    const size_t used = g->used;
    Value kept = rw_laid_in_room(g, v);
    if (kept != NIL) return kept;
    g->used = used;
    while (g->size - g->used < rw_room_needed(g, v)) rw_grow(g, rw_room_needed(g, v)); /* then parts of the old block count, too */
    return rw_laid_down(g, v);
}

/* A value that lasts as long as the position; it must not point into the position's memory if that had to grow. */
FAST Value rw_keep(Position *g, Value v) {
    return rw_is_kept(g, v) ? v : rw_keep_object(g, v);
}

/* ---------------------------------------------------------------- budgets */

/* The budgets of play; a round in which nobody is asked counts as several steps, as does a call with much to do. */
enum { LOOP_LIMIT = 100000, DEPTH_LIMIT = 200, STEP_LIMIT = 20000000, ROUND_STEPS = 200, LONG_CALL = 2000, SIZE_LIMIT = 10000 };

FAST void rw_spend(Position *g, size_t steps) {
    if ((g->idle_rounds += (int64_t)steps) > STEP_LIMIT) rw_failed(g->c, "this goes on for too long without a decision");
}

/* ---------------------------------------------------------------- fields */

/* Fills a list of a known size; the value must not be the list itself. */
static inline void rw_fill_list(Position *g, int list, Value v) {
    const Value *from = rw_opened(g->c, v);
    int start = rw_list_starts[list];
    size_t size = rw_header_size(from[0]);
    if ((rw_header_kind(from[0]) & MAP) || start + (int64_t)size >= rw_list_starts[list + 1])
        rw_failed(g->c, "a list of the position has another size");
    g->lists[start] = rw_header(0, SEQUENCE);
    for (size_t i = 1; i <= size; i++) {
        if (start < RW_NUMBER_WORDS) rw_whole(g->c, from[i]);
        Value kept = rw_keep(g, from[i]);
        g->lists[start + (int)i] = kept;
        g->lists[start] += HEADER(1, SEQUENCE);
    }
}

FAST void rw_set_field(Position *g, int field, Value v) {
    if (rw_is_list(field)) {
        if (v != g->f[field]) rw_fill_list(g, field - FIRST_FIELD, v);
        return;
    }
    Value kept = rw_keep(g, v);
    g->f[field] = kept;
}

FAST Value rw_element(Position *g, int field, Value at) {
    return rw_item_at(g->c, g->f[field], at);
}

FAST Value *rw_place(Context *c, Value v, Value at) {
    Value *words = (Value *)rw_opened(c, v);
    int64_t size = (int64_t)rw_header_size(words[0]), place = rw_number(rw_whole(c, at));
    if (place < 0) place += size;
    if ((uint64_t)place >= (uint64_t)size) rw_failed(c, "something is asked of none, or of a place that is not there");
    return words + place + 1;
}

FAST int rw_can_change(const Position *g, const Value *words) {
    return words >= g->heap + g->fixed && words < g->heap + g->used;
}

/* Gives a field a list of its own that is changed in place, with room for more. */
SLOW void rw_own_copy(Position *g, int field, size_t more) {
    size_t size = rw_header_size(*rw_opened(g->c, g->f[field])), capacity = 2 * (size + more) + 6;
    if (g->size - g->used < capacity + 2) rw_grow(g, capacity + 2);
    const Value *from = rw_words(g->f[field]);
    Value *to = rw_heap_room(g, capacity + 2);
    to[0] = N((int64_t)capacity);
    to[1] = rw_header(size, (rw_header_kind(from[0]) & MAP) | GROWING);
    memcpy(to + 2, from + 1, size * sizeof(Value));
    for (size_t i = size; i < capacity; i++) to[i + 2] = N(0);
    g->f[field] = rw_object(to + 1);
}

FAST void rw_set_element(Position *g, int field, Value at, Value v) {
    if (!rw_can_change(g, rw_opened(g->c, g->f[field]))) rw_own_copy(g, field, 0);
    Value kept = rw_keep(g, v);
    *rw_place(g->c, g->f[field], at) = kept;
}

RARE Value *rw_own_place(Position *g, int start, Value at) { /* also one that counts from the end */
    return rw_place(g->c, rw_object(g->lists + start), at);
}

/* An element of a list of a known size, which begins at a known place. */
FAST Value rw_own(Position *g, int start, Value at) {
    const size_t place = (uint64_t)at >> 1; /* NIL and objects are larger than any size */
    if (place >= rw_header_size(g->lists[start])) return *rw_own_place(g, start, at);
    return g->lists[place + (size_t)start + 1];
}

/* The same of a list that has one size in every game: what is filled is always full. */
FAST Value rw_own_of(Position *g, int start, size_t size, Value at) {
    if ((uint64_t)at >= 2 * size) return *rw_own_place(g, start, at);
    return rw_nth(g->lists + start + 1, at);
}

FAST void rw_set_own(Position *g, int start, Value at, Value v) {
    if (start < RW_NUMBER_WORDS) rw_whole(g->c, v);
    Value kept = start < RW_NUMBER_WORDS ? v : rw_keep(g, v);
    const size_t place = (uint64_t)at >> 1;
    if (place < rw_header_size(g->lists[start]))
        g->lists[place + (size_t)start + 1] = kept;
    else
        *rw_own_place(g, start, at) = kept;
}

/* A list of the position with so many things more. */
static inline void rw_append(Position *g, int field, size_t times, Value v) {
    const Value *words = rw_opened(g->c, g->f[field]);
    size_t size = rw_header_size(words[0]);
    if (!rw_can_change(g, words) || !(rw_header_kind(words[0]) & GROWING) || (size_t)rw_number(words[-1]) < size + times)
        rw_own_copy(g, field, times);
    Value kept = rw_keep(g, v), *to = rw_words(g->f[field]);
    for (size_t i = 0; i < times; i++) to[size + 1 + i] = kept;
    to[0] += HEADER(times, 0);
}

static inline void rw_remove(Position *g, int field, Value v) { /* the first one that is equal, if there is one */
    if (!rw_can_change(g, rw_opened(g->c, g->f[field]))) rw_own_copy(g, field, 0);
    Value *words = rw_words(g->f[field]);
    size_t size = rw_header_size(words[0]), at = 1;
    while (at <= size && !rw_equal(words[at], v)) at++;
    if (at > size) return;
    memmove(words + at, words + at + 1, (size - at) * sizeof(Value));
    words[size] = N(0);
    words[0] -= HEADER(1, 0);
}

static inline int rw_set_options(Position *g, size_t count) {
    if (count > g->options_size) {
        int64_t *more = malloc(2 * count * sizeof(int64_t));
        Chunk *before = g->shown > 0 ? malloc(sizeof(Chunk)) : NULL;
        if (more == NULL || (g->shown > 0 && before == NULL)) {
            free(more);
            free(before);
            return 0;
        }
        if (before != NULL) {
            before->next = g->shown_before;
            before->size = (size_t)(uintptr_t)g->options;
            g->shown_before = before;
        } else {
            free(g->options);
        }
        g->options = more;
        g->options_size = 2 * count;
    }
    g->options_count = count;
    return 1;
}

/* ---------------------------------------------------------------- copies */

/* Words of which none is moved; as a call, which is quicker than what compilers write in its place. */
SLOW void rw_copy_words(Value *to, const Value *from, size_t count) {
    memcpy(to, from, count * sizeof(Value));
}

/* All that a copy takes over before the fields. */
static inline void rw_copy_figures(Position *to, const Position *from) {
    memcpy(&to->players, &from->players, offsetof(Position, drawn_known) - offsetof(Position, players));
    if ((to->drawn_known = from->drawn_known)) {
        to->drawn_block = from->drawn_block;
        memcpy(to->drawn, from->drawn, sizeof to->drawn);
    }
}

static inline int rw_copy_options(Position *to, const Position *from) {
    if (!rw_set_options(to, from->options_count)) return 0;
    memcpy(to->options, from->options, from->options_count * sizeof(int64_t));
    return 1;
}

/* The first word of a position after the fields that are lists, which every position has for itself: the other fields and,
 * side by side with them, what stands in the lists. */
enum { AFTER_LISTS = offsetof(Position, f) / sizeof(Value) + FIRST_FIELD + RW_LISTS };

static inline int rw_copy(Position *to, const Position *from) {
    if (to->size < from->used) {
        Value *heap = malloc((from->used + from->used / 2) * sizeof(Value));
        if (heap == NULL) return 0;
        free(to->heap);
        to->heap = heap;
        to->size = from->used + from->used / 2;
    }
    if (!rw_copy_options(to, from)) return 0;
    rw_copy_figures(to, from);
    to->used = from->used;
    to->settled = from->settled;
    to->fixed = 0;
    to->base = NULL;
    to->c = from->c;
    const Move move = rw_way(from->heap, from->used, to->heap);
    rw_moved(to->heap, from->heap, from->used, &move);
    for (int i = 0; i < F_STILL; i++) to->f[i] = rw_moved_value(&move, from->f[i]);
    to->f[F_STILL] = NIL;
    rw_moved((Value *)to + AFTER_LISTS, (const Value *)from + AFTER_LISTS, sizeof(Position) / sizeof(Value) - AFTER_LISTS, &move);
    return 1;
}

/* A copy for a trial, with a block for what it makes itself: the other one must stay as it is while the copy is used. */
static inline int rw_copy_for_trial(Position *to, const Position *from) {
    if (!rw_copy_options(to, from)) return 0;
    rw_copy_figures(to, from);
    rw_copy_words(to->f, from->f, RW_FIELDS);
    rw_copy_words(to->lists, from->lists, RW_LIST_WORDS);
    to->settled = from->settled;
    to->fixed = to->used = 0;
    to->base = from;
    to->c = from->c;
    rw_own_lists(to);
    to->f[F_STILL] = NIL;
    return 1;
}

/* Lays all that is still in use side by side, in the order of the fields; objects that were shared stay shared. */
SLOW Value rw_tidied(Position *g, Value *old, size_t old_used, Value v) {
    if (!rw_is_object(v)) return v;
    Value *from = rw_words(v);
    if (from < old || from >= old + old_used) return v;
    if (from[0] & 1) return from[0]; /* it has been moved: its header says where */
    size_t size = rw_header_size(from[0]), room = size;
    Value *to = g->heap + g->used;
    if (rw_header_kind(from[0]) & GROWING) { /* with the room that it has left */
        room = (size_t)rw_number(from[-1]);
        *to++ = from[-1];
        g->used++;
    } else if (rw_common_list(from) != NIL) {
        return rw_common_list(from);
    }
    g->used += room + 1;
    memcpy(to, from, (room + 1) * sizeof(Value));
    from[0] = rw_object(to);
    for (size_t i = 1; i <= size; i++) to[i] = rw_tidied(g, old, old_used, to[i]);
    return rw_object(to);
}

static inline int rw_tidy(Position *g) {
    if (g->other_size < g->size) {
        free(g->other);
        g->other_size = 0;
        g->other = malloc(g->size * sizeof(Value));
        if (g->other == NULL) return 0;
        g->other_size = g->size;
    }
    Value *old = g->heap;
    size_t old_used = g->used, old_size = g->size;
    g->heap = g->other;
    g->size = g->other_size;
    g->other = old;
    g->other_size = old_size;
    g->used = 0;
    for (int i = 0; i < RW_FIELDS; i++) g->f[i] = rw_tidied(g, old, old_used, g->f[i]);
    for (int i = RW_NUMBER_WORDS; i < RW_LIST_WORDS; i++) g->lists[i] = rw_tidied(g, old, old_used, g->lists[i]);
    g->settled = g->used;
    return 1;
}

/* Of a position that may be copied: a copy takes over what is no longer in use as well. */
static inline void rw_tidy_if_due(Position *g) {
    if (g->used > 2 * g->settled + SMALL_HEAP) rw_tidy(g);
}

/* Of one that is played out, and copied no more. */
static inline void rw_tidy_if_full(Position *g) {
    if (g->used > 2 * g->settled + ROOMY * SMALL_HEAP) rw_tidy(g);
}

#endif
