/* Choices of several things: subsets.py of the Python runtime in C. */
#ifndef RULEWRIGHT_SUBSETS_H
#define RULEWRIGHT_SUBSETS_H

#include "asking.h"

enum { SUBSET_LIMIT = 12 };

static inline Value rw_part(Context *c, Value v, size_t from, size_t to) {
    size_t size;
    const Value *items = rw_items(c, v, &size);
    if (to > size) to = size;
    return rw_sequence(c, from < to ? to - from : 0, items + (from < to ? from : 0));
}

static inline size_t rw_behind(Context *c, Value picked, Value candidates) {
    size_t count, size, place = 0;
    const Value *chosen = rw_items(c, picked, &count), *items = rw_items(c, candidates, &size);
    for (size_t i = 0; i < count; i++) {
        while (place < size && items[place] != chosen[i]) place++;
        if (place == size) rw_failed(c, "what was picked is not there");
        place++;
    }
    return place;
}

static inline Value rw_each_once(Context *c, Value things, Value looks, size_t place, int repeats) {
    if (looks == NIL) return repeats ? rw_distinct(c, things) : rw_sequence_of(c, things);
    size_t size;
    const Value *items = rw_items(c, things, &size);
    Value found = rw_growing(c, size + 1, SEQUENCE), before = NONE;
    for (size_t i = 0; i < size; i++) {
        Value look = rw_at(c, looks, (int64_t)(place + i));
        if (!rw_equal(look, before)) found = rw_put(c, found, items[i]);
        before = look;
    }
    return found;
}

static inline Value rw_number_options(Context *c, Value picked, Value candidates, Value low, Value high, Value looks,
                                      Value repeats) {
    int64_t size = (int64_t)rw_size(c, picked), least = rw_number(low), most = rw_number(high);
    Value options = rw_growing(c, 8, SEQUENCE);
    if (size < most && most >= least) {
        size_t place = rw_behind(c, picked, candidates), end = rw_size(c, candidates);
        if (least > size + 1) { /* so many must follow */
            int64_t room = size + (int64_t)(end - place) - least + 1;
            if (room < 0) room = 0;
            if (place + (size_t)room < end) end = place + (size_t)room;
        }
        options = rw_each_once(c, rw_part(c, candidates, place, end), looks, place, rw_some(repeats));
    }
    return size >= least ? rw_put(c, options, NONE) : options;
}

static inline int rw_holds(Position *g, Closure test, Value picked) {
    return rw_some(rw_call(g, test, &picked));
}

static inline int rw_any_combination(Position *g, Value picked, Value pool, size_t from, size_t left, Closure holds) {
    if (left == 0) return rw_holds(g, holds, picked);
    size_t size;
    const Value *items = rw_items(g->c, pool, &size);
    for (size_t i = from; i + left <= size; i++) {
        Mark mark = rw_mark(g->c);
        int found = rw_any_combination(g, rw_chained(g->c, picked, rw_sequence(g->c, 1, items + i)), pool, i + 1,
                                       left - 1, holds);
        rw_release(g->c, mark);
        if (found) return 1;
    }
    return 0;
}

/* Whether some of the rest can still make the choice complete; without a condition their number alone counts. */
static inline int rw_completable(Position *g, Value picked, Value rest, Value low, Value high, const Closure *holds,
                                 int grows) {
    Context *c = g->c;
    int64_t size = (int64_t)rw_size(c, picked), more = (int64_t)rw_size(c, rest);
    int64_t least = rw_number(low), most = rw_number(high);
    if (size + more < least || size > most || least > most) return 0;
    if (holds == NULL || (size >= least && rw_holds(g, *holds, picked))) return 1;
    int64_t room = most - size < more ? most - size : more;
    if (room == more) {
        if (rw_holds(g, *holds, rw_chained(c, picked, rest))) return 1;
        if (grows) return 0;
    }
    Value pool = rw_part(c, rest, 0, SUBSET_LIMIT);
    int64_t end = (int64_t)rw_size(c, pool) < room ? (int64_t)rw_size(c, pool) : room;
    for (int64_t n = least - size > 1 ? least - size : 1; n <= end; n++)
        if (rw_any_combination(g, picked, pool, 0, (size_t)n, *holds)) return 1;
    return 0;
}

