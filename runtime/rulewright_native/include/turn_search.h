/* Turn search in C: the same chains, ends and answers as bots/turn.py finds. */
#ifndef RULEWRIGHT_TURN_SEARCH_H
#define RULEWRIGHT_TURN_SEARCH_H

#include <math.h>

#include "judging.h"
#include "twister.h"

#define FINISHING 0.4
enum { OUTCOMES_TRIED = 3, LONGEST_CHAIN = 60 };

typedef struct {
    int64_t before; /* the number of the link before it; -1: none */
    int64_t option;
} Link;

typedef struct {
    int64_t free, depth, number;
    Position *g;
    int64_t first; /* which of the answers at the root it begins with */
    int64_t chain; /* the number of its last link */
    double worth;
} Waiting;

/* A search on its way, and what it has found: the best end for each first answer. */
typedef struct {
    Desk *desk;
    Twister *chance;
    double noise;
    int64_t seat, left;
    Context *c;
    Position *spare; /* positions that are not in use */
    Waiting *heap;
    size_t heap_count, heap_size;
    Link *links;
    size_t links_count, links_size;
    uint64_t *seen; /* hashes; 0: nothing */
    size_t seen_count, seen_size;
    double *best;
    size_t best_size;
    double top;
    int64_t chain;
    int lucky;
} Search;

static inline void rw_free_search(Search *s) {
    if (s == NULL) return;
    for (Position *one = s->spare, *next; one != NULL; one = next) next = one->spare, rw_free_position(one);
    for (size_t i = 0; i < s->heap_count; i++) rw_free_position(s->heap[i].g);
    rw_free_desk(s->desk);
    free(s->heap);
    free(s->links);
    free(s->seen);
    free(s->best);
    free(s);
}

static inline Search *rw_new_search(const Judge *judge) {
    Search *s = calloc(1, sizeof(Search));
    if (s == NULL) return NULL;
    s->desk = rw_new_desk(judge);
    if (s->desk == NULL) {
        free(s);
        return NULL;
    }
    return s;
}

static inline void *rw_enough(void *memory, size_t *size, size_t wanted, size_t each) {
    if (wanted <= *size) return memory;
    size_t more = wanted > 2 * *size ? wanted + 64 : 2 * *size;
    void *larger = realloc(memory, more * each);
    if (larger != NULL) *size = more;
    return larger;
}

static inline Position *rw_search_copy(Search *s, const Position *from) {
    Position *g = s->spare;
    if (g != NULL)
        s->spare = g->spare;
    else if ((g = rw_new_position()) == NULL)
        return NULL;
    if (!rw_copy(g, from)) {
        rw_free_position(g);
        return NULL;
    }
    g->c = s->c;
    return g;
}

static inline void rw_search_return(Search *s, Position *g) {
    g->spare = s->spare;
    s->spare = g;
}

static inline int64_t rw_linked(Search *s, int64_t before, int64_t option) {
    Link *links = rw_enough(s->links, &s->links_size, s->links_count + 1, sizeof(Link));
    if (links == NULL) return -2;
    s->links = links;
    s->links[s->links_count] = (Link){before, option};
    return (int64_t)s->links_count++;
}

/* ---------------------------------------------------------------- what waits: least free actions first, then the shortest */

static inline int rw_sooner(const Waiting *a, const Waiting *b) {
    if (a->free != b->free) return a->free < b->free;
    if (a->depth != b->depth) return a->depth < b->depth;
    return a->number < b->number;
}

static inline int rw_wait(Search *s, Waiting one) {
    Waiting *heap = rw_enough(s->heap, &s->heap_size, s->heap_count + 1, sizeof(Waiting));
    if (heap == NULL) return 0;
    s->heap = heap;
    size_t at = s->heap_count++;
    while (at > 0 && rw_sooner(&one, &heap[(at - 1) / 2])) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = one;
    return 1;
}

static inline Waiting rw_next(Search *s) {
    Waiting first = s->heap[0], last = s->heap[--s->heap_count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= s->heap_count) break;
        if (child + 1 < s->heap_count && rw_sooner(&s->heap[child + 1], &s->heap[child])) child++;
        if (!rw_sooner(&s->heap[child], &last)) break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return first;
}

