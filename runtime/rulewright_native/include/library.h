/* What emitted code calls for collections, players, figures and bundles: runtime/rulewright_runtime/values.py in C. */
#ifndef RULEWRIGHT_LIBRARY_H
#define RULEWRIGHT_LIBRARY_H

#include "chance.h"

/* A function without a name: it reads the locals that it was made with. */
typedef struct {
    Value (*run)(Position *g, const Value *around, const Value *given);
    const Value *around;
} Closure;

static inline Value rw_call(Position *g, Closure f, const Value *given) {
    return f.run(g, f.around, given);
}

/* ---------------------------------------------------------------- collections */

static inline Value rw_sequence_of(Context *c, Value v) { /* a copy; of a map its keys */
    size_t size, step = rw_is_map(v) ? 2 : 1;
    const Value *items = rw_items(c, v, &size);
    Value *made = rw_made(c, size / step, SEQUENCE);
    for (size_t i = 0, to = 1; i < size; i += step) made[to++] = items[i];
    return rw_object(made);
}

RARE Value rw_keys_of(Context *c, Value map) {
    return rw_sequence_of(c, map);
}

FAST Value rw_each(Context *c, Value v) { /* what a loop goes over: of a map its keys */
    return *rw_opened(c, v) & HEADER(0, MAP) ? rw_keys_of(c, v) : v;
}

static inline Value rw_size_of_number(Context *c, Value v) {
    return v < 0 ? rw_subtract(c, N(0), v) : rw_whole(c, v);
}

static inline Value rw_values_of(Context *c, Value map) {
    size_t size;
    const Value *items = rw_items(c, map, &size);
    Value *made = rw_made(c, size / 2, SEQUENCE);
    for (size_t i = 1, to = 1; i < size; i += 2) made[to++] = items[i];
    return rw_object(made);
}

static inline Value rw_item(Context *c, Value v, Value place) {
    int64_t at = rw_number(rw_whole(c, place));
    if (at < 1) rw_failed(c, "there is no such element in a list");
    return rw_at(c, v, at - 1);
}

static inline Value rw_first(Context *c, Value v) {
    size_t size;
    const Value *items = rw_items(c, v, &size);
    return size ? items[0] : NONE;
}

static inline Value rw_last(Context *c, Value v) {
    size_t size;
    const Value *items = rw_items(c, v, &size);
    return size ? items[size - 1] : NONE;
}

static inline Value rw_last_at(Context *c, Value lists, Value at) {
    return rw_last(c, rw_index(c, lists, at));
}

static inline Value rw_any(Context *c, Value v) { /* whether something in it is no zero, or is not empty */
    size_t size;
    const Value *items = rw_items(c, v, &size);
    for (size_t i = 0; i < size; i++)
        if (rw_some(items[i])) return N(1);
    return N(0);
}

static inline Value rw_fingerprint(Context *c, Value v) { /* of what stands in it, in this order */
    size_t size;
    const Value *items = rw_items(c, v, &size);
    uint64_t found = size;
    for (size_t i = 0; i < size; i++) {
        found = (found ^ (uint64_t)rw_number(rw_whole(c, items[i]))) * 0x9E3779B97F4A7C15u;
        found ^= found >> 29;
    }
    return N((int64_t)(found >> 12));
}

static inline Value rw_place_in(Context *c, Value thing, Value v) { /* counted from 1; 0: it is not there */
    size_t size;
    const Value *items = rw_items(c, v, &size);
    for (size_t i = 0; i < size; i++)
        if (rw_equal(items[i], thing)) return N((int64_t)i + 1);
    return N(0);
}

static inline Value rw_range(Context *c, Value low, Value high) {
    int64_t from = rw_number(rw_whole(c, low)), to = rw_number(rw_whole(c, high));
    size_t size = to > from ? (size_t)(to - from) : 0;
    if (size > LOOP_LIMIT) rw_failed(c, "a range is too long");
    Value *made = rw_made(c, size, SEQUENCE);
    for (size_t i = 0; i < size; i++) made[i + 1] = N(from + (int64_t)i);
    return rw_object(made);
}

