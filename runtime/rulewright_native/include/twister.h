/* The chance of bots: the same draws as Python's random.Random gives from the same seed. */
#ifndef RULEWRIGHT_TWISTER_H
#define RULEWRIGHT_TWISTER_H

#include "values.h"

enum { TWISTER_SIZE = 624, TWISTER_AHEAD = 397 };

typedef struct {
    uint32_t words[TWISTER_SIZE];
    int next;
} Twister;

static inline void rw_twister_fill(Twister *t, uint32_t seed) {
    t->words[0] = seed;
    for (uint32_t i = 1; i < TWISTER_SIZE; i++) t->words[i] = UINT32_C(1812433253) * (t->words[i - 1] ^ (t->words[i - 1] >> 30)) + i;
    t->next = TWISTER_SIZE;
}

/* From a seed, as a key of one or two words. */
SLOW void rw_twister_seed(Twister *t, uint64_t seed) {
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    const uint32_t size = key[1] != 0 ? 2 : 1;
    uint32_t i = 1, j = 0, *w = t->words;
    rw_twister_fill(t, UINT32_C(19650218));
    for (int k = TWISTER_SIZE; k > 0; k--) {
        w[i] = (w[i] ^ ((w[i - 1] ^ (w[i - 1] >> 30)) * UINT32_C(1664525))) + key[j] + j;
        if (++i == TWISTER_SIZE) w[0] = w[TWISTER_SIZE - 1], i = 1;
        if (++j == size) j = 0;
    }
    for (int k = TWISTER_SIZE - 1; k > 0; k--) {
        w[i] = (w[i] ^ ((w[i - 1] ^ (w[i - 1] >> 30)) * UINT32_C(1566083941))) - i;
        if (++i == TWISTER_SIZE) w[0] = w[TWISTER_SIZE - 1], i = 1;
    }
    w[0] = UINT32_C(0x80000000);
}

static inline uint32_t rw_twisted(uint32_t high, uint32_t low, uint32_t ahead) {
    uint32_t both = (high & UINT32_C(0x80000000)) | (low & UINT32_C(0x7fffffff));
    return ahead ^ (both >> 1) ^ (low & 1 ? UINT32_C(0x9908b0df) : 0);
}

SLOW void rw_twister_renew(Twister *t) {
    uint32_t *w = t->words;
    for (int i = 0; i < TWISTER_SIZE; i++)
        w[i] = rw_twisted(w[i], w[(i + 1) % TWISTER_SIZE], w[(i + TWISTER_AHEAD) % TWISTER_SIZE]);
    t->next = 0;
}

SLOW uint32_t rw_twister_word(Twister *t) {
    if (t->next == TWISTER_SIZE) rw_twister_renew(t);
    uint32_t y = t->words[t->next++];
    y ^= y >> 11;
    y ^= (y << 7) & UINT32_C(0x9d2c5680);
    y ^= (y << 15) & UINT32_C(0xefc60000);
    return y ^ (y >> 18);
}

static inline uint64_t rw_twister_bits(Twister *t, int bits) { /* from 1 to 64 */
    if (bits <= 32) return rw_twister_word(t) >> (32 - bits);
    uint64_t low = rw_twister_word(t);
    return low | (uint64_t)(rw_twister_word(t) >> (64 - bits)) << 32;
}

static inline double rw_twister_part(Twister *t) { /* at least 0, less than 1 */
    uint32_t a = rw_twister_word(t) >> 5, b = rw_twister_word(t) >> 6;
    return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
}

static inline uint64_t rw_twister_below(Twister *t, uint64_t n) { /* n is at least 1 */
    int bits = 0;
    while (bits < 64 && n >> bits) bits++;
    uint64_t found = rw_twister_bits(t, bits);
    while (found >= n) found = rw_twister_bits(t, bits);
    return found;
}

#endif
