/* Values: a number, nothing, or a sequence or map of values; temporaries lie in an arena that is released as a whole.
 *
 * A value is one word. An even word is twice a number, or NIL, a value that is not there; an odd word is one more than the
 * address of an object: a header with its size and kind, then its elements (of a map: key, value, key, value…).
 * Objects never change, but for those that still grow: they have a word with their capacity before the header.
 */
#ifndef RULEWRIGHT_VALUES_H
#define RULEWRIGHT_VALUES_H

#include "arena.h"

#define N(number) ((Value)(number) * 2)
#define NIL INT64_MIN
#define NONE_NUMBER (-1000000000)
#define NONE N(NONE_NUMBER)
#define MOST_NUMBER ((int64_t)1 << 60) /* larger numbers are refused: sums of two values never overflow a word */

enum { SEQUENCE = 0, MAP = 1, GROWING = 2 };
#define HEADER(size, kind) ((Value)(size) * 128 + (kind) * 2) /* between them, three bits that frames use, and: */
#define LASTING ((Value)64) /* it is never changed nor given back: positions may point to it */
#define ASCENDING ((Value)8) /* of a map: its keys are numbers, each larger than the one before */

/* ---------------------------------------------------------------- numbers */

FAST int64_t rw_number(Value v) {
    return v >> 1;
}

FAST Value rw_flag(int holds) {
    return holds ? N(1) : N(0);
}

FAST int rw_is_object(Value v) {
    return (int)(v & 1);
}

FAST Value rw_in_range(Context *c, Value v) {
    if ((uint64_t)v + (uint64_t)N(MOST_NUMBER) > (uint64_t)N(2 * MOST_NUMBER)) rw_failed(c, "a number is too large");
    return v;
}

FAST Value rw_whole(Context *c, Value v) {
    if (v & 1) rw_failed(c, "a number is needed");
    return v;
}

/* Of two that are added: one that is not there comes out of range, but two of them would come out as 0. */
FAST void rw_both(Context *c, Value a, Value b) {
    rw_whole(c, a | b);
    if ((a & b) == NIL) rw_failed(c, "a number is not there"); /* of two numbers in range, more bits are left */
}

FAST Value rw_add(Context *c, Value a, Value b) {
    rw_both(c, a, b);
    return rw_in_range(c, (Value)((uint64_t)a + (uint64_t)b));
}

FAST Value rw_subtract(Context *c, Value a, Value b) {
    rw_both(c, a, b);
    return rw_in_range(c, (Value)((uint64_t)a - (uint64_t)b));
}

/* Where a sum is only compared, or looked up, it needs no check: of numbers that are in range it never overflows. */
FAST Value rw_sum(Value a, Value b) {
    return (Value)((uint64_t)a + (uint64_t)b);
}

FAST Value rw_gap(Value a, Value b) {
    return (Value)((uint64_t)a - (uint64_t)b);
}

FAST int64_t rw_counted(Context *c, Value v) { /* a number that is there */
    return rw_number(rw_in_range(c, rw_whole(c, v)));
}

RARE Value rw_large_product(Context *c, Value a, Value b) {
    int64_t x = rw_counted(c, a), y = rw_counted(c, b);
    int64_t size = y < 0 ? -y : y;
    if (size != 0 && (x > MOST_NUMBER / size || x < -(MOST_NUMBER / size))) rw_failed(c, "a number is too large");
    return N(x * y);
}

FAST Value rw_times(Context *c, Value a, Value b) {
    if (!((a | b) & 1) && a == (int32_t)a && b == (int32_t)b) return (a >> 1) * b;
    return rw_large_product(c, a, b);
}

static inline Value rw_quotient(Context *c, Value a, Value b) {
    int64_t x = rw_counted(c, a), y = rw_counted(c, b);
    if (y == 0) rw_failed(c, "something is divided by 0");
    int64_t q = x / y;
    return N(x % y != 0 && (x < 0) != (y < 0) ? q - 1 : q);
}

static inline Value rw_remainder(Context *c, Value a, Value b) {
    int64_t x = rw_counted(c, a), y = rw_counted(c, b);
    if (y == 0) rw_failed(c, "something is divided by 0");
    int64_t r = x % y;
    return N(r != 0 && (r < 0) != (y < 0) ? r + y : r);
}

