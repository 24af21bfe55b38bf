/* The engine as a module of Python: its tables are bound once, then it makes positions. */
#ifndef RULEWRIGHT_MODULE_H
#define RULEWRIGHT_MODULE_H

#include "observing_module.h"

static PyObject *rw_names(const char *const *names) {
    PyObject *made = PyList_New(0);
    for (; made != NULL && *names != NULL; names++) {
        PyObject *one = PyUnicode_FromString(*names);
        if (one == NULL || PyList_Append(made, one) < 0) Py_CLEAR(made);
        Py_XDECREF(one);
    }
    return made;
}

static void rw_table_converted(Position *g, Value with) {
    Conversion *one = (Conversion *)(intptr_t)with;
    one->made = rw_copy_for_good(g->c, rw_from_python(g->c, one->source, 0));
    if (PyErr_Occurred()) rw_leave(g->c, FAILURE, "");
}

/* bind(tables, failure): the values of `table_names`, and the class of failures; once, before any position is made. */
static PyObject *rw_module_bind(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *tables, *failure;
    if (!PyArg_ParseTuple(args, "OO", &tables, &failure)) return NULL;
    if (rw_bound) Py_RETURN_NONE;
    Context *c = rw_new_context(); /* it is never given back: the tables lie in its memory */
    Position *g = rw_new_position();
    if (c == NULL || g == NULL) return PyErr_NoMemory();
    g->c = c;
    int count = 0;
    while (rw_table_names[count] != NULL) count++;
    for (int i = 0; i < count; i++) {
        Conversion one = {PySequence_GetItem(tables, i), NIL};
        if (one.source == NULL) break;
        int outcome = rw_guarded(g, rw_table_converted, (Value)(intptr_t)&one);
        Py_DECREF(one.source);
        if (outcome != RAN) break;
        rw_tables[i] = one.made;
    }
    rw_free_position(g);
    if (PyErr_Occurred()) return NULL;
    rw_failure = failure;
    Py_INCREF(failure);
    rw_bound = 1;
    Py_RETURN_NONE;
}

static PyMethodDef rw_module_methods[] = {
    {"bind", rw_module_bind, METH_VARARGS, "Takes over the tables of the engine, and the class of failures."},
    {"position", rw_module_position, METH_VARARGS, "A position from plain data, as `read` gives it."},
    {"features", rw_module_features, METH_VARARGS, "What the features of a position are, from numbers."},
    {"row", rw_module_row, METH_VARARGS, "All features of a position as a seat sees it."},
    {"observer", rw_module_observer, METH_VARARGS, "What is told to learning programs, from numbers."},
    {"vector", rw_module_vector, METH_VARARGS, "What a seat may know, as numbers for learning programs."},
    {"judge", rw_module_judge, METH_VARARGS, "A learned value."},
    {"worth", rw_module_worth, METH_VARARGS, "What a position is worth to a seat."},
    {"dealing", rw_module_dealing, METH_VARARGS, "What may lie hidden, from numbers."},
    {"dealt", rw_module_dealt, METH_VARARGS, "A position with what a seat may not know dealt anew."},
    {"bot", rw_module_bot, METH_VARARGS, "A bot."},
    {"tree_bot", rw_module_tree_bot, METH_VARARGS, "A bot that thinks by simulated games."},
    {"answer", rw_module_answer, METH_VARARGS, "The answer of a bot to the pending decision."},
    {"match", rw_module_match, METH_VARARGS, "A whole game by bots, without the interpreter's lock."},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef rw_module_def = {
    PyModuleDef_HEAD_INIT, "core", "The native core of an engine.", -1, rw_module_methods, NULL, NULL, NULL, NULL,
};

#define RW_INIT_OF(name) PyInit_##name
#define RW_INIT(name) RW_INIT_OF(name)

PyMODINIT_FUNC RW_INIT(RW_NAME)(void) {
    PyObject *module = PyModule_Create(&rw_module_def);
    if (module == NULL) return NULL;
    rw_handle_type = (PyTypeObject *)PyType_FromSpec(&rw_handle_spec);
    rw_failure = PyExc_RuntimeError;
    PyObject *fields = rw_names(rw_field_names), *tables = rw_names(rw_table_names);
    if (!rw_make_small_numbers() || rw_handle_type == NULL || fields == NULL || tables == NULL ||
        PyModule_AddObjectRef(module, "Position", (PyObject *)rw_handle_type) < 0 ||
        PyModule_AddObjectRef(module, "field_names", fields) < 0 ||
        PyModule_AddObjectRef(module, "table_names", tables) < 0 ||
        PyModule_AddStringConstant(module, "rules", RW_RULES) < 0 || PyModule_AddIntConstant(module, "interface", 2) < 0)
        Py_CLEAR(module);
    Py_XDECREF(fields);
    Py_XDECREF(tables);
    return module;
}

#endif
