/* Monte Carlo tree search in C: the same simulations and answers as bots/mcts.py for the same seed. */
#ifndef RULEWRIGHT_TREE_SEARCH_H
#define RULEWRIGHT_TREE_SEARCH_H

#include "deals.h"
#include "turn_search.h"

#define CURIOSITY 0.7
#define WINNING 0.5
#define OTHERS_PART 0.3
enum { LONGEST_PLAYOUT = 2000 };

typedef struct {
    int64_t option, tried, offered;
    double total;
    int64_t proven; /* where the rewards stand that it surely leads to; -1: nowhere */
} Answer;

typedef struct {
    uint64_t key;
    int64_t player, next; /* the next question of its node; -1: none */
    Answer *answers;
    size_t count, size;
} Question;

typedef struct {
    int64_t question, last, child; /* the first and the last question, and the first way on; -1: none */
} Node;

typedef struct {
    uint64_t given;
    int64_t node, next;
} Way;

typedef struct {
    int64_t question, answer;
} Taken;

typedef struct {
    Twister *chance;
    int64_t seats; /* of players and automatic ones */
    int proves;
    Question *questions;
    Node *nodes;
    Way *ways;
    Taken *taken;
    double *proofs; /* rewards of all seats, one lot after another */
    size_t questions_count, questions_size, nodes_count, nodes_size, ways_count, ways_size, taken_count, taken_size;
    size_t proofs_count, proofs_size;
    int64_t scores_seen;
    double sum, squares; /* of the margins seen so far */
    double rewards[MOST_SEATS];
    int64_t scores[MOST_SEATS];
} Tree;

static inline void rw_empty_tree(Tree *t) {
    for (size_t i = 0; i < t->questions_count; i++) free(t->questions[i].answers);
    t->questions_count = t->nodes_count = t->ways_count = t->proofs_count = 0;
    t->scores_seen = 0;
    t->sum = t->squares = 0.0;
}

static inline void rw_free_tree(Tree *t) {
    if (t == NULL) return;
    rw_empty_tree(t);
    free(t->questions);
    free(t->nodes);
    free(t->ways);
    free(t->taken);
    free(t->proofs);
    free(t);
}