FAST Value rw_larger(Value a, Value b) {
    return a > b ? a : b;
}

FAST Value rw_smaller(Value a, Value b) {
    return a < b ? a : b;
}

/* ---------------------------------------------------------------- objects */

FAST Value *rw_words(Value v) {
    return (Value *)(intptr_t)(v - 1);
}

FAST Value rw_object(const Value *words) {
    return (Value)(intptr_t)words + 1;
}

FAST Value rw_header(size_t size, int kind) {
    return HEADER(size, kind);
}

FAST size_t rw_header_size(Value header) {
    return (size_t)header >> 7;
}

FAST int rw_header_kind(Value header) {
    return (int)(header >> 1) & 3;
}

FAST const Value *rw_opened(Context *c, Value v) {
    if (!rw_is_object(v)) rw_failed(c, "none is used as an amount or a collection");
    return rw_words(v);
}

/* The words of an object; `size` gets how many there are. */
FAST const Value *rw_items(Context *c, Value v, size_t *size) {
    const Value *words = rw_opened(c, v);
    *size = rw_header_size(words[0]);
    return words + 1;
}

FAST int rw_is_map(Value v) {
    return rw_is_object(v) && (rw_header_kind(*rw_words(v)) & MAP);
}

FAST size_t rw_size(Context *c, Value v) {
    const Value *words = rw_opened(c, v);
    size_t size = rw_header_size(words[0]);
    return rw_header_kind(words[0]) & MAP ? size / 2 : size;
}

FAST int rw_some(Value v) { /* whether there is anything in a collection, or a text that is not empty */
    if (!(v & 1)) return v != 0 && v != NIL;
    return rw_header_size(*rw_words(v)) > 0;
}

FAST Value rw_growing(Context *c, size_t capacity, int kind) {
    Value *words = rw_room(c, capacity + 2);
    words[0] = N((int64_t)capacity);
    words[1] = rw_header(0, kind | GROWING) | (kind & MAP ? ASCENDING : 0);
    return rw_object(words + 1);
}

/* An object of a known size, whose words are still to be filled in. */
FAST Value *rw_made(Context *c, size_t size, int kind) {
    Value *words = rw_room(c, size + 1);
    words[0] = rw_header(size, kind);
    return words;
}

static inline Value rw_sequence(Context *c, size_t size, const Value *items) {
    Value *words = rw_made(c, size, SEQUENCE);
    for (size_t i = 0; i < size; i++) words[i + 1] = items[i];
    return rw_object(words);
}

static inline Value rw_map_of(Context *c, size_t size, const Value *items) {
    Value *words = rw_made(c, size, MAP);
    for (size_t i = 0; i < size; i++) words[i + 1] = items[i];
    return rw_object(words);
}

FAST Value rw_no_things(void) {
    static const Value nothing[1] = {LASTING};
    return rw_object(nothing);
}

/* Lists of one small number, which last. */
enum { SMALL_NUMBERS = 64 };
#define ONE(n) {HEADER(1, SEQUENCE) | LASTING, N(n)}
#define FOUR(n) ONE(n), ONE(n + 1), ONE(n + 2), ONE(n + 3)
#define SIXTEEN(n) FOUR(n), FOUR(n + 4), FOUR(n + 8), FOUR(n + 12)
static const Value rw_lists_of_one[SMALL_NUMBERS][2] = {SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48)};

/* A list that lasts with the same in it, for those that come again and again: empty ones, and of one small number; NIL:
 * there is none. */
FAST Value rw_common_list(const Value *words) {
    const Value header = words[0] & ~HEADER(0, GROWING);
    if (header == HEADER(0, SEQUENCE)) return rw_no_things();
    if (header == HEADER(1, SEQUENCE) && (uint64_t)words[1] < N(SMALL_NUMBERS) && !(words[1] & 1))
        return rw_object(rw_lists_of_one[words[1] >> 1]);
    return NIL;
}

