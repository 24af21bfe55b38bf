/* A position as an object of Python, by the stable ABI: stepped, copied, looked at and played out. */
#ifndef RULEWRIGHT_HANDLE_H
#define RULEWRIGHT_HANDLE_H

#include "convert.h"
#include "playing.h"

typedef struct {
    PyObject_HEAD
    Position *g;
} Handle;

static PyTypeObject *rw_handle_type;
static PyObject *rw_failure; /* the class of failures of the rules */
static Context *rw_contexts[64];
static size_t rw_contexts_count;
static int rw_bound;
static Position *rw_idle; /* positions whose handles have gone, for the next ones */
static size_t rw_idle_count;
enum { MOST_IDLE = 64, LARGE_HEAP = 16 * SMALL_HEAP };

/* Contexts are handed out and taken back while the interpreter's lock is held. */
static Context *rw_take_context(void) {
    if (rw_contexts_count > 0) return rw_contexts[--rw_contexts_count];
    Context *made = rw_new_context();
    if (made == NULL) PyErr_NoMemory();
    return made;
}

static void rw_return_context(Context *c) {
    if (rw_contexts_count < 64)
        rw_contexts[rw_contexts_count++] = c;
    else
        rw_free_context(c);
}

static PyObject *rw_raised(int outcome, const char *why) {
    if (outcome == NO_MEMORY) return PyErr_NoMemory();
    if (outcome == BLOCKED) why = "an allowed move could not be carried out";
    PyErr_SetString(rw_failure, why != NULL && why[0] != 0 ? why : "the rules failed");
    return NULL;
}

static Handle *rw_handle_of(Position *g) {
    Handle *self = PyObject_New(Handle, rw_handle_type);
    if (self == NULL) {
        rw_free_position(g);
        return NULL;
    }
    self->g = g;
    if (self->g == NULL) {
        Py_DECREF(self);
        PyErr_NoMemory();
        return NULL;
    }
    return self;
}

static Handle *rw_new_handle(void) {
    return rw_handle_of(rw_new_position());
}

/* A position that is still to be filled by a copy; NULL: there is not enough memory. */
static Position *rw_for_copy(void) {
    Position *g = rw_idle;
    if (g == NULL) return rw_new_position();
    rw_idle = g->spare;
    rw_idle_count--;
    return g;
}

/* Keeps a position that is no longer in use for the next copy, unless there are many, or it is large. */
static void rw_put_by(Position *g) {
    if (g == NULL || rw_idle_count == MOST_IDLE || g->size + g->other_size > LARGE_HEAP || g->shown_before != NULL) {
        rw_free_position(g);
        return;
    }
    g->spare = rw_idle;
    rw_idle = g;
    rw_idle_count++;
}

static void rw_handle_dealloc(PyObject *o) {
    PyTypeObject *type = Py_TYPE(o);
    rw_put_by(((Handle *)o)->g);
    PyObject_Free(o);
    Py_DECREF(type);
}

/* ---------------------------------------------------------------- conversion */

typedef struct {
    PyObject *source;
    Value made;
} Conversion;

static void rw_converted(Position *g, Value with) {
    Conversion *one = (Conversion *)(intptr_t)with;
    one->made = rw_from_python(g->c, one->source, 0);
    if (PyErr_Occurred()) rw_leave(g->c, FAILURE, "");
    size_t size;
    const Value *items = rw_items(g->c, one->made, &size);
    if (size != RW_OWN_FIELDS) rw_leave(g->c, FAILURE, "a position of other rules");
    for (size_t i = 0; i < size; i++) rw_set_field(g, (int)i, items[i]);
}

/* Whether frames that come from outside have the form that the machine relies on; they get to know what encloses them. */
static int rw_sound_frames(Value frame) {
    if (frame == NIL) return 1;
    if (!rw_is_object(frame) || rw_is_map(frame)) return 0;
    Value *words = rw_words(frame);
    size_t size = rw_header_size(words[0]);
    if (size < 2 || (words[2] & 1) || words[2] < 0 || words[2] >= N(rw_machine.labels)) return 0;
    if (words[2] == N(L_WITH) && size < 4) return 0;
    if (words[2] == N(L_REASK) &&
        (size < 5 || (words[5] & 1) || words[5] < 0 || words[5] >= N(rw_machine.choices_count)))
        return 0;
    if (!rw_sound_frames(words[1])) return 0;
    words[0] = rw_header(size, SEQUENCE) | rw_standing_above(rw_standing(words[1]), rw_number(words[2]), words + 3);
    return 1;
}

