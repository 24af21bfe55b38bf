/* What Python sees of features, values and bots: capsules that hold one another. */
#ifndef RULEWRIGHT_BOTS_MODULE_H
#define RULEWRIGHT_BOTS_MODULE_H

#include "handle.h"
#include "self_play.h"

#define IS_FEATURES "rulewright_native.features"
#define IS_JUDGE "rulewright_native.judge"
#define IS_DEALING "rulewright_native.dealing"
#define IS_BOT "rulewright_native.bot"

static PyObject *rw_refused(const char *why) {
    PyErr_SetString(PyExc_ValueError, why);
    return NULL;
}

/* ---------------------------------------------------------------- features */

static void rw_free_features(Features *f) {
    if (f == NULL) return;
    free(f->blocks);
    free(f->numbers);
    free(f);
}

static void rw_features_gone(PyObject *capsule) {
    rw_free_features(PyCapsule_GetPointer(capsule, IS_FEATURES));
}

typedef struct {
    const int64_t *at, *end;
    int sound;
} Numbers;

static int64_t rw_take_number(Numbers *n) {
    if (n->at < n->end) return *n->at++;
    n->sound = 0;
    return 0;
}

static const int64_t *rw_take_numbers(Numbers *n, int64_t count) {
    const int64_t *found = n->at;
    if (count < 0 || count > n->end - n->at) {
        n->sound = 0;
        return found;
    }
    n->at += count;
    return found;
}

/* Whether the cells beside cells, which stand in the code of blocks of boards from somewhere on, are on the board. */
static int rw_sound_links(const Block *b) {
    int64_t size = b->code_size > 5 ? b->code[1] : -1, at = 3;
    if (b->code[0] == B_BESIDE) at = 5;
    if (b->code[0] == B_AROUND && size >= 0) {
        int64_t members = b->code[2];
        if (b->width != 2 * members || b->code[3] < 0 || b->code[3] > b->code_size - 4) return 0;
        at = 4 + b->code[3];
        for (int64_t i = 4; i < at; i++)
            if (b->code[i] < 0 || b->code[i] >= members) return 0;
    }
    if (b->code[0] == B_GROUND && size >= 0) {
        if (b->code[3] < 0 || b->width != b->code[3] + 3 || b->code[4] < 0 || b->code[4] > b->code_size) return 0;
        at = 5 + b->code[4];
    }
    if (size < 0 || size > MOST_CELLS) return 0;
    for (int64_t cell = 0; cell < size; cell++) {
        if (at >= b->code_size || b->code[at] < 0 || b->code[at] > b->code_size - at - 1) return 0;
        for (int64_t i = 1; i <= b->code[at]; i++)
            if (b->code[at + i] < 0 || b->code[at + i] >= size) return 0;
        at += 1 + b->code[at];
    }
    return 1;
}

static int rw_read_features(Features *f, Numbers *n) {
    f->players = rw_take_number(n);
    f->scored = rw_take_number(n);
    f->attributes_count = rw_take_number(n);
    f->attributes = rw_take_numbers(n, f->attributes_count);
    f->blocks_count = rw_take_number(n);
    if (!n->sound || f->players < 1 || f->players > MOST_SEATS || f->blocks_count < 0 || f->blocks_count > 1 << 20) return 0;
    for (int64_t i = 0; i < f->attributes_count; i++)
        if (f->attributes[i] < OF_CHOICE || f->attributes[i] >= RW_OWN_FIELDS) return 0;
    f->blocks = calloc((size_t)f->blocks_count + 1, sizeof(Block));
    if (f->blocks == NULL) return 0;
    for (int64_t i = 0; i < f->blocks_count && n->sound; i++) {
        Block *b = &f->blocks[i];
        b->first = f->width;
        b->width = rw_take_number(n);
        b->reads_count = rw_take_number(n);
        b->reads = rw_take_numbers(n, b->reads_count);
        b->code_size = rw_take_number(n);
        b->code = rw_take_numbers(n, b->code_size);
        if (!n->sound || b->width < 0 || b->width > 1 << 20 || b->code_size < 1 || b->code[0] < 0 || b->code[0] > B_NOW) return 0;
        for (int64_t k = 0; k < b->reads_count; k++)
            if (b->reads[k] < 0 || b->reads[k] >= f->attributes_count) return 0;
        if (b->code[0] >= B_BESIDE && b->code[0] < B_NOW && b->code[0] != B_CELLS && !rw_sound_links(b)) return 0;
        f->width += b->width;
    }
    if (f->scored) f->width += 3;
    return n->sound && n->at == n->end && (!f->scored || rw_machine.score != NULL);
}

