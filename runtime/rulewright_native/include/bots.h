/* Bots that play inside the core: any answer, turn search, or tree search; the same answers as in Python for the same seed. */
#ifndef RULEWRIGHT_BOTS_H
#define RULEWRIGHT_BOTS_H

#include "tree_search.h"

typedef struct {
    uint64_t content;
    int64_t choice, option;
} Planned;

typedef struct {
    Twister chance;
    Search *search; /* of turn search */
    Tree *tree;     /* of tree search; neither of them: any answer will do */
    const Dealing *dealing; /* NULL: nothing is hidden */
    int64_t budget, deals;
    double noise;
    Position *dealt;
    Planned *plan; /* the rest of a turn that was thought through, the next answer last */
    size_t plan_count, plan_size;
    double *totals;
    size_t totals_size;
} Bot;

static inline void rw_free_bot(Bot *b) {
    if (b == NULL) return;
    rw_free_search(b->search);
    rw_free_tree(b->tree);
    rw_free_position(b->dealt);
    free(b->plan);
    free(b->totals);
    free(b);
}

static inline Bot *rw_new_bot(uint64_t seed, const Judge *judge, const Dealing *dealing, int64_t budget, int64_t deals, double noise) {
    Bot *b = calloc(1, sizeof(Bot));
    if (b == NULL) return NULL;
    rw_twister_seed(&b->chance, seed);
    b->dealing = dealing;
    b->budget = budget;
    b->deals = deals;
    b->noise = noise;
    b->dealt = rw_new_position();
    b->search = judge == NULL ? NULL : rw_new_search(judge);
    if (b->dealt == NULL || (judge != NULL && b->search == NULL)) {
        rw_free_bot(b);
        return NULL;
    }
    if (b->search != NULL) {
        b->search->chance = &b->chance;
        b->search->noise = noise;
    }
    return b;
}

/* A bot that thinks by simulated games, as many as its budget. */
static inline Bot *rw_new_tree_bot(uint64_t seed, const Dealing *dealing, int64_t seats, int64_t simulations) {
    Bot *b = rw_new_bot(seed, NULL, dealing, simulations, 1, 0.0);
    if (b == NULL) return NULL;
    b->tree = calloc(1, sizeof(Tree));
    if (b->tree == NULL) {
        rw_free_bot(b);
        return NULL;
    }
    b->tree->chance = &b->chance;
    b->tree->seats = seats;
    b->tree->proves = rw_machine.score == NULL && dealing == NULL;
    return b;
}

/* ---------------------------------------------------------------- plans */

static inline int rw_planned(Bot *b, const Position *g, int64_t *answer) {
    if (b->plan_count == 0) return 0;
    Planned next = b->plan[--b->plan_count];
    if (next.choice == g->choice && rw_is_option(g, next.option) &&
        next.content == rw_content(b->search->desk->judge->features, g)) {
        *answer = next.option;
        return 1;
    }
    b->plan_count = 0;
    return 0;
}

/* Keeps what follows the first answer of a chain, the next one last. */
static inline int rw_remember_plan(Bot *b, Context *c) {
    Search *s = b->search;
    size_t length = 0, kept = 0;
    for (int64_t at = s->chain; at >= 0; at = s->links[at].before) length++;
    int64_t *answers = malloc((length + 1) * sizeof(int64_t));
    Planned *plan = rw_enough(b->plan, &b->plan_size, length, sizeof(Planned));
    Position *g = rw_search_copy(s, b->dealt);
    if (plan != NULL) b->plan = plan;
    if (answers == NULL || plan == NULL || g == NULL) {
        free(answers);
        return NO_MEMORY;
    }
    size_t i = length;
    for (int64_t at = s->chain; at >= 0; at = s->links[at].before) answers[--i] = s->links[at].option;
    int outcome = RAN;
    g->c = c;
    for (i = 0; i < length && outcome == RAN; i++) {
        if (i > 0 && g->options_count > 1)
            plan[kept++] = (Planned){rw_content(s->desk->judge->features, g), g->choice, answers[i]};
        outcome = rw_step(g, answers[i]);
    }
    for (i = 0; i < kept / 2; i++) {
        Planned other = plan[i];
        plan[i] = plan[kept - 1 - i];
        plan[kept - 1 - i] = other;
    }
    b->plan_count = outcome == RAN ? kept : 0;
    rw_search_return(s, g);
    free(answers);
    return outcome;
}

/* ---------------------------------------------------------------- answers */

static inline size_t rw_highest(const double *values, size_t count) {
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (values[i] > values[best]) best = i;
    return best;
}

static inline int rw_open_answer(Bot *b, Context *c, const Position *g, Twister *asked, int64_t *answer) {
    Search *s = b->search;
    if (!rw_copy(b->dealt, g)) return NO_MEMORY;
    b->dealt->c = c;
    rw_any_chance(b->dealt, rw_twister_bits(asked, 64));
    if (rw_planned(b, b->dealt, answer)) return RAN;
    int outcome = rw_search(s, c, b->dealt, g->player, b->budget);
    if (outcome == RAN && !s->lucky) outcome = rw_remember_plan(b, c);
    if (outcome == RAN) *answer = g->options[rw_highest(s->best, g->options_count)];
    return outcome;
}

/* Where something is hidden, some deals share the budget. */
static inline int rw_dealt_answer(Bot *b, Context *c, const Position *g, Twister *asked, int64_t *answer) {
    Search *s = b->search;
    size_t count = g->options_count;
    double *totals = rw_enough(b->totals, &b->totals_size, count, sizeof(double));
    if (totals == NULL) return NO_MEMORY;
    b->totals = totals;
    for (size_t i = 0; i < count; i++) totals[i] = 0.0;
    int64_t share = b->budget / b->deals;
    for (int64_t n = 0; n < b->deals; n++) {
        int outcome = rw_deal(b->dealing, c, b->dealt, g, g->player, rw_twister_bits(asked, 60));
        if (outcome == RAN) outcome = rw_search(s, c, b->dealt, g->player, share > 1 ? share : 1);
        if (outcome != RAN) return outcome;
        double low = INFINITY;
        for (size_t i = 0; i < count; i++)
            if (s->best[i] != -INFINITY && s->best[i] < low) low = s->best[i];
        for (size_t i = 0; i < count; i++) totals[i] += s->best[i] != -INFINITY ? s->best[i] : low;
    }
    *answer = g->options[rw_highest(totals, count)];
    return RAN;
}

/* The answer to the pending decision; gives RAN, or how it failed. */
static inline int rw_answer_of(Bot *b, Context *c, const Position *g, int64_t *answer) {
    if (b->search == NULL && b->tree == NULL) {
        *answer = g->options[rw_twister_below(&b->chance, g->options_count)];
        return RAN;
    }
    if (g->options_count == 1) {
        *answer = g->options[0];
        return RAN;
    }
    Twister asked;
    rw_twister_seed(&asked, rw_twister_bits(&b->chance, 60));
    if (b->tree != NULL) return rw_tree_answer(b->tree, c, b->dealing, b->dealt, g, b->budget, &asked, answer);
    return (b->dealing == NULL ? rw_open_answer : rw_dealt_answer)(b, c, g, &asked, answer);
}

#endif