static inline Value rw_tried(Position *g, Value picked, Value rest, Value low, Value high, Closure holds, int grows,
                             Value looks, size_t place) {
    Context *c = g->c;
    size_t size;
    const Value *items = rw_items(c, rest, &size);
    Value seen = rw_growing(c, 8, SEQUENCE), found = rw_growing(c, 8, SEQUENCE);
    for (size_t i = 0; i < size; i++) {
        Value look = looks == NIL ? items[i] : rw_at(c, looks, (int64_t)(place + i));
        if (rw_contains(c, seen, look)) continue;
        Value with = rw_chained(c, picked, rw_sequence(c, 1, items + i));
        if (!rw_completable(g, with, rw_part(c, rest, i + 1, size), low, high, &holds, grows)) continue;
        seen = rw_put(c, seen, look);
        found = rw_put(c, found, items[i]);
    }
    return found;
}

static inline Value rw_subset_options(Position *g, Value picked, Value candidates, Value low, Value high, Closure holds,
                                      Value grows, Value looks, Value repeats) {
    Context *c = g->c;
    size_t place = rw_behind(c, picked, candidates);
    Value rest = rw_part(c, candidates, place, rw_size(c, candidates)), options = rw_growing(c, 8, SEQUENCE);
    int64_t size = (int64_t)rw_size(c, picked), left = (int64_t)rw_size(c, rest);
    int64_t least = rw_number(low), most = rw_number(high);
    int growing = rw_some(grows), repeated = rw_some(repeats);
    int enough = (growing || size >= least) && rw_holds(g, holds, picked);
    if (left > 0 && size < most && most >= least) {
        Value beginnings = rest;
        if (growing && enough) {
            beginnings = rest;
        } else if (growing && most >= size + left) {
            int64_t i = 0; /* with a later one to begin with, there would be less */
            while (i < left && rw_holds(g, holds, rw_chained(c, picked, rw_part(c, rest, (size_t)i, (size_t)left)))) i++;
            beginnings = rw_part(c, rest, 0, (size_t)i);
        } else {
            beginnings = rw_tried(g, picked, rest, low, high, holds, growing, looks, place);
            looks = NIL;
            repeated = 0;
        }
        if (least > size + 1) { /* so many must follow */
            int64_t room = size + left - least + 1;
            beginnings = rw_part(c, beginnings, 0, room > 0 ? (size_t)room : 0);
        }
        options = rw_each_once(c, beginnings, looks, place, repeated);
    }
    return enough && size >= least ? rw_put(c, options, NONE) : options;
}

static inline Value rw_growing_options(Position *g, Value picked, Value candidates, Closure holds, Value looks,
                                       Value repeats) {
    Context *c = g->c;
    size_t place = rw_behind(c, picked, candidates), end = rw_size(c, candidates), left = end - place;
    Value rest = rw_part(c, candidates, place, end);
    if (rw_holds(g, holds, picked)) return rw_put(c, rw_each_once(c, rest, looks, place, rw_some(repeats)), NONE);
    size_t beginnings = rw_some(picked) ? 1 : 0;
    while (beginnings < left && rw_holds(g, holds, rw_chained(c, picked, rw_part(c, rest, beginnings, left)))) beginnings++;
    return rw_each_once(c, rw_part(c, rest, 0, beginnings), looks, place, rw_some(repeats));
}