static int rw_sound(const Position *g) {
    Value waiting = g->f[F_WAITING];
    if (g->players < 1 || g->players > 64 || !rw_is_object(waiting) || !rw_is_object(g->f[F_TRIED])) return 0;
    if (g->f[F_THEN] != NIL && (g->choice < 0 || g->choice >= rw_machine.choices_count || g->options_count == 0)) return 0;
    if (!rw_sound_frames(g->f[F_THEN])) return 0;
    for (size_t i = 1; i <= rw_header_size(*rw_words(waiting)); i++) {
        Value one = rw_words(waiting)[i];
        if (!rw_is_object(one) || rw_header_size(*rw_words(one)) != 5) return 0;
        const Value *words = rw_words(one) + 1;
        if ((words[W_CHOICE] & 1) || words[W_CHOICE] < 0 || words[W_CHOICE] >= N(rw_machine.choices_count)) return 0;
        if (!rw_some(words[W_OPTIONS]) || !rw_is_object(words[W_OPTIONS])) return 0;
        if (!rw_is_object(words[W_THEN]) || !rw_sound_frames(words[W_THEN])) return 0;
    }
    return 1;
}

static int rw_int64s(PyObject *o, int64_t *numbers, Py_ssize_t count) {
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *one = PySequence_GetItem(o, i);
        if (one == NULL) return 0;
        numbers[i] = PyLong_AsLongLong(one);
        Py_DECREF(one);
        if (PyErr_Occurred()) return 0;
    }
    return 1;
}

