/* A learned value at work: the same whole numbers as in bots/value.py, of which only what differs from a base is worked out. */
#ifndef RULEWRIGHT_JUDGING_H
#define RULEWRIGHT_JUDGING_H

#include "looking.h"

enum { LANE_FAR, LANE_LATER, LANE_ALWAYS, FIRST_HIDDEN }; /* the lanes of a value */

typedef struct {
    const Features *features;
    int64_t lanes;
    int32_t *weights; /* of each feature, one for each lane */
    int64_t *low, *high;
    unsigned char *idle; /* of each block: whether it counts nothing */
    uint32_t *start;  /* of each lane; sums are exact, since they fit into 32 bits */
    int64_t *tops;    /* what each hidden unit counts */
    double scales[4]; /* what one in each of the first lanes stands for, and in the sum of the hidden ones */
    double others, winning;
} Judge;

/* Finds the blocks that count nothing; 0 if there is no memory. */
static inline int rw_find_idle(Judge *j) {
    const Features *f = j->features;
    j->idle = malloc((size_t)f->blocks_count + 1);
    for (int64_t i = 0; j->idle != NULL && i < f->blocks_count; i++) {
        const Block *b = &f->blocks[i];
        const int32_t *weights = j->weights + b->first * j->lanes;
        j->idle[i] = 1;
        for (int64_t k = 0; k < b->width * j->lanes && j->idle[i]; k++) j->idle[i] = weights[k] == 0;
    }
    return j->idle != NULL;
}

/* What one thread needs to judge positions. */
typedef struct {
    const Judge *judge;
    Position *base;
    int64_t seat;   /* for which the numbers of the base are known; -1: for none */
    int64_t *known; /* the features of the base, cut off */
    uint32_t *known_sums, *sums;
    int64_t *numbers, *spare;
} Desk;

static inline void rw_free_desk(Desk *d) {
    if (d == NULL) return;
    rw_free_position(d->base);
    free(d->known);
    free(d->known_sums);
    free(d->sums);
    free(d->numbers);
    free(d->spare);
    free(d);
}

static inline int64_t *rw_spare_for(const Features *f) {
    int64_t widest = 1;
    for (int64_t i = 0; i < f->blocks_count; i++)
        if (f->blocks[i].width > widest) widest = f->blocks[i].width;
    return malloc((size_t)(widest * f->players) * sizeof(int64_t));
}

static inline Desk *rw_new_desk(const Judge *judge) {
    Desk *d = calloc(1, sizeof(Desk));
    if (d == NULL) return NULL;
    const Features *f = judge->features;
    d->judge = judge;
    d->seat = -1;
    d->base = rw_new_position();
    d->known = malloc((size_t)f->width * sizeof(int64_t));
    d->known_sums = malloc((size_t)judge->lanes * sizeof(uint32_t));
    d->sums = malloc((size_t)judge->lanes * sizeof(uint32_t));
    d->numbers = malloc((size_t)f->width * sizeof(int64_t));
    d->spare = rw_spare_for(f);
    if (d->base == NULL || d->known == NULL || d->known_sums == NULL || d->sums == NULL || d->numbers == NULL ||
        d->spare == NULL) {
        rw_free_desk(d);
        return NULL;
    }
    return d;
}

/* From now on positions are compared with this one. */
static inline int rw_rebase(Desk *d, const Position *g) {
    d->seat = -1;
    return rw_copy(d->base, g);
}

static inline Value rw_held(const Position *g, int64_t attribute) {
    return attribute == OF_PLAYER ? N(g->player) : attribute == OF_CHOICE ? N(g->choice) : g->f[attribute];
}

/* A hash of what a position has otherwise than the base, of what comes next, and of the choice. */
static inline uint64_t rw_new_in(const Desk *d, const Position *g) {
    const Features *f = d->judge->features;
    uint64_t hash = rw_hash(g->f[F_THEN], rw_mixed(0, (uint64_t)g->choice));
    for (int64_t i = 0; i < f->attributes_count; i++) {
        Value now = rw_held(g, f->attributes[i]);
        if (!rw_equal(now, rw_held(d->base, f->attributes[i]))) hash = rw_hash(now, rw_mixed(hash, (uint64_t)i));
    }
    return hash;
}

/* A hash of all that the features read. */
static inline uint64_t rw_content(const Features *f, const Position *g) {
    uint64_t hash = 1;
    for (int64_t i = 0; i < f->attributes_count; i++) hash = rw_hash(rw_held(g, f->attributes[i]), hash);
    return hash;
}

static inline int64_t rw_cut(const Judge *j, int64_t feature, int64_t number) {
    return number < j->low[feature] ? j->low[feature] : number > j->high[feature] ? j->high[feature] : number;
}

static inline void rw_weigh(const Judge *j, uint32_t *restrict sums, int64_t feature, int64_t number) {
    const int32_t *restrict weights = j->weights + feature * j->lanes;
    const uint32_t times = (uint32_t)number;
    for (int64_t lane = 0; lane < j->lanes; lane++) sums[lane] += times * (uint32_t)weights[lane];
}

typedef struct {
    Desk *d;
    int64_t seat;
    double worth;
} Judged;