/* features(numbers): from the blocks of bots/features.py, as numbers of 64 bits. */
static PyObject *rw_module_features(PyObject *module, PyObject *args) {
    (void)module;
    const char *bytes;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "y#", &bytes, &size)) return NULL;
    Features *f = calloc(1, sizeof(Features));
    if (f == NULL) return PyErr_NoMemory();
    f->numbers = malloc((size_t)size + 1);
    if (f->numbers == NULL) {
        rw_free_features(f);
        return PyErr_NoMemory();
    }
    memcpy(f->numbers, bytes, (size_t)size);
    Numbers n = {f->numbers, f->numbers + size / (Py_ssize_t)sizeof(int64_t), 1};
    if (!rw_read_features(f, &n)) {
        rw_free_features(f);
        return rw_refused("these are no features");
    }
    return PyCapsule_New(f, IS_FEATURES, rw_features_gone);
}

/* row(features, position, seat): all features as numbers of 64 bits. */
static PyObject *rw_module_row(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *capsule, *position;
    long long seat;
    if (!PyArg_ParseTuple(args, "OO!L", &capsule, rw_handle_type, &position, &seat)) return NULL;
    const Features *f = PyCapsule_GetPointer(capsule, IS_FEATURES);
    if (f == NULL) return NULL;
    Position *g = ((Handle *)position)->g;
    if (seat < 0 || seat >= g->players || g->players != f->players) return rw_refused("there is no such seat");
    Context *c = g->c = rw_take_context();
    int64_t *spare = rw_spare_for(f), *out = malloc((size_t)(f->width + 1) * sizeof(int64_t));
    PyObject *made = NULL;
    if (c != NULL && spare != NULL && out != NULL) {
        const Looking l = {f, g, seat, out, spare};
        int outcome = rw_guarded(g, rw_look, (Value)(intptr_t)&l);
        made = outcome == RAN ? PyBytes_FromStringAndSize((char *)out, (Py_ssize_t)((size_t)f->width * sizeof(int64_t)))
                              : rw_raised(outcome, c->why);
    } else if (c != NULL) {
        PyErr_NoMemory();
    }
    if (c != NULL) rw_return_context(c);
    free(spare);
    free(out);
    return made;
}

/* ---------------------------------------------------------------- values */

static void rw_judge_gone(PyObject *capsule) {
    Judge *j = PyCapsule_GetPointer(capsule, IS_JUDGE);
    Py_XDECREF((PyObject *)PyCapsule_GetContext(capsule));
    free(j->weights);
    free(j->idle);
    free(j->low);
    free(j->high);
    free(j->start);
    free(j->tops);
    free(j);
}

static void *rw_copied_bytes(const char *bytes, Py_ssize_t size) {
    void *made = malloc((size_t)size + 8);
    if (made != NULL) memcpy(made, bytes, (size_t)size);
    return made;
}

/* judge(features, lanes, weights, low, high, start, tops, scales, others, winning): a value, its weights as bytes. */
static PyObject *rw_module_judge(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *features;
    const char *weights, *low, *high, *start, *tops;
    Py_ssize_t weights_size, low_size, high_size, start_size, tops_size;
    long long lanes;
    double scales[4], others, winning;
    if (!PyArg_ParseTuple(args, "OLy#y#y#y#y#(dddd)dd", &features, &lanes, &weights, &weights_size, &low, &low_size, &high,
                          &high_size, &start, &start_size, &tops, &tops_size, &scales[0], &scales[1], &scales[2], &scales[3],
                          &others, &winning))
        return NULL;
    const Features *f = PyCapsule_GetPointer(features, IS_FEATURES);
    if (f == NULL) return NULL;
    if (lanes < FIRST_HIDDEN || lanes > 1024 || weights_size != f->width * lanes * 4 || low_size != f->width * 8 ||
        high_size != f->width * 8 || start_size != lanes * 4 || tops_size != (lanes - FIRST_HIDDEN) * 8)
        return rw_refused("a value of other features");
    Judge *j = calloc(1, sizeof(Judge));
    if (j == NULL) return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(j, IS_JUDGE, rw_judge_gone);
    if (capsule == NULL || PyCapsule_SetContext(capsule, features) < 0) {
        if (capsule == NULL) free(j);
        Py_XDECREF(capsule);
        return NULL;
    }
    Py_INCREF(features);
    j->features = f;
    j->lanes = lanes;
    j->weights = rw_copied_bytes(weights, weights_size);
    j->low = rw_copied_bytes(low, low_size);
    j->high = rw_copied_bytes(high, high_size);
    j->start = rw_copied_bytes(start, start_size);
    j->tops = rw_copied_bytes(tops, tops_size);
    memcpy(j->scales, scales, sizeof scales);
    j->others = others;
    j->winning = winning;
    if (j->weights == NULL || j->low == NULL || j->high == NULL || j->start == NULL || j->tops == NULL ||
        !rw_find_idle(j)) {
        Py_DECREF(capsule);
        return PyErr_NoMemory();
    }
    return capsule;
}