/* position(numbers, key_low, key_high, block, draw, options, fields) */
static PyObject *rw_module_position(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *numbers, *options, *fields;
    unsigned long long low, high, block;
    long long draw;
    int64_t plain[11];
    if (!PyArg_ParseTuple(args, "OKKKLOO", &numbers, &low, &high, &block, &draw, &options, &fields)) return NULL;
    if (!rw_bound) {
        PyErr_SetString(PyExc_RuntimeError, "the tables of the engine have not been bound");
        return NULL;
    }
    if (!rw_int64s(numbers, plain, 11)) return NULL;
    Py_ssize_t count = PySequence_Size(options);
    Handle *self = count < 0 ? NULL : rw_new_handle();
    if (self == NULL) return NULL;
    Position *g = self->g;
    Context *c = g->c = rw_take_context();
    if (c == NULL || !rw_set_options(g, (size_t)count) || !rw_int64s(options, g->options, count)) {
        if (c != NULL) rw_return_context(c);
        Py_DECREF(self);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    g->players = plain[0], g->trial = plain[1], g->over = plain[2], g->player = plain[3], g->you = plain[4];
    g->choice = plain[5], g->answer = N(plain[6]), g->call_depth = plain[7], g->idle_rounds = plain[8];
    g->asks_all = plain[9], g->veiled = plain[10];
    g->chance = (Chance){{low, high}, block, draw & 7};
    Conversion one = {fields, NIL};
    int outcome = rw_guarded(g, rw_converted, (Value)(intptr_t)&one);
    const char *why = c->why;
    rw_return_context(c);
    if (outcome == RAN && !rw_sound(g)) {
        outcome = FAILURE;
        why = "a position that the engine does not know";
    }
    if (outcome != RAN) {
        Py_DECREF(self);
        return PyErr_Occurred() ? NULL : rw_raised(outcome, why);
    }
    rw_tidy(g);
    return (PyObject *)self;
}

static PyObject *rw_handle_read(PyObject *o, PyObject *args) {
    (void)args;
    const Position *g = ((Handle *)o)->g;
    PyObject *fields = PyList_New(RW_OWN_FIELDS), *options = PyList_New((Py_ssize_t)g->options_count);
    for (int i = 0; fields != NULL && i < RW_OWN_FIELDS; i++) {
        PyObject *one = rw_to_python(i == F_STILL ? NIL : g->f[i]);
        if (one == NULL || PyList_SetItem(fields, i, one) < 0) Py_CLEAR(fields);
    }
    for (size_t i = 0; options != NULL && i < g->options_count; i++) {
        PyObject *one = rw_python_number(g->options[i]);
        if (one == NULL || PyList_SetItem(options, (Py_ssize_t)i, one) < 0) Py_CLEAR(options);
    }
    if (fields == NULL || options == NULL) {
        Py_XDECREF(fields);
        Py_XDECREF(options);
        return NULL;
    }
    return Py_BuildValue("(LLLLLLLLLLL)KKKLNN", (long long)g->players, (long long)g->trial, (long long)g->over,
                         (long long)g->player, (long long)g->you, (long long)g->choice,
                         (long long)rw_number(g->answer), (long long)g->call_depth, (long long)g->idle_rounds,
                         (long long)g->asks_all, (long long)g->veiled, (unsigned long long)g->chance.key[0],
                         (unsigned long long)g->chance.key[1], (unsigned long long)g->chance.block,
                         (long long)g->chance.draw, options, fields);
}

/* ---------------------------------------------------------------- playing */

typedef int (*Doing)(Position *g, int64_t with);

/* Does something with a position in a context of its own. */
static PyObject *rw_in_context(Position *g, Doing what, int64_t with) {
    Context *c = g->c = rw_take_context();
    if (c == NULL) return NULL;
    rw_tidy_if_due(g);
    int outcome = what(g, with);
    const char *why = c->why;
    rw_return_context(c);
    if (outcome != RAN) return rw_raised(outcome, why);
    Py_RETURN_NONE;
}

static int rw_do_begin(Position *g, int64_t with) {
    (void)with;
    return rw_carried_out(g, rw_begin, NIL);
}

static PyObject *rw_handle_step(PyObject *o, PyObject *option) {
    long long pick = PyLong_AsLongLong(option);
    if (pick == -1 && PyErr_Occurred()) return NULL;
    Position *g = ((Handle *)o)->g;
    if (g->f[F_THEN] == NIL || !rw_is_option(g, pick))
        return PyErr_Format(PyExc_ValueError, "%lld is none of the options", pick);
    return rw_in_context(g, rw_step, pick);
}

static void rw_turned_to(Position *g, Value with) {
    rw_turn_to(g, rw_number(with));
}

static int rw_do_turn(Position *g, int64_t player) {
    return rw_guarded(g, rw_turned_to, N(player));
}

static PyObject *rw_handle_turn_to(PyObject *o, PyObject *player) {
    long long seat = PyLong_AsLongLong(player);
    if (seat == -1 && PyErr_Occurred()) return NULL;
    Position *g = ((Handle *)o)->g;
    PyObject *done = rw_in_context(g, rw_do_turn, seat);
    if (done == NULL) return NULL;
    Py_DECREF(done);
    return PyBool_FromLong(g->f[F_THEN] != NIL && g->player == seat);
}

static PyObject *rw_handle_clone(PyObject *o, PyObject *args) {
    (void)args;
    Handle *made = rw_handle_of(rw_for_copy());
    if (made == NULL) return NULL;
    if (!rw_copy(made->g, ((Handle *)o)->g)) {
        Py_DECREF(made);
        return PyErr_NoMemory();
    }
    return (PyObject *)made;
}

/* begun(low, high): a copy in which the game has begun, with chance from a key of two numbers of 64 bits */
static PyObject *rw_handle_begun(PyObject *o, PyObject *const *args, Py_ssize_t count) {
    if (count != 2) return PyErr_Format(PyExc_TypeError, "begun takes 2 numbers");
    const uint64_t low = PyLong_AsUnsignedLongLong(args[0]), high = PyErr_Occurred() ? 0 : PyLong_AsUnsignedLongLong(args[1]);
    if (PyErr_Occurred()) return NULL;
    PyObject *made = rw_handle_clone(o, NULL);
    if (made == NULL) return NULL;
    Position *g = ((Handle *)made)->g;
    rw_seed(g, low, high);
    PyObject *done = rw_in_context(g, rw_do_begin, 0);
    if (done == NULL) Py_CLEAR(made);
    Py_XDECREF(done);
    return made;
}

static PyObject *rw_handle_playout(PyObject *o, PyObject *args) {
    unsigned long long seed;
    long long limit = 1000000;
    if (!PyArg_ParseTuple(args, "K|L", &seed, &limit)) return NULL;
    Position *g = ((Handle *)o)->g;
    Context *c = g->c = rw_take_context();
    if (c == NULL) return NULL;
    uint64_t state = seed;
    int64_t decisions = 0;
    int outcome = rw_playout(g, &state, limit, &decisions);
    const char *why = c->why;
    rw_return_context(c);
    return outcome == RAN ? rw_python_number(decisions) : rw_raised(outcome, why);
}

/* playouts(count, seed, begin, limit): from here, or from the start of the game, each with chance of its own.
 * Gives for each one the number of decisions and the scores; the interpreter's lock is released. */
static PyObject *rw_handle_playouts(PyObject *o, PyObject *args) {
    long long count, limit = 1000000;
    unsigned long long seed;
    int begin = 0;
    if (!PyArg_ParseTuple(args, "LK|iL", &count, &seed, &begin, &limit)) return NULL;
    const Position *from = ((Handle *)o)->g;
    if (count < 0 || count > 100000000) {
        PyErr_SetString(PyExc_ValueError, "so many playouts cannot be made at once");
        return NULL;
    }
    size_t width = (size_t)from->players + 1;
    Context *c = rw_take_context();
    Position *start = rw_for_copy(), *g = rw_for_copy();
    int64_t *results = malloc(((size_t)count * width + 1) * sizeof(int64_t));
    int outcome = c == NULL || start == NULL || g == NULL || results == NULL || !rw_copy(start, from) ? NO_MEMORY : RAN;
    const char *why = "";
    if (outcome == RAN) {
        PyThreadState *saved = PyEval_SaveThread();
        uint64_t state = seed;
        for (long long i = 0; i < count && outcome == RAN; i++) {
            if (!rw_copy(g, start)) {
                outcome = NO_MEMORY;
                break;
            }
            g->c = c;
            uint64_t low = rw_random(&state), high = rw_random(&state);
            rw_seed(g, low, high);
            if (begin) outcome = rw_carried_out(g, rw_begin, NIL);
            if (outcome == RAN) outcome = rw_playout(g, &state, limit, results + (size_t)i * width);
            if (outcome == RAN) outcome = rw_scores(g, results + (size_t)i * width + 1);
            why = c->why;
        }
        PyEval_RestoreThread(saved);
    }
    if (c != NULL) rw_return_context(c);
    rw_put_by(start);
    rw_put_by(g);
    PyObject *made = outcome == RAN ? PyList_New((Py_ssize_t)count) : rw_raised(outcome, why);
    for (long long i = 0; made != NULL && i < count; i++) {
        PyObject *row = PyTuple_New((Py_ssize_t)width);
        for (size_t j = 0; row != NULL && j < width; j++) {
            PyObject *one = rw_python_number(results[(size_t)i * width + j]);
            if (one == NULL || PyTuple_SetItem(row, (Py_ssize_t)j, one) < 0) Py_CLEAR(row);
        }
        if (row == NULL || PyList_SetItem(made, (Py_ssize_t)i, row) < 0) Py_CLEAR(made);
    }
    free(results);
    return made;
}

static PyObject *rw_handle_scores(PyObject *o, PyObject *args) {
    (void)args;
    Position *g = ((Handle *)o)->g;
    int64_t scores[64] = {0};
    Context *c = g->c = rw_take_context();
    if (c == NULL) return NULL;
    int outcome = rw_scores(g, scores);
    const char *why = c->why;
    rw_return_context(c);
    if (outcome != RAN) return rw_raised(outcome, why);
    PyObject *made = PyTuple_New((Py_ssize_t)g->players);
    for (int64_t i = 0; made != NULL && i < g->players; i++) {
        PyObject *one = rw_python_number(scores[i]);
        if (one == NULL || PyTuple_SetItem(made, (Py_ssize_t)i, one) < 0) Py_CLEAR(made);
    }
    return made;
}

static PyObject *rw_handle_hash(PyObject *o, PyObject *args) {
    (void)args;
    return PyLong_FromUnsignedLongLong(rw_position_hash(((Handle *)o)->g));
}

/* ---------------------------------------------------------------- what is seen of a position */

static PyObject *rw_handle_get(PyObject *o, void *which) {
    const Position *g = ((Handle *)o)->g;
    const int64_t seen[] = {g->players, g->player, g->you, g->choice, g->chance.draw};
    return rw_python_number(seen[(intptr_t)which]);
}

static PyObject *rw_handle_over(PyObject *o, void *which) {
    const Position *g = ((Handle *)o)->g;
    return PyBool_FromLong(which == NULL ? g->over != 0 : g->f[F_THEN] != NIL);
}

static PyObject *rw_handle_options(PyObject *o, void *which) {
    (void)which;
    const Position *g = ((Handle *)o)->g;
    size_t count = g->f[F_THEN] == NIL ? 0 : g->options_count;
    PyObject *made = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; made != NULL && i < count; i++) {
        PyObject *one = rw_python_number(g->options[i]);
        if (one == NULL || PyList_SetItem(made, (Py_ssize_t)i, one) < 0) Py_CLEAR(made);
    }
    return made;
}

