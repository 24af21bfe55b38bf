/* Boards: the functions of boards.py in C, over the tables that the Python board has worked out. */
#ifndef RULEWRIGHT_BOARDS_H
#define RULEWRIGHT_BOARDS_H

#include "subsets.h"

#define FAR N(1000000000)

static inline Value rw_board_touching(Context *c, Value neighbours, Value some, Value others) {
    size_t m, n;
    const Value *x = rw_items(c, some, &m), *y = rw_items(c, others, &n);
    for (size_t i = 0; i < m; i++) {
        Value beside = rw_index(c, neighbours, x[i]);
        for (size_t j = 0; j < n; j++)
            if (rw_contains(c, beside, y[j])) return N(1);
    }
    return N(0);
}

static inline Value rw_board_shared_neighbours(Context *c, Value neighbours, Value a, Value b) {
    size_t size, kept = 0;
    const Value *items = rw_items(c, rw_index(c, neighbours, a), &size);
    Value beside = rw_index(c, neighbours, b), *made = rw_made(c, size, SEQUENCE);
    for (size_t i = 0; i < size; i++)
        if (rw_contains(c, beside, items[i])) made[++kept] = items[i];
    made[0] = rw_header(kept, SEQUENCE);
    return rw_object(made);
}

/* How many cells a shortest way passes in between, all of them in `through`. */
static inline Value rw_board_path_length(Context *c, Value neighbours, Value a, Value b, Value through) {
    if (a < 0 || b < 0) return FAR;
    size_t size, count, head = 0, tail = 0;
    const Value *beside = rw_items(c, neighbours, &size), *open = rw_items(c, through, &count);
    if (a >= N((int64_t)size) || b >= N((int64_t)size)) rw_failed(c, "a cell that is not there");
    Mark mark = rw_mark(c);
    Value *found = rw_room(c, 3 * size), *queue = found + size, *passable = queue + size;
    for (size_t i = 0; i < size; i++) found[i] = FAR, passable[i] = 0;
    for (size_t i = 0; i < count; i++)
        if (open[i] >= 0 && open[i] < N((int64_t)size)) passable[rw_number(open[i])] = 1;
    found[rw_number(a)] = 0;
    queue[tail++] = a;
    while (head < tail) {
        Value cell = queue[head++], passed = cell == a ? 0 : found[rw_number(cell)] + N(1);
        size_t n;
        const Value *others = rw_items(c, beside[rw_number(cell)], &n);
        for (size_t i = 0; i < n; i++) {
            size_t other = (size_t)rw_number(others[i]);
            if (found[other] != FAR) continue;
            found[other] = passed;
            if (passable[other]) queue[tail++] = others[i];
        }
    }
    Value answer = found[rw_number(b)];
    rw_release(c, mark);
    return answer;
}

static inline Value rw_board_step(Context *c, Value steps, Value cell, Value direction, Value n) {
    if (direction < 0) return NONE;
    Value table = rw_index(c, steps, direction);
    for (int64_t left = rw_number(n); left > 0 && cell >= 0; left--) cell = rw_index(c, table, cell);
    return cell;
}

static inline Value rw_board_cell(Value rows, Value columns, Value row, Value column) {
    if (row < N(1) || row > rows || column < N(1) || column > columns) return NONE;
    return N((rw_number(row) - 1) * rw_number(columns) + rw_number(column) - 1);
}

/* The cell of a grid by 10 000 times its row and its column. */
static inline Value rw_board_at(Value rows, Value columns, Value key) {
    int64_t number = rw_number(key), row = number / 10000, column = number % 10000;
    return number < 0 ? NONE : rw_board_cell(rows, columns, N(row), N(column));
}

static inline Value rw_board_block(Context *c, Value row_of, Value column_of, Value rows, Value columns) {
    size_t size, kept = 0;
    const Value *row = rw_items(c, row_of, &size);
    Value *made = rw_made(c, size, SEQUENCE);
    for (size_t i = 0; i < size; i++)
        if (rw_contains(c, rows, row[i]) && rw_contains(c, columns, rw_at(c, column_of, (int64_t)i)))
            made[++kept] = N((int64_t)i);
    made[0] = rw_header(kept, SEQUENCE);
    return rw_object(made);
}

static inline Value rw_edges_between(Context *c, Value ends, Value a, Value b) { /* the last one that was made */
    size_t size;
    const Value *items = rw_items(c, ends, &size);
    for (size_t i = size; i-- > 0;) {
        Value x = rw_at(c, items[i], 0), y = rw_at(c, items[i], 1);
        if ((x == a && y == b) || (x == b && y == a)) return N((int64_t)i);
    }
    return NONE;
}

#endif