static inline Value rw_sum_options(Context *c, Value picked, Value candidates, Value worth, Value needed, Value looks,
                                   Value repeats) {
    size_t count, size, place = 0;
    const Value *chosen = rw_items(c, picked, &count), *items = rw_items(c, candidates, &size);
    int64_t lacking = rw_number(rw_whole(c, needed));
    for (size_t i = 0; i < count; i++) {
        while (place < size && items[place] != chosen[i]) place++;
        if (place == size) rw_failed(c, "what was picked is not there");
        lacking -= rw_number(rw_at(c, worth, (int64_t)place));
        place++;
    }
    Value rest = rw_part(c, candidates, place, size);
    if (lacking <= 0) return rw_put(c, rw_each_once(c, rest, looks, place, rw_some(repeats)), NONE);
    int64_t left = -lacking;
    size_t end = rw_size(c, worth), beginnings = 0;
    for (size_t i = place; i < end; i++) left += rw_number(rw_at(c, worth, (int64_t)i));
    for (size_t i = place; i < end && left >= 0; i++) { /* with a later one there would be too little */
        beginnings++;
        left -= rw_number(rw_at(c, worth, (int64_t)i));
    }
    return rw_each_once(c, rw_part(c, rest, 0, beginnings), looks, place, rw_some(repeats));
}

/* ---------------------------------------------------------------- things that look the same */

static inline Value rw_pair_of(Context *c, Value a, Value b) {
    const Value both[2] = {a, b};
    return rw_sequence(c, 2, both);
}

/* Things that look the same side by side, and for each the first of them; NIL: all look different. */
static inline Value rw_sorts(Context *c, Value things, Value looks, Value named) {
    size_t size, count = 0;
    const Value *items = rw_items(c, things, &size);
    Value *look = rw_room(c, size + 1), *group = rw_room(c, size + 1);
    int different = 1;
    for (size_t i = 0; i < size; i++) {
        look[i] = rw_at(c, looks, (int64_t)i);
        if (named != NIL && rw_contains(c, named, items[i])) look[i] = rw_pair_of(c, NIL, items[i]);
    }
    for (size_t i = 0; i < size; i++) { /* the group of each: the first thing that looks like it */
        size_t j = 0;
        while (j < i && !rw_equal(look[j], look[i])) j++;
        group[i] = N((int64_t)j);
        if (j < i) different = 0;
    }
    if (different) return rw_pair_of(c, things, NIL);
    Value *made = rw_made(c, size, SEQUENCE), *firsts = rw_made(c, size, SEQUENCE);
    for (size_t first = 0; first < size; first++) {
        if (group[first] != N((int64_t)first)) continue;
        size_t begun = count;
        for (size_t i = first; i < size; i++) {
            if (group[i] != N((int64_t)first)) continue;
            int there = 0; /* the same thing may stand there twice */
            for (size_t k = begun; k < count && !there; k++) there = made[k + 1] == items[i];
            if (there) continue;
            firsts[count + 1] = items[first];
            made[++count] = items[i];
        }
    }
    made[0] = firsts[0] = rw_header(count, SEQUENCE);
    return rw_pair_of(c, rw_object(made), rw_object(firsts));
}

static inline Value rw_sorts_of_both(Context *c, Value some, Value others) {
    Value things = rw_at(c, some, 0), looks = rw_at(c, some, 1);
    Value more = rw_at(c, others, 0), other_looks = rw_at(c, others, 1);
    Value both = rw_chained(c, things, more);
    if (looks == NIL && other_looks == NIL) return rw_pair_of(c, both, NIL);
    Value first = rw_some(looks) ? looks : things, second = rw_some(other_looks) ? other_looks : more;
    return rw_pair_of(c, both, rw_chained(c, first, second));
}

static inline Value rw_without_alike(Position *g, Value things, Value (*sorts_of)(Position *g, Value things)) {
    Value found = sorts_of(g, rw_sequence_of(g->c, things)), looks = rw_at(g->c, found, 1);
    return looks == NIL ? things : rw_each_once(g->c, rw_at(g->c, found, 0), looks, 0, 0);
}

#endif