static inline Value rw_positions(Context *c, Value v) {
    return rw_range(c, N(1), N((int64_t)rw_size(c, v) + 1));
}

static inline Value rw_backwards(Context *c, Value v) {
    size_t size;
    const Value *items = rw_items(c, v, &size);
    Value *made = rw_made(c, size, SEQUENCE);
    for (size_t i = 0; i < size; i++) made[i + 1] = items[size - 1 - i];
    return rw_object(made);
}

static inline Value rw_chained(Context *c, Value a, Value b) {
    size_t m, n;
    const Value *x = rw_items(c, a, &m), *y = rw_items(c, b, &n);
    Value *made = rw_made(c, m + n, SEQUENCE);
    memcpy(made + 1, x, m * sizeof(Value));
    memcpy(made + 1 + m, y, n * sizeof(Value));
    return rw_object(made);
}

static inline Value rw_plus(Context *c, Value a, Value b) { /* of numbers, or of sequences */
    return rw_is_object(a) ? rw_chained(c, a, b) : rw_add(c, a, b);
}

/* Values side by side; those that are marked stand for all that is in them. */
static inline Value rw_spread(Context *c, size_t size, const Value *items, const char *spread) {
    Value made = rw_growing(c, 16, SEQUENCE);
    for (size_t i = 0; i < size; i++) {
        if (!spread[i]) {
            made = rw_put(c, made, items[i]);
            continue;
        }
        size_t more, step = rw_is_map(items[i]) ? 2 : 1;
        const Value *from = rw_items(c, items[i], &more);
        for (size_t j = 0; j < more; j += step) made = rw_put(c, made, from[j]);
    }
    return made;
}

static inline Value rw_joined(Context *c, Value xs, Value more) { /* into a set */
    size_t size, n;
    const Value *items = rw_items(c, xs, &size), *others = rw_items(c, more, &n);
    Value *made = rw_made(c, size + n, SEQUENCE);
    memcpy(made + 1, items, size * sizeof(Value));
    for (size_t i = 0; i < n; i++)
        if (!rw_contains(c, xs, others[i])) made[++size] = others[i];
    made[0] = rw_header(size, SEQUENCE);
    return rw_object(made);
}

static inline Value rw_without(Context *c, Value xs, Value x) {
    size_t size, kept = 0;
    const Value *items = rw_items(c, xs, &size);
    Value *made = rw_made(c, size, SEQUENCE);
    int gone = 0;
    for (size_t i = 0; i < size; i++) {
        if (!gone && rw_equal(items[i], x))
            gone = 1;
        else
            made[++kept] = items[i];
    }
    made[0] = rw_header(kept, SEQUENCE);
    return rw_object(made);
}

static inline Value rw_difference(Context *c, Value xs, Value gone) {
    size_t size;
    const Value *items = rw_items(c, gone, &size);
    for (size_t i = 0; i < size; i++) xs = rw_without(c, xs, items[i]);
    return xs;
}

static inline Value rw_taken_out(Context *c, Value held, Value x) {
    if (!rw_contains(c, held, x)) rw_failed(c, "something is not where it should be");
    return rw_without(c, held, x);
}

static inline Value rw_any_left(Context *c, Value held, Value picked) {
    size_t size, found = 0;
    const Value *items = rw_items(c, picked, &size);
    for (size_t i = 0; i < size; i++) found += (size_t)rw_contains(c, held, items[i]);
    return rw_flag(rw_size(c, held) > found);
}

static inline Value rw_replaced(Context *c, Value xs, Value place, Value value) {
    rw_item(c, xs, place);
    size_t size;
    const Value *items = rw_items(c, xs, &size);
    Value made = rw_sequence(c, size, items);
    rw_words(made)[rw_number(place)] = value;
    return made;
}

