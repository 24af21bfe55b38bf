/* Features of the ground that players hold on a board (bots/ground_blocks.py says the same in Python); a part of looking.h. */
#ifndef RULEWRIGHT_GROUND_H
#define RULEWRIGHT_GROUND_H

enum { IN_ROW = 2 }; /* how far around one's own cells is looked */

/* Where the neighbours of each cell stand in the code. */
static inline void rw_links(const int64_t *links, int64_t size, const int64_t **around) {
    for (int64_t cell = 0; cell < size; cell++, links += 1 + links[0]) around[cell] = links;
}

/* Cells of nobody beside one's own, and those one further, by how far their kind is from one's own. */
static inline void rw_around_block(const Looking *l, const Block *b, int64_t *out) {
    static _Thread_local unsigned char known[MOST_CELLS];
    static _Thread_local int64_t who[MOST_CELLS], cells[MOST_CELLS];
    static _Thread_local const int64_t *around[MOST_CELLS];
    Context *c = l->g->c;
    int64_t size = b->code[1], members = b->code[2], count = 0, at = 0;
    Listed seats = rw_list_of(l, b, 0), kinds = rw_list_of(l, b, 1);
    int64_t mine = rw_of_list(c, rw_list_of(l, b, 2), l->seat);
    const int64_t *homes = b->code + 4;
    if (mine < 0 || mine >= b->code[3]) return;
    mine = homes[mine];
    rw_links(homes + b->code[3], size, around);
    for (int64_t cell = 0; cell < size; cell++) {
        who[cell] = rw_of_list(c, seats, cell);
        known[cell] = who[cell] == l->seat;
        if (known[cell]) cells[count++] = cell;
    }
    for (int64_t far = 0; far < IN_ROW; far++)
        for (int64_t end = count; at < end; at++) {
            const int64_t *beside = around[cells[at]];
            for (int64_t i = 1; i <= beside[0]; i++) {
                int64_t other = beside[i];
                if (known[other]) continue;
                known[other] = 1;
                if (who[other] >= 0) continue;
                cells[count++] = other;
                int64_t kind = rw_of_list(c, kinds, other);
                if (kind >= 0 && kind < members) out[far * members + (kind - mine + members) % members]++;
            }
        }
}

/* What the connected parts of one's own cells come to: the highest sum of a figure, and the second. */
static inline void rw_ground_block(const Looking *l, const Block *b, int64_t *out) {
    static _Thread_local unsigned char left[MOST_CELLS];
    static _Thread_local int64_t cells[MOST_CELLS];
    static _Thread_local const int64_t *around[MOST_CELLS];
    Context *c = l->g->c;
    int64_t size = b->code[1], flagged = b->code[2], steps = b->code[3], members = b->code[4], most = 0, second = 0;
    const int64_t *values = b->code + 5;
    Listed seats = rw_list_of(l, b, 0), kinds = rw_list_of(l, b, 1), flags = rw_list_of(l, b, flagged ? 2 : 0);
    rw_links(values + members, size, around);
    for (int64_t cell = 0; cell < size; cell++)
        left[cell] = rw_of_list(c, seats, cell) == l->seat && !(flagged && rw_of_list(c, flags, cell));
    for (int64_t first = 0; first < size; first++) {
        if (!left[first]) continue;
        int64_t count = rw_taken_part(left, first, around, cells), total = 0;
        for (int64_t i = 0; i < count; i++) {
            int64_t kind = rw_of_list(c, kinds, cells[i]);
            if (kind >= 0 && kind < members) total += values[kind];
        }
        if (total > most)
            second = most, most = total;
        else if (total > second)
            second = total;
    }
    out[0] = most;
    out[1] = second;
    out[2 + (most < steps ? most : steps)] = 1;
}

/* How far one's own cells hang together over one cell between them; of the others the largest such part. */
static inline void rw_hanging_block(const Looking *l, const Block *b, int64_t *out) {
    static _Thread_local int64_t who[MOST_CELLS];
    static _Thread_local const int64_t *around[MOST_CELLS];
    int64_t size = b->code[1], players = b->code[2];
    Listed seats = rw_list_of(l, b, 0);
    rw_links(b->code + 3, size, around);
    for (int64_t cell = 0; cell < size; cell++) who[cell] = rw_of_list(l->g->c, seats, cell);
    for (int64_t seat = 0; seat < players; seat++) {
        int64_t found[2] = {0, 0};
        rw_groups(who, seat, size, around, found);
        if (seat == l->seat)
            out[0] = found[0], out[1] = found[1];
        else if (found[0] > out[2])
            out[2] = found[0];
    }
}

#endif
