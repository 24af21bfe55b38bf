/* What Python sees of observations: a capsule that says what is told, and vectors as bytes. */
#ifndef RULEWRIGHT_OBSERVING_MODULE_H
#define RULEWRIGHT_OBSERVING_MODULE_H

#include "bots_module.h"
#include "observing.h"

#define IS_OBSERVER "rulewright_native.observer"
enum { MOST_NUMBERS = 1 << 24 }; /* of one observation */

static void rw_free_observer(Observer *o) {
    if (o != NULL) free(o->numbers);
    free(o);
}

static void rw_observer_gone(PyObject *capsule) {
    rw_free_observer(PyCapsule_GetPointer(capsule, IS_OBSERVER));
}

static int rw_is_field(int64_t field) {
    return field >= FIRST_FIELD && field < RW_OWN_FIELDS;
}

static int rw_is_field_or_none(int64_t field) {
    return field == -1 || rw_is_field(field);
}

/* Fields that are told, as they lie among the numbers. */
static const Told *rw_take_told(Numbers *n, int64_t *count, int64_t sorts) {
    *count = rw_take_number(n);
    if (*count < 0 || *count > MOST_NUMBERS) n->sound = 0;
    if (!n->sound) return NULL;
    const Told *found = (const Told *)rw_take_numbers(n, *count * (int64_t)(sizeof(Told) / sizeof(int64_t)));
    for (int64_t i = 0; n->sound && i < *count; i++) {
        const Told *t = &found[i];
        if (!rw_is_field(t->field) || t->form < AS_THING || t->form > AS_TEXT || t->of < LIST_OF_TEXTS ||
            t->of >= SORT_0 + sorts || t->width < 0 || t->width > MOST_NUMBERS)
            n->sound = 0;
    }
    return found;
}

static int rw_read_observer(Observer *o, Numbers *n) {
    o->seats = rw_take_number(n);
    o->size = rw_take_number(n);
    o->sorts_count = rw_take_number(n);
    if (!n->sound || o->seats < 1 || o->size < 0 || o->size > MOST_NUMBERS || o->sorts_count < 0 || o->sorts_count > MOST_SORTS)
        return 0;
    o->fields = rw_take_told(n, &o->fields_count, o->sorts_count);
    for (int64_t i = 0; n->sound && i < o->sorts_count; i++) {
        Sort *s = &o->sorts[i];
        s->alive = rw_take_number(n);
        s->cells = rw_take_number(n);
        s->zones = rw_take_number(n);
        s->owners = rw_take_number(n);
        s->width = rw_take_number(n);
        if (!rw_is_field(s->alive) || !rw_is_field_or_none(s->cells) || !rw_is_field_or_none(s->zones) ||
            !rw_is_field_or_none(s->owners) || s->width < 3 || s->width > MOST_NUMBERS)
            return 0;
        s->told = rw_take_told(n, &s->told_count, o->sorts_count);
        s->hidden = rw_take_told(n, &s->hidden_count, o->sorts_count);
    }
    return n->sound && n->at == n->end;
}

/* observer(numbers): from observing.py, as numbers of 64 bits. */
static PyObject *rw_module_observer(PyObject *module, PyObject *args) {
    (void)module;
    const char *bytes;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "y#", &bytes, &size)) return NULL;
    Observer *o = calloc(1, sizeof(Observer));
    if (o == NULL) return PyErr_NoMemory();
    o->numbers = malloc((size_t)size + 1);
    if (o->numbers == NULL) {
        rw_free_observer(o);
        return PyErr_NoMemory();
    }
    memcpy(o->numbers, bytes, (size_t)size);
    Numbers n = {o->numbers, o->numbers + size / (Py_ssize_t)sizeof(int64_t), 1};
    if (!rw_read_observer(o, &n)) {
        rw_free_observer(o);
        return rw_refused("this is no observer");
    }
    return PyCapsule_New(o, IS_OBSERVER, rw_observer_gone);
}

/* vector(observer, position, viewer): all that a seat may know, as numbers of 64 bits; -1: what everybody may know. */
static PyObject *rw_module_vector(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *capsule, *position;
    long long viewer;
    if (!PyArg_ParseTuple(args, "OO!L", &capsule, rw_handle_type, &position, &viewer)) return NULL;
    const Observer *o = PyCapsule_GetPointer(capsule, IS_OBSERVER);
    if (o == NULL) return NULL;
    Position *g = ((Handle *)position)->g;
    if (viewer < -1 || viewer >= g->players) return rw_refused("there is no such seat");
    PyObject *made = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)((size_t)o->size * sizeof(int64_t)));
    if (made == NULL) return NULL;
    int64_t *out = (int64_t *)(void *)PyBytes_AsString(made);
    View v = {.observer = o, .g = g, .viewer = viewer, .out = out, .end = out + o->size};
    Context *c = g->c = rw_take_context();
    int outcome = c == NULL ? NO_MEMORY : rw_guarded(g, rw_observe, (Value)(intptr_t)&v);
    if (outcome == RAN) {
        rw_return_context(c);
        return made;
    }
    Py_DECREF(made);
    const char *why = c == NULL ? "" : c->why;
    if (c != NULL) rw_return_context(c);
    return rw_raised(outcome, why);
}

#endif
