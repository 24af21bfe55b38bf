/* Chance: the same numbered draws from BLAKE2b as in runtime/rulewright_runtime/chance.py, bit by bit. */
#ifndef RULEWRIGHT_CHANCE_H
#define RULEWRIGHT_CHANCE_H

#include "scanning.h"

static const uint64_t rw_blake_start[8] = {
    UINT64_C(0x6A09E667F3BCC908), UINT64_C(0xBB67AE8584CAA73B), UINT64_C(0x3C6EF372FE94F82B), UINT64_C(0xA54FF53A5F1D36F1),
    UINT64_C(0x510E527FADE682D1), UINT64_C(0x9B05688C2B3E6C1F), UINT64_C(0x1F83D9ABFB41BD6B), UINT64_C(0x5BE0CD19137E2179),
};

static const unsigned char rw_blake_order[12][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
};

static inline uint64_t rw_turned(uint64_t x, int by) {
    return (x >> by) | (x << (64 - by));
}

static inline void rw_blake_mix(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x;
    v[d] = rw_turned(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rw_turned(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rw_turned(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rw_turned(v[b] ^ v[c], 63);
}

/* BLAKE2b with 64 bytes of digest, of a message of three words. */
static inline void rw_blake(const uint64_t message[3], uint64_t digest[8]) {
    uint64_t h[8], v[16], m[16] = {message[0], message[1], message[2]};
    for (int i = 0; i < 8; i++) h[i] = rw_blake_start[i];
    h[0] ^= UINT64_C(0x01010040);
    for (int i = 0; i < 8; i++) v[i] = h[i], v[i + 8] = rw_blake_start[i];
    v[12] ^= 24; /* bytes of the message */
    v[14] = ~v[14];
    for (int round = 0; round < 12; round++) {
        const unsigned char *s = rw_blake_order[round];
        rw_blake_mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
        rw_blake_mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
        rw_blake_mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
        rw_blake_mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
        rw_blake_mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
        rw_blake_mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
        rw_blake_mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
        rw_blake_mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    for (int i = 0; i < 8; i++) digest[i] = h[i] ^ v[i] ^ v[i + 8];
}

static inline void rw_seed(Position *g, uint64_t low, uint64_t high) {
    g->chance = (Chance){{low, high}, 0, 0};
    g->drawn_known = 0;
}

static inline uint64_t rw_next_word(Position *g) {
    if (!g->drawn_known || g->drawn_block != g->chance.block) {
        uint64_t message[3] = {g->chance.block, g->chance.key[0], g->chance.key[1]};
        rw_blake(message, g->drawn);
        g->drawn_known = 1;
        g->drawn_block = g->chance.block;
    }
    uint64_t found = g->drawn[g->chance.draw];
    g->chance.draw++;
    if (g->chance.draw == 8) {
        g->chance.draw = 0;
        g->chance.block++;
    }
    return found;
}

static inline int64_t rw_told(Position *g, int64_t n) {
    if (n == 1) return 0;
    size_t size;
    const Value *draws = rw_items(g->c, g->f[F_TOLD], &size);
    if (size == 0) rw_leave(g->c, UNTOLD, "a draw is to be told");
    Value first = draws[0];
    rw_set_field(g, F_TOLD, rw_sequence(g->c, size - 1, draws + 1));
    return rw_number(first);
}

/* A number from 0 to n - 1; what would favour the low ones is drawn again. */
static inline int64_t rw_draw(Position *g, int64_t n) {
    if (n <= 0) rw_failed(g->c, "nothing to choose at random from");
    if (g->f[F_TOLD] != NIL) return rw_told(g, n);
    uint64_t size = (uint64_t)n, uneven = (UINT64_MAX % size + 1) % size;
    for (;;) {
        uint64_t found = rw_next_word(g);
        if (uneven == 0 || found < (uint64_t)0 - uneven) return (int64_t)(found % size);
    }
}

static inline void rw_begin_draw(Position *g) {
    if (g->trial >= 0) rw_leave(g->c, FINISHED, "");
}

static inline Value rw_below(Position *g, Value n) {
    rw_begin_draw(g);
    return N(rw_draw(g, rw_number(rw_whole(g->c, n))));
}

static inline Value rw_shuffled(Position *g, Value things) {
    rw_begin_draw(g);
    size_t size;
    const Value *items = rw_items(g->c, things, &size);
    Value *made = rw_made(g->c, size, SEQUENCE), *mixed = made + 1;
    for (size_t i = 0; i < size; i++) mixed[i] = items[i];
    for (size_t left = size; left > 1; left--) {
        size_t j = (size_t)rw_draw(g, (int64_t)left);
        Value other = mixed[left - 1];
        mixed[left - 1] = mixed[j];
        mixed[j] = other;
    }
    return rw_object(made);
}

static inline Value rw_some_of(Position *g, Value n, Value things) {
    rw_begin_draw(g);
    size_t size;
    const Value *items = rw_items(g->c, things, &size);
    int64_t wanted = rw_number(rw_whole(g->c, n));
    if (wanted > (int64_t)size) rw_failed(g->c, "more things are to be chosen at random than there are");
    Value *made = rw_made(g->c, size, SEQUENCE), *rest = made + 1;
    for (size_t i = 0; i < size; i++) rest[i] = items[i];
    int64_t given = wanted < 0 ? (int64_t)size + wanted : wanted; /* as the Python runtime has it: all but so many */
    if (wanted < 0) wanted = 0;
    if (given < 0) given = 0;
    for (size_t i = 0; i < (size_t)wanted; i++) {
        size_t j = i + (size_t)rw_draw(g, (int64_t)(size - i));
        Value other = rest[i];
        rest[i] = rest[j];
        rest[j] = other;
    }
    made[0] = rw_header((size_t)given, SEQUENCE);
    return rw_object(made);
}

static inline Value rw_one_of(Position *g, Value things) {
    return rw_at(g->c, rw_some_of(g, N(1), things), 0);
}

static inline Value rw_roll(Position *g, Value n, Value weights) {
    rw_begin_draw(g);
    size_t faces;
    const Value *sides_of = rw_items(g->c, weights, &faces);
    int64_t sides = 0, count = rw_number(rw_whole(g->c, n));
    for (size_t i = 0; i < faces; i++) sides += rw_number(sides_of[i]);
    if (sides <= 0) rw_failed(g->c, "a die without sides");
    if (count < 0) count = 0;
    Value *made = rw_made(g->c, (size_t)count, SEQUENCE);
    for (int64_t i = 0; i < count; i++) {
        int64_t side = rw_draw(g, sides);
        size_t face = 0;
        while (face < faces && side >= rw_number(sides_of[face])) side -= rw_number(sides_of[face++]);
        made[i + 1] = N((int64_t)face);
    }
    return rw_object(made);
}

#endif
