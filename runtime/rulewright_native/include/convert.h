/* Values between Python and C: numbers, None, tuples and dicts; lists and sets come over as sequences. */
#ifndef RULEWRIGHT_CONVERT_H
#define RULEWRIGHT_CONVERT_H

#include "core.h"

enum { DEEPEST = 2000 };

static Value rw_from_python(Context *c, PyObject *o, int depth);

static Value rw_from_items(Context *c, PyObject *o, int depth) {
    PyObject *items = PySequence_List(o);
    if (items == NULL) return NIL;
    Py_ssize_t size = PyList_Size(items);
    Value made = rw_growing(c, (size_t)size, SEQUENCE);
    for (Py_ssize_t i = 0; i < size && !PyErr_Occurred(); i++)
        made = rw_put(c, made, rw_from_python(c, PyList_GetItem(items, i), depth + 1));
    Py_DECREF(items);
    return made;
}

static Value rw_from_dict(Context *c, PyObject *o, int depth) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    Value made = rw_growing(c, 2 * (size_t)PyDict_Size(o), MAP);
    *rw_words(made) &= ~ASCENDING; /* keys come in any order */
    while (PyDict_Next(o, &at, &key, &value) && !PyErr_Occurred()) {
        made = rw_put(c, made, rw_from_python(c, key, depth + 1));
        made = rw_put(c, made, rw_from_python(c, value, depth + 1));
    }
    return made;
}

/* A value in the arena; NIL with an error set if there is no such value in C. */
static Value rw_from_python(Context *c, PyObject *o, int depth) {
    if (o == Py_None) return NIL;
    if (PyLong_Check(o)) {
        long long number = PyLong_AsLongLong(o);
        if (number == -1 && PyErr_Occurred()) return NIL;
        if (number > MOST_NUMBER || number < -MOST_NUMBER) {
            PyErr_SetString(PyExc_OverflowError, "a number is too large for a native engine");
            return NIL;
        }
        return N(number);
    }
    if (depth > DEEPEST) {
        PyErr_SetString(PyExc_ValueError, "values are nested too deep for a native engine");
        return NIL;
    }
    if (PyUnicode_Check(o)) return N(PyUnicode_GetLength(o) > 0);
    if (PyDict_Check(o)) return rw_from_dict(c, o, depth);
    return rw_from_items(c, o, depth);
}

static PyObject *rw_small_numbers[SMALL_NUMBERS]; /* as objects of Python: options are made of them again and again */

static int rw_make_small_numbers(void) {
    for (int i = 0; i < SMALL_NUMBERS; i++)
        if (rw_small_numbers[i] == NULL && (rw_small_numbers[i] = PyLong_FromLong(i)) == NULL) return 0;
    return 1;
}

FAST PyObject *rw_python_number(int64_t number) {
    if ((uint64_t)number >= SMALL_NUMBERS) return PyLong_FromLongLong(number);
    Py_INCREF(rw_small_numbers[number]);
    return rw_small_numbers[number];
}

static PyObject *rw_to_python(Value v) {
    if (v == NIL) Py_RETURN_NONE;
    if (!rw_is_object(v)) return rw_python_number(rw_number(v));
    const Value *words = rw_words(v);
    size_t size = rw_header_size(words[0]);
    if (rw_is_map(v)) {
        PyObject *made = PyDict_New();
        for (size_t i = 1; made != NULL && i < size; i += 2) {
            PyObject *key = rw_to_python(words[i]), *value = rw_to_python(words[i + 1]);
            if (key == NULL || value == NULL || PyDict_SetItem(made, key, value) < 0) Py_CLEAR(made);
            Py_XDECREF(key);
            Py_XDECREF(value);
        }
        return made;
    }
    PyObject *made = PyTuple_New((Py_ssize_t)size);
    for (size_t i = 0; made != NULL && i < size; i++) {
        PyObject *one = rw_to_python(words[i + 1]);
        if (one == NULL || PyTuple_SetItem(made, (Py_ssize_t)i, one) < 0) Py_CLEAR(made);
    }
    return made;
}

#endif