/* worth(judge, position, seat, base): what a position is worth to a seat, worked out from a base. */
static PyObject *rw_module_worth(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *capsule, *position, *base;
    long long seat;
    if (!PyArg_ParseTuple(args, "OO!LO!", &capsule, rw_handle_type, &position, &seat, rw_handle_type, &base)) return NULL;
    const Judge *j = PyCapsule_GetPointer(capsule, IS_JUDGE);
    if (j == NULL) return NULL;
    Position *g = ((Handle *)position)->g;
    if (seat < 0 || seat >= g->players || g->players != j->features->players) return rw_refused("there is no such seat");
    Context *c = g->c = rw_take_context();
    Desk *d = rw_new_desk(j);
    double worth = 0;
    int outcome = c == NULL || d == NULL || !rw_rebase(d, ((Handle *)base)->g) ? NO_MEMORY : rw_worth(d, g, seat, &worth);
    const char *why = c == NULL ? "" : c->why;
    if (c != NULL) rw_return_context(c);
    rw_free_desk(d);
    return outcome == RAN ? PyFloat_FromDouble(worth) : rw_raised(outcome, why);
}

/* ---------------------------------------------------------------- deals */

static void rw_dealing_gone(PyObject *capsule) {
    Dealing *d = PyCapsule_GetPointer(capsule, IS_DEALING);
    free(d->numbers);
    free(d);
}

static int rw_sound_field(int64_t field) {
    return field >= 0 && field < RW_OWN_FIELDS;
}

static int rw_read_dealing(Dealing *d, Numbers *n) {
    d->seats = rw_take_number(n);
    d->types = rw_take_number(n);
    d->code = n->at;
    if (!n->sound || d->seats < 1 || d->seats > MOST_SEATS) return 0;
    for (int64_t i = 0; i < d->types && n->sound; i++) {
        int64_t pieces = rw_take_number(n);
        rw_take_number(n);
        for (int64_t fields = rw_take_number(n); fields > 0 && n->sound; fields--) {
            const int64_t *field = rw_take_numbers(n, P_HEAD);
            if (!n->sound || !rw_sound_field(field[P_FIELD])) return 0;
            rw_take_numbers(n, field[P_SIDES]);
        }
        if (!pieces || !n->sound) continue;
        for (int64_t names = rw_take_number(n); names > 0 && n->sound; names--) {
            if (!rw_sound_field(rw_take_number(n))) return 0;
            rw_take_number(n);
        }
        int64_t counted = rw_take_number(n);
        if (counted != -1 && !rw_sound_field(counted)) return 0;
        for (int64_t looks = rw_take_number(n); looks > 0 && n->sound; looks--)
            if (!rw_sound_field(rw_take_number(n))) return 0;
    }
    return n->sound && n->at == n->end;
}

/* dealing(numbers): what may lie hidden, as numbers of 64 bits. */
static PyObject *rw_module_dealing(PyObject *module, PyObject *args) {
    (void)module;
    const char *bytes;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "y#", &bytes, &size)) return NULL;
    Dealing *d = calloc(1, sizeof(Dealing));
    int64_t *numbers = rw_copied_bytes(bytes, size);
    if (d == NULL || numbers == NULL) {
        free(d);
        free(numbers);
        return PyErr_NoMemory();
    }
    d->numbers = numbers;
    Numbers n = {numbers, numbers + size / (Py_ssize_t)sizeof(int64_t), 1};
    if (!rw_read_dealing(d, &n)) {
        free(numbers);
        free(d);
        return rw_refused("this tells of no deals");
    }
    return PyCapsule_New(d, IS_DEALING, rw_dealing_gone);
}