static inline Value rw_slice(Context *c, Value v, Value low, Value high) { /* NIL: as far as there is anything */
    size_t found;
    const Value *items = rw_items(c, v, &found);
    int64_t size = (int64_t)found, from = low == NIL ? 0 : rw_number(low), to = high == NIL ? size : rw_number(high);
    if (from < 0) from = from + size < 0 ? 0 : from + size;
    if (to < 0) to += size;
    if (to > size) to = size;
    return rw_sequence(c, to > from ? (size_t)(to - from) : 0, items + (to > from ? from : 0));
}

static inline Value rw_filled(Context *c, Value value, Value times) {
    int64_t n = rw_number(rw_whole(c, times));
    if (n > (int64_t)1 << 24) rw_failed(c, "a list is too long");
    Value *made = rw_made(c, n > 0 ? (size_t)n : 0, SEQUENCE);
    for (int64_t i = 0; i < n; i++) made[i + 1] = value;
    return rw_object(made);
}

static inline Value rw_copies_of(Context *c, Value copies) {
    size_t size;
    const Value *items = rw_items(c, copies, &size);
    Value made = rw_growing(c, 16, SEQUENCE);
    for (size_t i = 0; i < size; i++)
        for (int64_t n = rw_number(items[i]); n > 0; n--) made = rw_put(c, made, N((int64_t)i));
    return made;
}

static inline int rw_disjoint(Context *c, Value a, Value b) {
    size_t size;
    const Value *items = rw_items(c, a, &size);
    for (size_t i = 0; i < size; i++)
        if (rw_contains(c, b, items[i])) return 0;
    return 1;
}

/* Sorts things by keys, the same number of both; equal keys keep their order. */
static inline void rw_sort(Value *keys, Value *things, size_t size) {
    for (size_t i = 1; i < size; i++) {
        Value key = keys[i], thing = things[i];
        size_t j = i;
        for (; j > 0 && rw_compare(keys[j - 1], key) > 0; j--) keys[j] = keys[j - 1], things[j] = things[j - 1];
        keys[j] = key;
        things[j] = thing;
    }
}

static inline Value rw_sorted(Context *c, Value keys, Value things) {
    size_t size;
    const Value *by = rw_items(c, keys, &size);
    Value *copy = rw_room(c, size);
    for (size_t i = 0; i < size; i++) copy[i] = by[i];
    Value made = rw_sequence_of(c, things);
    rw_sort(copy, rw_words(made) + 1, size);
    return made;
}

static inline Value rw_set_of(Context *c, Value v) { /* the same for the same things, in whatever order they come */
    Value things = rw_distinct(c, v);
    return rw_sorted(c, things, things);
}

static inline Value rw_connected(Position *g, Value things, Closure linked) {
    Context *c = g->c;
    size_t size;
    const Value *items = rw_items(c, things, &size);
    Value *left = rw_room(c, size), *group = rw_room(c, size), groups = rw_growing(c, 8, SEQUENCE);
    for (size_t i = 0; i < size; i++) left[i] = items[i];
    size_t still = size;
    while (still > 0) {
        size_t members = 0;
        group[members++] = left[0];
        memmove(left, left + 1, --still * sizeof(Value));
        for (size_t m = 0; m < members; m++) {
            size_t kept = 0, known = members;
            for (size_t i = 0; i < still; i++) {
                Value given[2] = {group[m], left[i]};
                int near = rw_some(rw_call(g, linked, given));
                for (size_t k = known; !near && k < members; k++) near = rw_equal(group[k], left[i]);
                if (near)
                    group[members++] = left[i];
                else
                    left[kept++] = left[i];
            }
            still = kept;
        }
        Value *places = rw_room(c, members);
        for (size_t i = 0; i < members; i++) places[i] = rw_place_in(c, group[i], things);
        rw_sort(places, group, members);
        groups = rw_put(c, groups, rw_sequence(c, members, group));
    }
    return groups;
}