SLOW Value rw_growing_copy(Context *c, Value v, size_t capacity) {
    const Value *from = rw_opened(c, v);
    size_t size = rw_header_size(from[0]);
    Value made = rw_growing(c, capacity > size ? capacity : size, rw_header_kind(from[0]) & MAP);
    Value *to = rw_words(made);
    to[0] = rw_header(size, rw_header_kind(to[0])) | (rw_is_map(v) ? from[0] & ASCENDING : 0);
    memcpy(to + 1, from + 1, size * sizeof(Value));
    return made;
}

SLOW Value rw_put_in_copy(Context *c, Value list, Value thing) {
    size_t size = rw_header_size(*rw_opened(c, list));
    list = rw_growing_copy(c, list, size < 8 ? 16 : 2 * size);
    rw_words(list)[size + 1] = thing;
    rw_words(list)[0] += HEADER(1, 0);
    return list;
}

/* A list with one thing more: the same object while there is room in it. */
FAST Value rw_put(Context *c, Value list, Value thing) {
    Value *words = (Value *)rw_opened(c, list);
    size_t size = rw_header_size(words[0]);
    if (!(words[0] & HEADER(0, GROWING)) || (size_t)rw_number(words[-1]) == size) return rw_put_in_copy(c, list, thing);
    words[size + 1] = thing;
    words[0] += HEADER(1, 0);
    return list;
}

SLOW int rw_equal_objects(Value a, Value b) {
    const Value *x = rw_words(a), *y = rw_words(b);
    size_t size = rw_header_size(x[0]);
    if (size != rw_header_size(y[0])) return 0;
    for (size_t i = 1; i <= size; i++)
        if (x[i] != y[i] && (!(x[i] & y[i] & 1) || !rw_equal_objects(x[i], y[i]))) return 0;
    return 1;
}

FAST int rw_equal(Value a, Value b) {
    return a == b || ((a & b & 1) && rw_equal_objects(a, b));
}

SLOW int rw_compare(Value a, Value b) { /* numbers by size, sequences by their first difference */
    if (!rw_is_object(a) || !rw_is_object(b)) return (a > b) - (a < b);
    const Value *x = rw_words(a), *y = rw_words(b);
    size_t m = rw_header_size(x[0]), n = rw_header_size(y[0]);
    for (size_t i = 1; i <= m && i <= n; i++) {
        int found = rw_compare(x[i], y[i]);
        if (found != 0) return found;
    }
    return (m > n) - (m < n);
}