/* The options as numbers of 64 bits, without a copy; what is seen holds until the next step. */
static int rw_handle_getbuffer(PyObject *o, Py_buffer *view, int flags) {
    Position *g = ((Handle *)o)->g;
    Py_ssize_t bytes = (Py_ssize_t)((g->f[F_THEN] == NIL ? 0 : g->options_count) * sizeof(int64_t));
    static char format[] = "q";
    if (PyBuffer_FillInfo(view, o, g->options, bytes, 1, flags) < 0) return -1;
    Py_ssize_t *sizes = PyMem_Malloc(2 * sizeof(Py_ssize_t));
    if (sizes == NULL) {
        PyBuffer_Release(view);
        PyErr_NoMemory();
        return -1;
    }
    sizes[0] = bytes / (Py_ssize_t)sizeof(int64_t);
    sizes[1] = (Py_ssize_t)sizeof(int64_t);
    view->itemsize = (Py_ssize_t)sizeof(int64_t);
    view->format = flags & PyBUF_FORMAT ? format : NULL;
    view->shape = flags & PyBUF_ND ? sizes : NULL;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? sizes + 1 : NULL;
    view->internal = sizes;
    g->shown++;
    return 0;
}

static void rw_handle_releasebuffer(PyObject *o, Py_buffer *view) {
    if (view->internal == NULL) return;
    PyMem_Free(view->internal);
    view->internal = NULL;
    ((Handle *)o)->g->shown--;
}