/* Makes room for one thing more in a list of the tree; 0: there is no memory. */
#define RW_MORE(t, list) \
    rw_room_for((void **)&(t)->list, &(t)->list##_size, (t)->list##_count + 1, sizeof *(t)->list)

static inline int rw_room_for(void **memory, size_t *size, size_t wanted, size_t each) {
    void *more = rw_enough(*memory, size, wanted, each);
    if (more == NULL) return 0;
    *memory = more;
    return 1;
}

static inline int64_t rw_new_node(Tree *t) {
    if (!RW_MORE(t, nodes)) return -1;
    t->nodes[t->nodes_count] = (Node){-1, -1, -1};
    return (int64_t)t->nodes_count++;
}

/* ---------------------------------------------------------------- questions and ways */

static inline int64_t rw_question(Tree *t, int64_t node, int64_t player, uint64_t key) {
    for (int64_t at = t->nodes[node].question; at >= 0; at = t->questions[at].next)
        if (t->questions[at].key == key) return at;
    if (!RW_MORE(t, questions)) return -1;
    int64_t made = (int64_t)t->questions_count++;
    t->questions[made] = (Question){key, player, -1, NULL, 0, 0};
    if (t->nodes[node].question < 0)
        t->nodes[node].question = made;
    else
        t->questions[t->nodes[node].last].next = made;
    t->nodes[node].last = made;
    return made;
}

static inline int64_t rw_way_on(Tree *t, int64_t node, uint64_t given) {
    for (int64_t at = t->nodes[node].child; at >= 0; at = t->ways[at].next)
        if (t->ways[at].given == given) return t->ways[at].node;
    int64_t following = RW_MORE(t, ways) ? rw_new_node(t) : -1;
    if (following < 0) return -1;
    t->ways[t->ways_count] = (Way){given, following, t->nodes[node].child};
    t->nodes[node].child = (int64_t)t->ways_count++;
    return following;
}

/* Where an option stands among the known answers, which mostly have the same order; -1: there is no memory. */
static inline int64_t rw_answer_to(Question *q, int64_t option, size_t likely) {
    if (likely < q->count && q->answers[likely].option == option) return (int64_t)likely;
    for (size_t i = 0; i < q->count; i++)
        if (q->answers[i].option == option) return (int64_t)i;
    if (!rw_room_for((void **)&q->answers, &q->size, q->count + 1, sizeof(Answer))) return -1;
    q->answers[q->count] = (Answer){option, 0, 0, 0.0, -1};
    return (int64_t)q->count++;
}

/* An answer that was never tried, or the one that promises most; -1: there is no memory. */
static inline int64_t rw_choose(Tree *t, Question *q, const Position *g) {
    int64_t best = -1;
    size_t untried = 0;
    double most = -1.0;
    for (size_t i = 0; i < g->options_count; i++) {
        int64_t at = rw_answer_to(q, g->options[i], i);
        if (at < 0) return -1;
        if (i == 0) best = at;
        Answer *answer = &q->answers[at];
        answer->offered++;
        if (answer->tried == 0) {
            untried++;
        } else if (untried == 0) {
            double promise = answer->proven >= 0
                                 ? t->proofs[answer->proven + g->player]
                                 : answer->total / (double)answer->tried +
                                       CURIOSITY * sqrt(log((double)answer->offered) / (double)answer->tried);
            if (promise > most) best = at, most = promise;
        }
    }
    if (untried == 0) return best;
    size_t lot = (size_t)(rw_twister_part(t->chance) * (double)untried);
    for (size_t i = 0; i < g->options_count; i++) {
        int64_t at = rw_answer_to(q, g->options[i], i);
        if (q->answers[at].tried == 0 && lot-- == 0) return at;
    }
    return best;
}

/* ---------------------------------------------------------------- ends */

/* Rewards from 0 to 1; scores are measured by those seen so far. */
static inline int rw_reward(Tree *t, Position *g) {
    for (int64_t seat = 0; seat < t->seats; seat++) t->rewards[seat] = rw_won(g, seat);
    if (rw_machine.score == NULL) return RAN;
    int outcome = rw_scores(g, t->scores);
    if (outcome != RAN) return outcome;
    double margins[MOST_SEATS];
    for (int64_t seat = 0; seat < g->players; seat++) {
        int64_t rest = 0;
        for (int64_t other = 0; other < g->players; other++) rest += other == seat ? 0 : t->scores[other];
        margins[seat] = (double)t->scores[seat];
        if (g->players > 1) margins[seat] = margins[seat] - OTHERS_PART * (double)rest / (double)(g->players - 1);
        t->scores_seen++;
        t->sum += margins[seat];
        t->squares += margins[seat] * margins[seat];
    }
    double middle = t->sum / (double)t->scores_seen, wide = t->squares / (double)t->scores_seen - middle * middle;
    double spread = sqrt(wide > 1e-6 ? wide : 1e-6);
    for (int64_t seat = 0; seat < g->players; seat++) {
        double far = 2 * (margins[seat] - middle) / spread;
        far = far < 30.0 ? far : 30.0;
        double lead = 1 / (1 + exp(-(far > -30.0 ? far : -30.0)));
        t->rewards[seat] = WINNING * t->rewards[seat] + (1 - WINNING) * lead;
    }
    return RAN;
}

/* The end was reached without chance: goes back up as long as it shows what everybody would do. */
static inline int rw_prove(Tree *t) {
    if (!rw_room_for((void **)&t->proofs, &t->proofs_size, t->proofs_count + (size_t)t->seats, sizeof(double))) return NO_MEMORY;
    int64_t proof = (int64_t)t->proofs_count;
    memcpy(t->proofs + proof, t->rewards, (size_t)t->seats * sizeof(double));
    t->proofs_count += (size_t)t->seats;
    for (size_t i = t->taken_count; i-- > 0;) {
        Question *q = &t->questions[t->taken[i].question];
        q->answers[t->taken[i].answer].proven = proof;
        if (t->proofs[proof + q->player] >= 1) continue;
        int64_t best = -1; /* something else may be better: all must be known */
        for (size_t k = 0; k < q->count; k++) {
            int64_t known = q->answers[k].proven;
            if (known < 0) return RAN;
            if (best < 0 || t->proofs[known + q->player] > t->proofs[best + q->player]) best = known;
        }
        proof = best;
    }
    return RAN;
}

/* ---------------------------------------------------------------- simulations */

/* Where the frame lies at which the secret answers come together to which the pending question belongs; -1: it is no secret one. */
static inline int64_t rw_gate_of(const Position *g) {
    for (Value frame = g->f[F_THEN]; frame != NIL; frame = rw_up(frame))
        if (rw_label(frame) == L_JOIN) return rw_words(frame) - g->heap;
    return -1;
}

/* Random answers to the end, drawn from the bot's own chance. */
static inline int rw_bot_playout(Twister *chance, Position *g) {
    for (int i = 0; i < LONGEST_PLAYOUT && g->f[F_THEN] != NIL; i++) {
        int64_t option = g->options[(size_t)(rw_twister_part(chance) * (double)g->options_count)];
        rw_tidy_if_full(g);
        int outcome = rw_step(g, option);
        if (outcome != RAN) return outcome;
    }
    return RAN;
}

/* One game: by the tree as far as it goes, then at random. */
static inline int rw_simulate(Tree *t, Position *g) {
    const Chance chance = g->chance;
    int64_t node = 0, givers[MOST_SEATS * 8];
    int64_t answers[MOST_SEATS * 8];
    size_t given = 0;
    t->taken_count = 0;
    while (g->f[F_THEN] != NIL) {
        rw_tidy_if_due(g);
        int64_t gate = rw_gate_of(g), option = g->options[0], player = g->player;
        int fresh = 0, last = !rw_some(g->f[F_WAITING]); /* while others still have to answer, the lot goes on */
        if (g->options_count > 1) {
            uint64_t key = rw_mixed(rw_mixed(gate < 0 ? 1 : 2, (uint64_t)player), (uint64_t)g->choice);
            for (size_t i = 0; gate >= 0 && i < given; i++)
                if (givers[i] == player) key = rw_mixed(key, (uint64_t)answers[i]);
            int64_t question = rw_question(t, node, player, key);
            int64_t answer = question < 0 || !RW_MORE(t, taken) ? -1 : rw_choose(t, &t->questions[question], g);
            if (answer < 0) return NO_MEMORY;
            t->taken[t->taken_count++] = (Taken){question, answer};
            option = t->questions[question].answers[answer].option;
            fresh = t->questions[question].answers[answer].tried == 0;
        }
        int outcome = rw_step(g, option);
        if (outcome != RAN) return outcome;
        if (given == MOST_SEATS * 8) return FAILURE;
        givers[given] = player;
        answers[given++] = option;
        if (fresh) break;
        if (gate < 0 || g->f[F_THEN] == NIL || (last && rw_gate_of(g) != gate)) {
            uint64_t lot = 3;
            for (size_t i = 0; i < given; i++) lot = rw_mixed(rw_mixed(lot, (uint64_t)givers[i]), (uint64_t)answers[i]);
            node = rw_way_on(t, node, lot);
            if (node < 0) return NO_MEMORY;
            given = 0;
        }
    }
    int sure = t->proves && g->f[F_THEN] == NIL && memcmp(&chance, &g->chance, sizeof chance) == 0;
    int outcome = g->f[F_THEN] == NIL ? RAN : rw_bot_playout(t->chance, g);
    if (outcome == RAN) outcome = rw_reward(t, g);
    if (outcome != RAN) return outcome;
    for (size_t i = 0; i < t->taken_count; i++) {
        Question *q = &t->questions[t->taken[i].question];
        q->answers[t->taken[i].answer].tried++;
        q->answers[t->taken[i].answer].total += t->rewards[q->player];
    }
    return sure ? rw_prove(t) : RAN;
}

/* A sure win is best and a sure loss worst; else what was tried most; among equals, what brought most. */
static inline int rw_firmer(const Tree *t, const Answer *a, const Answer *b, int64_t seat) {
    double proof_a = a->proven < 0 ? 0.5 : t->proofs[a->proven + seat], proof_b = b->proven < 0 ? 0.5 : t->proofs[b->proven + seat];
    int sure_a = (proof_a >= 1) - (proof_a <= 0), sure_b = (proof_b >= 1) - (proof_b <= 0);
    if (sure_a != sure_b) return sure_a > sure_b;
    if (a->tried != b->tried) return a->tried > b->tried;
    return a->total > b->total;
}

static inline int64_t rw_firmest(const Tree *t, const Position *g) {
    const Answer nothing = {0, 0, 0, 0.0, -1}, *best = NULL;
    int64_t question = t->nodes[0].question, pick = g->options[0];
    while (question >= 0 && t->questions[question].player != g->player) question = t->questions[question].next;
    for (size_t i = 0; i < g->options_count; i++) {
        const Answer *known = &nothing;
        for (size_t k = 0; question >= 0 && k < t->questions[question].count; k++)
            if (t->questions[question].answers[k].option == g->options[i]) known = &t->questions[question].answers[k];
        if (best == NULL || rw_firmer(t, known, best, g->player)) best = known, pick = g->options[i];
    }
    return pick;
}

/* The answer after so many simulations; `asked` deals the positions for them. */
static inline int rw_tree_answer(Tree *t, Context *c, const Dealing *dealing, Position *dealt, const Position *g,
                                 int64_t simulations, Twister *asked, int64_t *answer) {
    rw_empty_tree(t);
    if (rw_new_node(t) < 0) return NO_MEMORY;
    for (int64_t i = 0; i < simulations; i++) {
        int outcome;
        if (dealing != NULL) {
            outcome = rw_deal(dealing, c, dealt, g, g->player, rw_twister_bits(asked, 60));
        } else {
            outcome = rw_copy(dealt, g) ? RAN : NO_MEMORY;
            rw_any_chance(dealt, rw_twister_bits(asked, 64));
            dealt->f[F_TOLD] = NIL;
        }
        dealt->c = c;
        if (outcome == RAN) outcome = rw_simulate(t, dealt);
        if (outcome != RAN) return outcome;
    }
    *answer = rw_firmest(t, g);
    return RAN;
}

#endif