/* dealt(dealing, position, seat, seed): a position that the seat cannot tell from the real one. */
static PyObject *rw_module_dealt(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *capsule, *position;
    long long seat;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "OO!LK", &capsule, rw_handle_type, &position, &seat, &seed)) return NULL;
    const Dealing *d = PyCapsule_GetPointer(capsule, IS_DEALING);
    Handle *made = d == NULL ? NULL : rw_new_handle();
    if (made == NULL) return NULL;
    Context *c = rw_take_context();
    int outcome = c == NULL ? NO_MEMORY : rw_deal(d, c, made->g, ((Handle *)position)->g, seat, seed);
    const char *why = c == NULL ? "" : c->why;
    if (c != NULL) rw_return_context(c);
    if (outcome == RAN) return (PyObject *)made;
    Py_DECREF(made);
    return rw_raised(outcome, why);
}

/* ---------------------------------------------------------------- bots */

static void rw_bot_gone(PyObject *capsule) {
    rw_free_bot(PyCapsule_GetPointer(capsule, IS_BOT));
    Py_XDECREF((PyObject *)PyCapsule_GetContext(capsule));
}

static PyObject *rw_bot_capsule(Bot *b, PyObject *judge, PyObject *dealing) {
    PyObject *kept = b == NULL ? NULL : PyTuple_Pack(2, judge, dealing);
    PyObject *capsule = kept == NULL ? NULL : PyCapsule_New(b, IS_BOT, rw_bot_gone);
    if (capsule == NULL || PyCapsule_SetContext(capsule, kept) < 0) {
        if (capsule == NULL) rw_free_bot(b);
        Py_XDECREF(capsule);
        Py_XDECREF(kept);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    return capsule;
}

/* bot(seed, judge, dealing, budget, deals, noise): turn search by a value; without one, any answer. */
static PyObject *rw_module_bot(PyObject *module, PyObject *args) {
    (void)module;
    unsigned long long seed;
    PyObject *judge, *dealing;
    long long budget, deals;
    double noise;
    if (!PyArg_ParseTuple(args, "KOOLLd", &seed, &judge, &dealing, &budget, &deals, &noise)) return NULL;
    if (budget < 1 || deals < 1) return rw_refused("a budget is more than 0");
    const Judge *j = judge == Py_None ? NULL : PyCapsule_GetPointer(judge, IS_JUDGE);
    const Dealing *d = dealing == Py_None ? NULL : PyCapsule_GetPointer(dealing, IS_DEALING);
    if (PyErr_Occurred()) return NULL;
    return rw_bot_capsule(rw_new_bot(seed, j, d, budget, deals, noise), judge, dealing);
}

/* tree_bot(seed, dealing, seats, simulations): tree search. */
static PyObject *rw_module_tree_bot(PyObject *module, PyObject *args) {
    (void)module;
    unsigned long long seed;
    PyObject *dealing;
    long long seats, simulations;
    if (!PyArg_ParseTuple(args, "KOLL", &seed, &dealing, &seats, &simulations)) return NULL;
    if (simulations < 1 || seats < 1 || seats > MOST_SEATS) return rw_refused("a budget is more than 0");
    const Dealing *d = dealing == Py_None ? NULL : PyCapsule_GetPointer(dealing, IS_DEALING);
    if (PyErr_Occurred()) return NULL;
    return rw_bot_capsule(rw_new_tree_bot(seed, d, seats, simulations), Py_None, dealing);
}

static int rw_fits(const Bot *b, const Position *g) {
    if (b->tree != NULL) return g->players <= b->tree->seats && g->player < b->tree->seats;
    return b->search == NULL || b->search->desk->judge->features->players == g->players;
}

/* answer(bot, position): its answer to the pending decision; the interpreter's lock is released. */
static PyObject *rw_module_answer(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *capsule, *position;
    if (!PyArg_ParseTuple(args, "OO!", &capsule, rw_handle_type, &position)) return NULL;
    Bot *b = PyCapsule_GetPointer(capsule, IS_BOT);
    if (b == NULL) return NULL;
    const Position *g = ((Handle *)position)->g;
    if (g->f[F_THEN] == NIL || !rw_fits(b, g)) return rw_refused("nothing is asked of this bot");
    Context *c = rw_take_context();
    Position *copy = rw_new_position();
    int64_t answer = 0;
    int outcome = c == NULL || copy == NULL || !rw_copy(copy, g) ? NO_MEMORY : RAN;
    const char *why = "";
    if (outcome == RAN) {
        PyThreadState *saved = PyEval_SaveThread();
        copy->c = c;
        outcome = rw_answer_of(b, c, copy, &answer);
        why = c->why;
        PyEval_RestoreThread(saved);
    }
    if (c != NULL) rw_return_context(c);
    rw_free_position(copy);
    return outcome == RAN ? PyLong_FromLongLong(answer) : rw_raised(outcome, why);
}

static PyObject *rw_bytes_of(const void *memory, size_t size) {
    return PyBytes_FromStringAndSize(size > 0 ? memory : "", (Py_ssize_t)size);
}

/* match(start, low, high, bots, features, share, inside, others, seed, limit): a whole game from before its setup.
 * Gives (decisions, scores, winners, seats, moments, margins, rows); the interpreter's lock is released. */
static PyObject *rw_module_match(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *start, *bots, *features;
    unsigned long long low, high, seed;
    SelfPlay p = {0};
    long long limit;
    if (!PyArg_ParseTuple(args, "O!KKO!OdddKL", rw_handle_type, &start, &low, &high, &PyList_Type, &bots, &features, &p.share,
                          &p.inside, &p.others, &seed, &limit))
        return NULL;
    const Position *from = ((Handle *)start)->g;
    Bot *seated[MOST_SEATS];
    if (PyList_Size(bots) != (Py_ssize_t)from->players) return rw_refused("there must be a bot for each seat");
    for (int64_t i = 0; i < from->players; i++) {
        seated[i] = PyCapsule_GetPointer(PyList_GetItem(bots, (Py_ssize_t)i), IS_BOT);
        if (seated[i] == NULL) return NULL;
        if (!rw_fits(seated[i], from)) return rw_refused("a bot for another number of players");
    }
    if (features != Py_None) {
        p.features = PyCapsule_GetPointer(features, IS_FEATURES);
        if (p.features == NULL) return NULL;
        if (p.features->players != from->players) return rw_refused("features for another number of players");
        p.numbers = malloc((size_t)(p.features->width + 1) * sizeof(int64_t));
        p.spare = rw_spare_for(p.features);
    }
    p.bots = seated;
    p.limit = limit;
    p.scores = calloc(MOST_SEATS, sizeof(int64_t));
    rw_twister_seed(&p.chance, seed);
    Context *c = rw_take_context();
    Position *g = rw_new_position();
    const char *why = "";
    int ready = c != NULL && g != NULL && p.scores != NULL && (p.features == NULL || (p.numbers != NULL && p.spare != NULL));
    int outcome = ready && rw_copy(g, from) ? RAN : NO_MEMORY;
    if (outcome == RAN) {
        PyThreadState *saved = PyEval_SaveThread();
        g->c = c;
        rw_seed(g, low, high);
        outcome = rw_carried_out(g, rw_begin, NIL);
        if (outcome == RAN) outcome = rw_self_play(&p, c, g);
        why = c->why;
        PyEval_RestoreThread(saved);
    }
    if (c != NULL) rw_return_context(c);
    PyObject *made = NULL;
    if (outcome == RAN) {
        size_t width = p.features == NULL ? 0 : (size_t)p.features->width, n = p.count;
        made = Py_BuildValue("LNNNNNN", (long long)p.decisions, rw_bytes_of(p.scores, (size_t)from->players * 8),
                             rw_to_python(g->f[F_WINNERS]), rw_bytes_of(p.seats, n * 8), rw_bytes_of(p.moments, n * 8),
                             rw_bytes_of(p.margins, n * 8), rw_bytes_of(p.rows, n * width * 2));
    } else {
        rw_raised(outcome, why);
    }
    rw_free_position(g);
    rw_free_self_play(&p);
    return made;
}

#endif