static inline void rw_know_base(Desk *d, Context *c, int64_t seat) {
    const Judge *j = d->judge;
    const Features *f = j->features;
    d->base->c = c;
    const Looking l = {f, d->base, seat, d->known, d->spare};
    memcpy(d->known_sums, j->start, (size_t)j->lanes * sizeof(uint32_t));
    for (int64_t i = 0; i < f->blocks_count; i++) {
        const Block *b = &f->blocks[i];
        if (j->idle[i]) continue;
        rw_fill_block(&l, b, d->known + b->first);
        for (int64_t k = b->first; k < b->first + b->width; k++) {
            d->known[k] = rw_cut(j, k, d->known[k]);
            if (d->known[k] != 0) rw_weigh(j, d->known_sums, k, d->known[k]);
        }
    }
    d->seat = seat;
}

static inline double rw_read_sums(const Judge *j, const uint32_t *sums) {
    double done = (double)(int32_t)sums[LANE_FAR] * j->scales[LANE_FAR];
    double late = (done < 0 ? 0.0 : done > 1 ? 1.0 : done) - 0.5;
    double found = (double)(int32_t)sums[LANE_ALWAYS] * j->scales[LANE_ALWAYS] + late * (double)(int32_t)sums[LANE_LATER] * j->scales[LANE_LATER];
    if (j->lanes == FIRST_HIDDEN) return found;
    int64_t hidden = 0;
    for (int64_t lane = FIRST_HIDDEN; lane < j->lanes; lane++)
        if ((int32_t)sums[lane] > 0) hidden += (int64_t)(int32_t)sums[lane] * j->tops[lane - FIRST_HIDDEN];
    return found + (double)hidden * j->scales[FIRST_HIDDEN];
}

/* Works out what differs from the base; guarded by whoever calls it. */
static inline void rw_judged(Position *g, Value with) {
    Judged *one = (Judged *)(intptr_t)with;
    Desk *d = one->d;
    const Judge *j = d->judge;
    const Features *f = j->features;
    if (d->seat != one->seat) rw_know_base(d, g->c, one->seat);
    memcpy(d->sums, d->known_sums, (size_t)j->lanes * sizeof(uint32_t));
    const Looking l = {f, g, one->seat, d->numbers, d->spare};
    for (int64_t i = 0; i < f->blocks_count; i++) {
        const Block *b = &f->blocks[i];
        int same = 1;
        if (j->idle[i]) continue;
        for (int64_t k = 0; same && k < b->reads_count; k++) {
            int64_t attribute = f->attributes[b->reads[k]];
            same = rw_equal(rw_held(g, attribute), rw_held(d->base, attribute));
        }
        if (same) continue;
        rw_fill_block(&l, b, d->numbers + b->first);
        for (int64_t k = b->first; k < b->first + b->width; k++) {
            int64_t now = rw_cut(j, k, d->numbers[k]);
            if (now != d->known[k]) rw_weigh(j, d->sums, k, now - d->known[k]);
        }
    }
    if (f->scored) {
        int64_t first = f->width - 3;
        rw_score_features(g, one->seat, d->numbers + first);
        for (int64_t k = first; k < f->width; k++) rw_weigh(j, d->sums, k, rw_cut(j, k, d->numbers[k]));
    }
    one->worth = rw_read_sums(j, d->sums);
}

/* ---------------------------------------------------------------- the ends of games */

/* 1 for winning alone, less for winning with others, 0 for losing; if nobody wins, a share. */
static inline double rw_won(const Position *g, int64_t seat) {
    Value winners = g->f[F_WINNERS];
    size_t size = rw_is_object(winners) ? rw_header_size(*rw_words(winners)) : 0;
    if (size == 0) return 1.0 / (double)(g->players > 2 ? g->players : 2);
    for (size_t i = 1; i <= size; i++)
        if (rw_words(winners)[i] == N(seat)) return 0.5 + 0.5 / (double)size;
    return 0.0;
}

/* The score, less a part of the mean score of the other players; guarded by whoever calls it. */
static inline double rw_margin(Position *g, int64_t seat, double others) {
    if (rw_machine.score == NULL) return 0.0;
    int64_t own = rw_number(rw_machine.score(g, N(seat))), rest = 0;
    if (g->players == 1) return (double)own;
    for (int64_t other = 0; other < g->players; other++)
        if (other != seat) rest += rw_number(rw_machine.score(g, N(other)));
    return (double)own - others * (double)rest / (double)(g->players - 1);
}

static inline void rw_judged_end(Position *g, Value with) {
    Judged *one = (Judged *)(intptr_t)with;
    const Judge *j = one->d->judge;
    one->worth = rw_margin(g, one->seat, j->others) + j->winning * rw_won(g, one->seat);
}

/* What a position is worth to a seat; gives RAN, or how it failed. */
static inline int rw_worth(Desk *d, Position *g, int64_t seat, double *worth) {
    Judged one = {d, seat, 0.0};
    int outcome = rw_guarded(g, g->f[F_THEN] == NIL ? rw_judged_end : rw_judged, (Value)(intptr_t)&one);
    *worth = one.worth;
    return outcome;
}

#endif
