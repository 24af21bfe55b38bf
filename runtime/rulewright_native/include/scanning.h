/* Loops of a known form, without a jump for each thing: lists that are filled, searched, or cleared of what comes again. */
#ifndef RULEWRIGHT_SCANNING_H
#define RULEWRIGHT_SCANNING_H

#include "position.h"

enum { FEW_PLACES = 8 };

/* A list that grows, with room for more. */
FAST Value rw_with_room(Context *c, Value list, size_t more) {
    const Value *words = rw_opened(c, list);
    size_t size = rw_header_size(words[0]);
    if ((words[0] & HEADER(0, GROWING)) && (size_t)rw_number(words[-1]) - size >= more) return list;
    return rw_growing_copy(c, list, 2 * size + more);
}

/* Where the next thing of a list belongs. */
FAST Value *rw_end_of(Value list) {
    return rw_words(list) + 1 + rw_header_size(*rw_words(list));
}

/* The list ends here: all before has been filled. */
FAST void rw_ends(Value list, const Value *end) {
    Value *words = rw_words(list);
    words[0] = rw_header((size_t)(end - words) - 1, GROWING);
}

/* Whether an element of a list, at one of several places, is a value (`like` is 1), or is not (0). They are looked at one
 * after the other: a place that is not there fails only if nothing was found before. */
RARE int rw_any_of_many(Position *g, Value list, Value places, Value wanted, int like) {
    size_t count, step = rw_is_map(places) ? 2 : 1; /* of a map its keys */
    const Value *at = rw_items(g->c, places, &count);
    rw_spend(g, count);
    for (size_t i = 0; i < count; i += step)
        if ((*rw_place(g->c, list, at[i]) == wanted) == like) return 1;
    return 0;
}

/* The same; of a few places all are looked at, since a jump that nobody can foresee takes longer. They count as no steps
 * of their own: what looks again and again pays for its own rounds. */
FAST int rw_any_at(Position *g, Value list, size_t size, Value places, Value wanted, int like) {
    const Value *words = rw_words(list) + 1, *at = rw_opened(g->c, places) + 1;
    const size_t count = rw_header_size(at[-1]);
    Value unlike = 0;
    int alike = 0;
    if (count > FEW_PLACES || (at[-1] & HEADER(0, MAP))) return rw_any_of_many(g, list, places, wanted, like);
    UNROLLED for (size_t i = 0; i < count; i++) {
        if ((uint64_t)at[i] >= 2 * size) return rw_any_of_many(g, list, places, wanted, like);
        const Value one = rw_nth(words, at[i]);
        alike |= one == wanted;
        unlike |= one ^ wanted;
    }
    return like ? alike : unlike != 0;
}

/* The first of several places, or the last one, at which an element of a list is a value (`like` is 1), or is not (0); NIL:
 * there is none. */
RARE Value rw_one_of_many(Position *g, Value list, Value places, Value wanted, int like, int backwards) {
    size_t count, step = rw_is_map(places) ? 2 : 1; /* of a map its keys */
    const Value *at = rw_items(g->c, places, &count);
    rw_spend(g, count);
    for (size_t i = 0; i < count; i += step) {
        const Value one = at[backwards ? count - step - i : i];
        if ((*rw_place(g->c, list, one) == wanted) == like) return one;
    }
    return NIL;
}

/* The same; of a few places all are looked at, from the other end. */
FAST Value rw_one_at(Position *g, Value list, size_t size, Value places, Value wanted, int like, int backwards) {
    const Value *words = rw_words(list) + 1, *at = rw_opened(g->c, places) + 1;
    const size_t count = rw_header_size(at[-1]);
    Value found = NIL;
    if (count > FEW_PLACES || (at[-1] & HEADER(0, MAP))) return rw_one_of_many(g, list, places, wanted, like, backwards);
    UNROLLED for (size_t i = 0; i < count; i++) {
        const Value one = at[backwards ? i : count - 1 - i];
        if ((uint64_t)one >= 2 * size) return rw_one_of_many(g, list, places, wanted, like, backwards);
        found = (rw_nth(words, one) == wanted) == like ? one : found;
    }
    return found;
}

/* ---------------------------------------------------------------- each thing once */

enum { MARKED = 512 }; /* numbers below this are remembered by one bit each */

/* Each thing once, if all are numbers that a bit can stand for; NIL: they are not. */
static inline Value rw_distinct_numbers(Context *c, const Value *items, size_t size, size_t step) {
    uint64_t seen[MARKED / 64] = {0};
    Value *made = rw_made(c, size, SEQUENCE), *to = made + 1;
    for (size_t i = 0; i < size; i += step) {
        const uint64_t number = (uint64_t)items[i] >> 1;
        if (number >= MARKED || (items[i] & 1)) return NIL;
        uint64_t *word = &seen[number / 64], bit = UINT64_C(1) << (number % 64);
        *to = items[i];
        to += (*word & bit) == 0;
        *word |= bit;
    }
    made[0] = rw_header((size_t)(to - made) - 1, SEQUENCE);
    return rw_object(made);
}

SLOW Value rw_distinct(Context *c, Value v) {
    size_t size, step = rw_is_map(v) ? 2 : 1, found = 0;
    const Value *items = rw_items(c, v, &size);
    Value numbers = rw_distinct_numbers(c, items, size, step);
    if (numbers != NIL) return numbers;
    Value *made = rw_made(c, size, SEQUENCE);
    for (size_t i = 0; i < size; i += step) {
        made[0] = rw_header(found, SEQUENCE);
        if (!rw_contains(c, rw_object(made), items[i])) made[++found] = items[i];
    }
    made[0] = rw_header(found, SEQUENCE);
    return rw_object(made);
}

#endif