/* ---------------------------------------------------------------- players */

static inline Value rw_clockwise_from(Position *g, Value player) {
    int64_t n = g->players, seat = rw_number(rw_remainder(g->c, player, N(n)));
    Value *made = rw_made(g->c, (size_t)n, SEQUENCE);
    for (int64_t i = 0; i < n; i++) made[i + 1] = N((seat + i) % n);
    return rw_object(made);
}

static inline Value rw_clockwise_after(Position *g, Value player) {
    return rw_slice(g->c, rw_clockwise_from(g, player), N(1), NIL);
}

static inline Value rw_next_player(Position *g, Value player) {
    return rw_remainder(g->c, rw_add(g->c, player, N(1)), N(g->players));
}

static inline Value rw_ring_distance(Context *c, Value a, Value b, Value size) {
    Value steps = rw_remainder(c, rw_subtract(c, a, b), size);
    return rw_smaller(steps, size - steps);
}

static inline Value rw_best_players(Context *c, Value scores) {
    size_t size;
    const Value *items = rw_items(c, scores, &size);
    if (size == 0) rw_failed(c, "nobody has a score");
    Value top = items[0], made = rw_growing(c, 8, SEQUENCE);
    for (size_t i = 1; i < size; i++) top = rw_larger(top, items[i]);
    for (size_t i = 0; i < size; i++)
        if (items[i] == top) made = rw_put(c, made, N((int64_t)i));
    return made;
}

_Noreturn static inline void rw_end_game(Position *g, Value winners) {
    rw_set_field(g, F_WINNERS, winners);
    rw_leave(g->c, GAME_OVER, "");
}

/* ---------------------------------------------------------------- figures */

static inline Value rw_within(Context *c, Value v, Value low, Value high) {
    if (rw_whole(c, v) < low || v > high) rw_failed(c, "a figure is out of its range");
    return v;
}

static inline Value rw_at_least(Context *c, Value v, Value low) {
    if (rw_whole(c, v) < low) rw_failed(c, "a figure is out of its range");
    return v;
}

static inline Value rw_not_none(Context *c, Value v) {
    size_t size = 1;
    const Value *items = rw_is_object(v) ? rw_items(c, v, &size) : &v;
    for (size_t i = 0; i < size; i++)
        if (items[i] <= N(NONE_NUMBER / 2)) rw_failed(c, "none is used as a number");
    return v;
}

static inline Value rw_place_of(Context *c, Value key, Value low, Value size) {
    if (key < low || key >= low + size) rw_failed(c, "a key is outside its range");
    return key - low;
}

static inline void rw_next_round(Position *g) {
    if ((g->idle_rounds += ROUND_STEPS) > STEP_LIMIT) rw_failed(g->c, "the rules go round without end");
}

static inline Value rw_sized(Context *c, Value v) {
    if (rw_is_object(v) && rw_header_size(*rw_words(v)) > SIZE_LIMIT) rw_failed(c, "a list has too many things");
    return v;
}

static inline Value rw_fitting(Context *c, Value v) {
    if (rw_whole(c, v) > N((int64_t)1 << 53) || v < -N((int64_t)1 << 53)) rw_failed(c, "a number is too large");
    return v;
}

static inline void rw_deeper(Position *g) {
    rw_spend(g, 1);
    if (++g->call_depth > DEPTH_LIMIT) rw_failed(g->c, "a rule calls itself without end");
}

static inline Value rw_paired(Context *c, Value a, Value b) {
    if (a < 0 || a >= N(32768) || b < 0 || b >= N(32768)) rw_failed(c, "numbers that are chosen together are too large");
    return a * 32768 + b;
}

