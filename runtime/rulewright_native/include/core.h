/* All that emitted code needs. It says before how many fields, tables and stores there are. */
#ifndef RULEWRIGHT_CORE_H
#define RULEWRIGHT_CORE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include "stores.h"

static Value rw_tables[RW_TABLES]; /* filled once from the engine's own tables, before any game */

#endif