/* Whether a hash is new among those seen; -1: there is no memory. */
static inline int rw_unseen(Search *s, uint64_t hash) {
    if (hash == 0) hash = 1;
    if (2 * (s->seen_count + 1) > s->seen_size) {
        size_t size = s->seen_size ? 2 * s->seen_size : 1024;
        uint64_t *larger = calloc(size, sizeof(uint64_t));
        if (larger == NULL) return -1;
        for (size_t i = 0; i < s->seen_size; i++) {
            if (s->seen[i] == 0) continue;
            size_t at = s->seen[i] & (size - 1);
            while (larger[at] != 0) at = (at + 1) & (size - 1);
            larger[at] = s->seen[i];
        }
        free(s->seen);
        s->seen = larger;
        s->seen_size = size;
    }
    size_t at = hash & (s->seen_size - 1);
    while (s->seen[at] != 0 && s->seen[at] != hash) at = (at + 1) & (s->seen_size - 1);
    if (s->seen[at] == hash) return 0;
    s->seen[at] = hash;
    s->seen_count++;
    return 1;
}

/* ---------------------------------------------------------------- ends */

static inline int rw_same_chance(const Position *a, const Position *b) {
    return a->chance.draw == b->chance.draw && a->chance.block == b->chance.block && a->chance.key[0] == b->chance.key[0] &&
           a->chance.key[1] == b->chance.key[1];
}

/* Another course of chance, as Python has it when the state is set to a number of 64 bits. */
static inline void rw_any_chance(Position *g, uint64_t state) {
    g->chance = (Chance){{0, 0}, state >> 3, (int64_t)(state & 7)};
    g->drawn_known = 0;
}

static inline void rw_found(Search *s, int64_t first, double value, int64_t chain, int lucky) {
    if (value > s->best[first]) s->best[first] = value;
    if (value > s->top) {
        s->top = value;
        s->chain = chain;
        s->lucky = lucky;
    }
}

static inline int rw_found_end(Search *s, Position *g, int64_t first, int64_t chain) {
    double value;
    int outcome = rw_worth(s->desk, g, s->seat, &value);
    if (outcome != RAN) return outcome;
    if (s->noise != 0) {
        double part = rw_twister_part(s->chance);
        value -= s->noise * log(-log(part != 0 ? part : 0.5));
    }
    rw_found(s, first, value, chain, 0);
    return RAN;
}

/* The mean over some outcomes of chance. */
static inline int rw_found_by_chance(Search *s, const Position *before, Position *after, int64_t option, int64_t first, int64_t chain) {
    double total, value;
    int outcome = rw_worth(s->desk, after, s->seat, &total);
    for (int i = 1; i < OUTCOMES_TRIED && outcome == RAN; i++) {
        Position *other = rw_search_copy(s, before);
        if (other == NULL) return NO_MEMORY;
        rw_any_chance(other, rw_twister_bits(s->chance, 64));
        outcome = rw_step(other, option);
        s->left--;
        if (outcome == RAN) outcome = rw_worth(s->desk, other, s->seat, &value);
        total += value;
        rw_search_return(s, other);
    }
    if (outcome == RAN) rw_found(s, first, total / OUTCOMES_TRIED, chain, 1);
    return outcome;
}

/* ---------------------------------------------------------------- chains that the budget leaves unfinished */

static inline int rw_carry_on(Search *s, Position *g, int64_t first, int64_t chain) {
    double top = -INFINITY;
    for (int n = 0; n < LONGEST_CHAIN; n++) {
        Position *best = NULL;
        int64_t answer = 0;
        top = -INFINITY;
        for (size_t i = 0; i < g->options_count; i++) {
            Position *after = rw_search_copy(s, g);
            if (after == NULL) return NO_MEMORY;
            double value;
            int outcome = rw_step(after, g->options[i]);
            if (outcome == RAN) outcome = rw_worth(s->desk, after, s->seat, &value);
            s->left--;
            if (outcome != RAN) {
                rw_search_return(s, after);
                if (best != NULL) rw_search_return(s, best);
                rw_search_return(s, g);
                return outcome;
            }
            if (value > top) {
                if (best != NULL) rw_search_return(s, best);
                best = after, top = value, answer = g->options[i];
            } else {
                rw_search_return(s, after);
            }
        }
        chain = rw_linked(s, chain, answer);
        if (best == NULL || chain == -2) return NO_MEMORY;
        int lucky = !rw_same_chance(best, g);
        rw_search_return(s, g);
        g = best;
        if (g->f[F_THEN] == NIL || g->player != s->seat || lucky) {
            rw_search_return(s, g);
            rw_found(s, first, top, chain, lucky);
            return RAN;
        }
    }
    rw_search_return(s, g);
    rw_found(s, first, top, chain, 0);
    return RAN;
}

static inline int rw_by_order(const void *a, const void *b) {
    return rw_sooner(a, b) ? -1 : 1;
}