static inline uint64_t rw_mixed(uint64_t hash, uint64_t more) { /* one round of splitmix64 */
    uint64_t z = (hash ^ more) + UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* A quicker one, for what is kept by the thread. */
static inline uint64_t rw_key_hash(Value v, uint64_t hash) {
    const Value *words = rw_is_object(v) ? rw_words(v) + 1 : &v;
    size_t size = rw_is_object(v) ? rw_header_size(words[-1]) : 1;
    hash += size;
    for (size_t i = 0; i < size; i++) {
        if (rw_is_object(words[i])) {
            hash = rw_key_hash(words[i], hash);
            continue;
        }
        hash = (hash ^ (uint64_t)words[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return hash;
}

SLOW uint64_t rw_hash(Value v, uint64_t hash) {
    if (!rw_is_object(v)) return rw_mixed(hash, (uint64_t)v);
    const Value *words = rw_words(v);
    size_t size = rw_header_size(words[0]);
    hash = rw_mixed(hash, 2 * size + 1);
    for (size_t i = 1; i <= size; i++) hash = rw_hash(words[i], hash);
    return hash;
}

/* ---------------------------------------------------------------- elements */

RARE Value rw_at_end(Context *c, Value v, int64_t place) { /* a negative place counts from the end */
    const Value *words = rw_opened(c, v);
    int64_t size = (int64_t)rw_header_size(words[0]);
    if (place >= 0 || place < -size) rw_failed(c, "something is asked of none, or of a place that is not there");
    return words[place + size + 1];
}

FAST Value rw_at(Context *c, Value v, int64_t place) {
    if (!rw_is_object(v) || (uint64_t)place >= rw_header_size(*rw_words(v))) return rw_at_end(c, v, place);
    return rw_words(v)[place + 1];
}

/* The element at a number that is in range: a number is twice its place, a word has eight bytes. */
FAST Value rw_nth(const Value *items, Value at) {
    return *(const Value *)((const char *)items + 4 * at);
}

RARE Value rw_item_elsewhere(Context *c, Value v, Value at) { /* counted from the end, or not there */
    return rw_at(c, v, rw_number(rw_whole(c, at)));
}

/* An element of a sequence; what is no number is larger than any size. */
FAST Value rw_item_at(Context *c, Value v, Value at) {
    const size_t place = (uint64_t)at >> 1;
    if (!rw_is_object(v) || place >= rw_header_size(*rw_words(v))) return rw_item_elsewhere(c, v, at);
    return rw_words(v)[place + 1];
}

/* Something with a known form has so many parts, or more. */
FAST void rw_with_members(Context *c, Value v, size_t count) {
    if (!rw_is_object(v) || count > rw_header_size(*rw_words(v)))
        rw_failed(c, "something is asked of none, or of a place that is not there");
}

/* A part of something with a known form, a frame, a record or an amount; the place is none from the end. */
FAST Value rw_member(Context *c, Value v, size_t place) {
    if (!rw_is_object(v) || place >= rw_header_size(*rw_words(v)))
        rw_failed(c, "something is asked of none, or of a place that is not there");
    return rw_words(v)[place + 1];
}

static inline Value rw_lookup(Context *c, Value map, Value key, Value otherwise) {
    if (map == NIL) return otherwise;
    size_t size;
    const Value *items = rw_items(c, map, &size);
    if (size > 1) { /* where keys are numbers in a row, one look is enough */
        uint64_t guess = (uint64_t)key - (uint64_t)items[0];
        if (guess < size && items[guess] == key && !(guess & 1)) return items[guess + 1];
    }
    for (size_t i = 0; i + 1 < size; i += 2)
        if (rw_equal(items[i], key)) return items[i + 1];
    return otherwise;
}

SLOW Value rw_of_key(Context *c, Value map, Value key) {
    Value found = rw_lookup(c, map, key, NIL);
    if (found == NIL) rw_failed(c, "there is no such key");
    return found;
}

FAST Value rw_index(Context *c, Value v, Value at) {
    return rw_is_map(v) ? rw_of_key(c, v, at) : rw_at(c, v, rw_number(rw_whole(c, at)));
}

static inline int rw_contains(Context *c, Value v, Value thing) {
    size_t size, step = rw_is_map(v) ? 2 : 1;
    const Value *items = rw_items(c, v, &size);
    if (thing & 1) {
        for (size_t i = 0; i < size; i += step)
            if (rw_equal(items[i], thing)) return 1;
        return 0;
    }
    for (size_t i = 0; i < size; i += step)
        if (items[i] == thing) return 1;
    return 0;
}

/* Into a set that grows: what is there already is not added again. */
static inline Value rw_put_once(Context *c, Value set, Value thing) {
    return rw_contains(c, set, thing) ? set : rw_put(c, set, thing);
}

/* A map or a list in which a key or a place has a new value; the same object if it is one that grows. */
static inline Value rw_with(Context *c, Value v, Value key, Value value) {
    Value *words = (Value *)rw_opened(c, v);
    size_t size = rw_header_size(words[0]);
    if (!(rw_header_kind(words[0]) & GROWING)) {
        v = rw_growing_copy(c, v, size + 8);
        words = rw_words(v);
    }
    if (!(rw_header_kind(words[0]) & MAP)) {
        int64_t place = rw_number(rw_whole(c, key));
        if (place < 0) place += (int64_t)size;
        if ((uint64_t)place >= size) rw_failed(c, "a place that is not there");
        words[place + 1] = value;
        return v;
    }
    if (!(words[0] & ASCENDING) || rw_is_object(key) || (size > 0 && words[size - 1] >= key)) {
        for (size_t i = 1; i < size; i += 2)
            if (rw_equal(words[i], key)) {
                words[i + 1] = value;
                return v;
            }
        words[0] &= ~ASCENDING;
    }
    return rw_put(c, rw_put(c, v, key), value);
}

#endif