static PyObject *rw_handle_winners(PyObject *o, void *which) {
    (void)which;
    return rw_to_python(((Handle *)o)->g->f[F_WINNERS]);
}

static PyMethodDef rw_handle_methods[] = {
    {"read", rw_handle_read, METH_NOARGS, "All that the position holds, as plain data."},
    {"begun", (PyCFunction)(void (*)(void))rw_handle_begun, METH_FASTCALL, "A copy in which the game has begun, with chance from a key."},
    {"step", rw_handle_step, METH_O, "Answers the pending decision by one of its options."},
    {"turn_to", rw_handle_turn_to, METH_O, "Makes the pending secret decision of a player the one that is answered."},
    {"clone", rw_handle_clone, METH_NOARGS, "A copy."},
    {"playout", rw_handle_playout, METH_VARARGS, "Plays random answers to the end; gives the number of decisions."},
    {"playouts", rw_handle_playouts, METH_VARARGS, "Many playouts from here, without the interpreter's lock."},
    {"scores", rw_handle_scores, METH_NOARGS, "The scores of the players now."},
    {"hash", rw_handle_hash, METH_NOARGS, "A number that is the same for the same position."},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef rw_handle_getset[] = {
    {"players", rw_handle_get, NULL, "how many play", (void *)0},
    {"player", rw_handle_get, NULL, "who answers", (void *)1},
    {"you", rw_handle_get, NULL, "for whom", (void *)2},
    {"choice", rw_handle_get, NULL, "the number of the choice", (void *)3},
    {"over", rw_handle_over, NULL, "whether the game is over", NULL},
    {"pending", rw_handle_over, NULL, "whether an answer is awaited", (void *)1},
    {"options", rw_handle_options, NULL, "what can be answered", NULL},
    {"winners", rw_handle_winners, NULL, "who has won", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot rw_handle_slots[] = {
    {Py_tp_dealloc, (void *)rw_handle_dealloc},
    {Py_tp_methods, rw_handle_methods},
    {Py_tp_getset, rw_handle_getset},
    {Py_bf_getbuffer, (void *)rw_handle_getbuffer},
    {Py_bf_releasebuffer, (void *)rw_handle_releasebuffer},
    {Py_tp_doc, (void *)"A position of a native engine."},
    {0, NULL},
};
static PyType_Spec rw_handle_spec = {
    "rulewright_native.Position", sizeof(Handle), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, rw_handle_slots,
};

#endif