static inline int rw_by_worth(const void *a, const void *b) { /* the best first; among equals the first */
    const Waiting *x = a, *y = b;
    if (x->worth != y->worth) return x->worth > y->worth ? -1 : 1;
    return rw_sooner(x, y) ? -1 : 1;
}

/* Carries the chains on that look best, by the best answer at each step, while the budget lasts. */
static inline int rw_finish_chains(Search *s) {
    int outcome = RAN;
    size_t judged = 0;
    qsort(s->heap, s->heap_count, sizeof(Waiting), rw_by_order);
    while (judged < s->heap_count && outcome == RAN) {
        Waiting *one = &s->heap[judged++];
        outcome = rw_worth(s->desk, one->g, s->seat, &one->worth);
        if (--s->left <= 0) break;
    }
    while (s->heap_count > judged) rw_search_return(s, s->heap[--s->heap_count].g);
    if (outcome == RAN) qsort(s->heap, judged, sizeof(Waiting), rw_by_worth);
    for (size_t i = 0; i < judged; i++) {
        Waiting *one = &s->heap[i];
        if (outcome == RAN && s->left > 0) {
            outcome = rw_carry_on(s, one->g, one->first, one->chain);
            continue;
        }
        if (s->best[one->first] == -INFINITY) s->best[one->first] = one->worth; /* nothing better is known of this answer */
        if (s->chain < 0) s->chain = one->chain;
        rw_search_return(s, one->g);
    }
    s->heap_count = 0;
    return outcome;
}

/* ---------------------------------------------------------------- searching */

static inline void rw_forget_search(Search *s) {
    while (s->heap_count > 0) rw_search_return(s, s->heap[--s->heap_count].g);
    s->links_count = s->seen_count = 0;
    if (s->seen_size > 0) memset(s->seen, 0, s->seen_size * sizeof(uint64_t));
}

/* What follows one answer in the position at hand. */
static inline int rw_follow(Search *s, const Waiting *at, size_t which, int64_t *number, int *alive) {
    int64_t option = at->g->options[which], first = at->depth == 0 ? (int64_t)which : at->first;
    int64_t chain = rw_linked(s, at->chain, option);
    Position *after = rw_search_copy(s, at->g);
    if (after == NULL || chain == -2) return NO_MEMORY;
    int outcome = rw_step(after, option), kept = 0;
    *alive = --s->left > 0;
    if (outcome == RAN) {
        if (!rw_same_chance(after, at->g)) {
            outcome = rw_found_by_chance(s, at->g, after, option, first, chain);
        } else if (after->f[F_THEN] == NIL || after->player != s->seat || at->depth >= LONGEST_CHAIN) {
            outcome = rw_found_end(s, after, first, chain);
        } else {
            kept = rw_unseen(s, rw_new_in(s->desk, after));
            if (kept > 0) {
                ++*number;
                Waiting one = {at->free + (option >= FREE), at->depth + 1, *number, after, first, chain, 0.0};
                if (!rw_wait(s, one)) kept = -1;
                rw_tidy_if_due(after);
            }
            if (kept < 0) outcome = NO_MEMORY;
        }
    }
    if (kept <= 0) rw_search_return(s, after);
    return outcome;
}

/* Looks for the best ends of a seat's turn in a position; gives RAN, or how it failed. */
static inline int rw_search(Search *s, Context *c, const Position *g, int64_t seat, int64_t budget) {
    rw_forget_search(s);
    s->c = c;
    s->seat = seat;
    s->left = budget;
    s->top = -INFINITY;
    s->chain = -1;
    s->lucky = 0;
    double *best = rw_enough(s->best, &s->best_size, g->options_count, sizeof(double));
    Position *root = rw_search_copy(s, g);
    if (best == NULL || root == NULL || !rw_rebase(s->desk, g)) return NO_MEMORY;
    s->best = best;
    for (size_t i = 0; i < g->options_count; i++) s->best[i] = -INFINITY;
    int64_t keep = (int64_t)((double)budget * FINISHING), number = 0;
    int outcome = rw_wait(s, (Waiting){0, 0, 0, root, -1, -1, 0.0}) ? RAN : NO_MEMORY;
    while (outcome == RAN && s->heap_count > 0 && s->left > keep) {
        Waiting at = rw_next(s);
        int alive = 1;
        for (size_t i = 0; i < at.g->options_count && alive && outcome == RAN; i++)
            outcome = rw_follow(s, &at, i, &number, &alive);
        rw_search_return(s, at.g);
    }
    return outcome == RAN && s->heap_count > 0 ? rw_finish_chains(s) : outcome;
}

#endif
