/* Whole games by bots, without Python, and what learning wants to know of them. */
#ifndef RULEWRIGHT_SELF_PLAY_H
#define RULEWRIGHT_SELF_PLAY_H

#include "bots.h"

enum { LARGEST_FEATURE = 32000 }; /* to fit two bytes */

typedef struct {
    const Features *features; /* NULL: no rows are wanted */
    Bot **bots;
    double share, inside, others; /* parts of the ends of turns, and of the positions inside of them, that are looked at */
    int64_t limit;
    Twister chance;
    int64_t decisions, *scores;
    int16_t *rows;
    double *margins;
    int64_t *seats, *moments;
    size_t count, rows_size, margins_size, seats_size, moments_size;
    int64_t *numbers, *spare;
} SelfPlay;

static inline void rw_free_self_play(SelfPlay *p) {
    free(p->rows);
    free(p->margins);
    free(p->seats);
    free(p->moments);
    free(p->numbers);
    free(p->spare);
    free(p->scores);
}

typedef struct {
    SelfPlay *play;
    int64_t seat;
    double margin;
} Noted;

static inline void rw_note(Position *g, Value with) {
    Noted *one = (Noted *)(intptr_t)with;
    const Looking l = {one->play->features, g, one->seat, one->play->numbers, one->play->spare};
    rw_look(g, (Value)(intptr_t)&l);
    one->margin = rw_margin(g, one->seat, one->play->others);
}

/* Writes a row of what a seat sees now. */
static inline int rw_note_row(SelfPlay *p, Position *g, int64_t seat) {
    size_t width = (size_t)p->features->width, n = p->count;
    int16_t *rows = rw_enough(p->rows, &p->rows_size, (n + 1) * width, sizeof(int16_t));
    if (rows == NULL) return NO_MEMORY;
    p->rows = rows;
    double *margins = rw_enough(p->margins, &p->margins_size, n + 1, sizeof(double));
    if (margins == NULL) return NO_MEMORY;
    p->margins = margins;
    int64_t *seats = rw_enough(p->seats, &p->seats_size, n + 1, sizeof(int64_t));
    if (seats == NULL) return NO_MEMORY;
    p->seats = seats;
    int64_t *moments = rw_enough(p->moments, &p->moments_size, n + 1, sizeof(int64_t));
    if (moments == NULL) return NO_MEMORY;
    p->moments = moments;
    Noted one = {p, seat, 0.0};
    int outcome = rw_guarded(g, rw_note, (Value)(intptr_t)&one);
    if (outcome != RAN) return outcome;
    for (size_t i = 0; i < width; i++) {
        int64_t number = p->numbers[i];
        number = number > LARGEST_FEATURE ? LARGEST_FEATURE : number < -LARGEST_FEATURE ? -LARGEST_FEATURE : number;
        rows[n * width + i] = (int16_t)number;
    }
    margins[n] = one.margin;
    seats[n] = seat;
    moments[n] = p->decisions;
    p->count++;
    return RAN;
}

/* Plays on to the end; a row is what a seat sees where its turn ends, now and then also in the middle of it. */
static inline int rw_self_play(SelfPlay *p, Context *c, Position *g) {
    while (g->f[F_THEN] != NIL && p->decisions < p->limit) {
        int64_t mover = g->player, answer;
        if (mover < 0 || mover >= g->players) return FAILURE;
        int outcome = rw_answer_of(p->bots[mover], c, g, &answer);
        rw_tidy_if_due(g);
        if (outcome == RAN) outcome = rw_step(g, answer);
        if (outcome != RAN) return outcome;
        p->decisions++;
        if (g->over) break;
        if (p->features == NULL) continue;
        if ((g->player != mover || rw_twister_part(&p->chance) < p->inside) && rw_twister_part(&p->chance) < p->share) {
            outcome = rw_note_row(p, g, mover);
            if (outcome != RAN) return outcome;
        }
    }
    return rw_scores(g, p->scores);
}

#endif