static inline Value rw_bundles_added(Context *c, Value a, Value b) {
    size_t m, n;
    const Value *x = rw_items(c, a, &m), *y = rw_items(c, b, &n);
    size_t size = m < n ? m : n;
    Value *made = rw_made(c, size, SEQUENCE);
    for (size_t i = 0; i < size; i++) made[i + 1] = rw_add(c, x[i], y[i]);
    return rw_object(made);
}

static inline Value rw_bundles_subtracted(Context *c, Value a, Value b) {
    size_t m, n;
    const Value *x = rw_items(c, a, &m), *y = rw_items(c, b, &n);
    size_t size = m < n ? m : n;
    Value *made = rw_made(c, size, SEQUENCE);
    for (size_t i = 0; i < size; i++) made[i + 1] = rw_larger(0, rw_subtract(c, x[i], y[i]));
    return rw_object(made);
}

static inline Value rw_bundle_scaled(Context *c, Value times, Value bundle) {
    size_t size;
    const Value *items = rw_items(c, bundle, &size);
    Value *made = rw_made(c, size, SEQUENCE);
    for (size_t i = 0; i < size; i++) made[i + 1] = rw_times(c, times, items[i]);
    return rw_object(made);
}

static inline Value rw_bundle_of(Context *c, Value resource, Value size) {
    int64_t n = rw_number(size);
    Value *made = rw_made(c, (size_t)n, SEQUENCE);
    for (int64_t i = 0; i < n; i++) made[i + 1] = rw_flag(N(i) == resource);
    return rw_object(made);
}

static inline Value rw_yes_or_no(void) {
    static const Value both[3] = {HEADER(2, SEQUENCE) | LASTING, N(1), N(0)};
    return rw_object(both);
}

static inline Value rw_order_options(Context *c, Value left, Value clashes, Value idle, Value wakers) {
    size_t size;
    const Value *items = rw_items(c, left, &size);
    if (size < 2) return rw_distinct(c, left);
    if (wakers != NIL && rw_some(idle)) {
        Value still = idle;
        while (rw_some(still)) { /* those that none of the others left can wake */
            size_t n;
            const Value *asleep = rw_items(c, still, &n);
            Value kept = rw_growing(c, n, SEQUENCE);
            for (size_t i = 0; i < n; i++) {
                Value by = rw_index(c, wakers, asleep[i]);
                int woken = 0;
                for (size_t j = 0; j < size && !woken; j++)
                    woken = !rw_contains(c, still, items[j]) && rw_contains(c, by, items[j]);
                if (!woken) kept = rw_put(c, kept, asleep[i]);
            }
            int done = rw_size(c, kept) == n;
            still = kept;
            if (done) break;
        }
        if (rw_some(still)) return rw_slice(c, still, N(0), N(1));
    }
    for (size_t i = 0; i < size; i++) {
        Value others = rw_lookup(c, clashes, items[i], NIL);
        if (others == NIL || rw_disjoint(c, others, left)) return rw_sequence(c, 1, items + i);
    }
    return rw_distinct(c, left);
}

/* ---------------------------------------------------------------- what is kept of searches */

static inline Value rw_ways(Context *c, Value things, Value over, Value figures) {
    size_t size;
    const Value *items = rw_items(c, things, &size);
    Value all = rw_growing(c, 32, SEQUENCE), pairs = rw_growing(c, size, SEQUENCE);
    for (size_t i = 0; i + 1 < size; i += 2) {
        size_t n;
        const Value *ways = rw_items(c, items[i + 1], &n);
        size_t before = 0; /* many things share their ways */
        while (before < i && items[before + 1] != items[i + 1]) before += 2;
        for (size_t j = 0; j < n && before == i; j++) all = rw_put_once(c, all, ways[j]);
        pairs = rw_put(c, pairs, rw_sequence(c, 2, items + i));
    }
    const Value found[4] = {rw_sorted(c, all, all), pairs, over, figures};
    return rw_sequence(c, 4, found);
}

#endif
