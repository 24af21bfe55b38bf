/* Whole games: steps that are checked, random playouts, scores, and a hash of a position. */
#ifndef RULEWRIGHT_PLAYING_H
#define RULEWRIGHT_PLAYING_H

#include "core.h"

static inline void rw_begin(Position *g, Value with) {
    (void)with;
    rw_machine.begin(g);
}

/* Carries out something by which the game goes on, or ends; gives RAN, or how it failed. */
static inline int rw_carried_out(Position *g, void (*what)(Position *g, Value with), Value with) {
    int outcome = rw_guarded(g, what, with);
    if (outcome != GAME_OVER) return outcome;
    rw_end(g);
    return RAN;
}

static inline int rw_is_option(const Position *g, int64_t option) {
    for (size_t i = 0; i < g->options_count; i++)
        if (g->options[i] == option) return 1;
    return 0;
}

static inline uint64_t rw_random(uint64_t *state) { /* splitmix64 */
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

typedef struct {
    uint64_t *state;
    int64_t limit, *decisions;
} Playout;

static inline void rw_play_on(Position *g, Value with) {
    const Playout *one = (const Playout *)(intptr_t)with;
    const Mark mark = rw_mark(g->c);
    while (g->f[F_THEN] != NIL && *one->decisions < one->limit) {
        uint64_t pick = ((rw_random(one->state) >> 32) * (uint64_t)g->options_count) >> 32;
        rw_free_retired(g->c);
        rw_tidy_if_full(g);
        ++*one->decisions;
        rw_answered(g, N(g->options[pick]));
        rw_release(g->c, mark);
    }
}

/* Random answers to the end of the game, or up to a limit; gives how it ended, and counts the decisions. */
static inline int rw_playout(Position *g, uint64_t *state, int64_t limit, int64_t *decisions) {
    Playout one = {state, limit, decisions};
    *decisions = 0;
    return rw_carried_out(g, rw_play_on, (Value)(intptr_t)&one);
}

typedef struct {
    int64_t seat, score;
} Scored;

static inline void rw_score(Position *g, Value with) {
    Scored *one = (Scored *)(intptr_t)with;
    one->score = rw_number(rw_machine.score(g, N(one->seat)));
}

static inline int rw_scores(Position *g, int64_t *scores) {
    for (int64_t i = 0; i < g->players; i++) {
        Scored one = {i, 0};
        int outcome = rw_machine.score == NULL ? RAN : rw_guarded(g, rw_score, (Value)(intptr_t)&one);
        if (outcome != RAN) return outcome;
        scores[i] = one.score;
    }
    return RAN;
}

/* The same for the same position, whatever led to it, in every build. */
static inline uint64_t rw_position_hash(const Position *g) {
    const uint64_t plain[11] = {
        (uint64_t)g->players, (uint64_t)g->trial,  (uint64_t)g->over,   (uint64_t)g->player,
        (uint64_t)g->you,     (uint64_t)g->choice, g->chance.key[0],    g->chance.key[1],
        g->chance.block,      (uint64_t)g->chance.draw, g->options_count,
    };
    uint64_t hash = 0;
    for (int i = 0; i < 11; i++) hash = rw_mixed(hash, plain[i]);
    for (size_t i = 0; i < g->options_count; i++) hash = rw_mixed(hash, (uint64_t)g->options[i]);
    for (int i = 0; i < RW_OWN_FIELDS; i++)
        if (i != F_STILL) hash = rw_hash(g->f[i], hash);
    return hash;
}

#endif
