/* Deals: positions that a player cannot tell from the real one, as deals.py of the Python runtime deals them. */
#ifndef RULEWRIGHT_DEALS_H
#define RULEWRIGHT_DEALS_H

#include "playing.h"
#include "twister.h"

typedef struct {
    int64_t *numbers;
} Dealing;

static inline int rw_deal(const Dealing *d, Context *c, Position *to, const Position *g, int64_t seat, uint64_t seed) {
    (void)d, (void)c, (void)to, (void)g, (void)seat, (void)seed;
    return FAILURE;
}

#endif
