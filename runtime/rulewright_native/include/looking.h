/* Features of a position: whole numbers by the blocks that Python hands over as numbers (bots/blocks.py says the same in Python). */
#ifndef RULEWRIGHT_LOOKING_H
#define RULEWRIGHT_LOOKING_H

#include "playing.h"

enum { B_PENDING, B_OWN, B_PIECES, B_TABLE, B_NAMED, B_OWNED, B_HOLDING, B_BESIDE, B_CELLS, B_AROUND, B_GROUND, B_HANGING, B_NOW };
enum { R_NUMBER, R_SIZE, R_STEPS, R_MEMBER, R_FIGURES, R_MEMBERS, R_NUMBERS };
enum { MEAN = 12, MOST_SEATS = 64 };
enum { OF_PLAYER = -1, OF_CHOICE = -2 }; /* attributes that are no fields */

typedef struct {
    int64_t first, width, reads_count;
    const int64_t *reads; /* numbers of attributes */
    const int64_t *code;  /* what it does, then its figures */
    int64_t code_size;
} Block;

typedef struct {
    int64_t players, scored, attributes_count, blocks_count, width;
    const int64_t *attributes; /* fields of the position, or OF_PLAYER, OF_CHOICE */
    Block *blocks;
    int64_t *numbers; /* all that the blocks point to */
} Features;

typedef struct {
    const Features *features;
    Position *g;
    int64_t seat, *out, *spare; /* `spare` has room for the largest block, once for each seat */
} Looking;

/* ---------------------------------------------------------------- one value as numbers */

static inline int64_t rw_plain(Context *c, Value v) {
    return rw_number(rw_whole(c, v));
}

static inline void rw_read_members(Context *c, const int64_t *code, int64_t width, Value v, const Value *kinds, size_t pieces, int64_t *out) {
    int64_t counted = code[1], members = code[2], columns = width - 1 - counted;
    size_t size;
    const Value *items = rw_items(c, v, &size);
    out[0] += (int64_t)size;
    for (size_t i = 0; i < size; i++) {
        int64_t one = rw_plain(c, items[i]);
        if (kinds != NULL) { /* it is a piece: what counts is its kind */
            if (one < 0 || (size_t)one >= pieces) rw_failed(c, "a piece that is not there");
            one = rw_plain(c, kinds[one]);
        }
        if (one < 0) continue;
        if (counted && one < counted) out[1 + one]++;
        for (int64_t j = 0; j < columns && one < members; j++) out[1 + counted + j] += code[3 + j * members + one];
    }
}

static inline void rw_read_numbers(Context *c, Value v, int64_t *out) {
    size_t size;
    const Value *items = rw_items(c, v, &size);
    int64_t most = INT64_MIN, least = INT64_MAX;
    out[0] += (int64_t)size;
    for (size_t i = 0; i < size; i++) {
        int64_t one = rw_plain(c, items[i]);
        out[1] += one;
        if (one > most) most = one;
        if (one < least) least = one;
    }
    if (size > 0) out[2] += most, out[3] += least;
}

/* Adds what a value comes to; `reading`: length, number of names, how it is read, figures. */
static inline void rw_read_value(Context *c, const int64_t *reading, Value v, int64_t *out) {
    const int64_t width = reading[1], *code = reading + 2;
    if (code[0] == R_SIZE) {
        out[0] += (int64_t)rw_size(c, v);
        return;
    }
    if (code[0] == R_MEMBERS) {
        rw_read_members(c, code, width, v, NULL, 0, out);
        return;
    }
    if (code[0] == R_NUMBERS) {
        rw_read_numbers(c, v, out);
        return;
    }
    int64_t number = rw_plain(c, v);
    if (code[0] == R_MEMBER) {
        if (number >= 0 && number < width) out[number]++;
    } else if (code[0] == R_FIGURES) {
        int64_t members = code[1];
        if (number < 0) return;
        out[0]++;
        for (int64_t j = 0; j < width - 1 && number < members; j++) out[1 + j] += code[2 + j * members + number];
    } else if (number != NONE_NUMBER) {
        out[0] += number;
        if (code[0] == R_STEPS && number >= code[1] && number - code[1] < width - 1) out[1 + number - code[1]]++;
    }
}

static inline int64_t rw_mean(int64_t sum, int64_t count) { /* in twelfths, rounded down */
    int64_t all = sum * MEAN, q = all / count;
    return all % count != 0 && all < 0 ? q - 1 : q;
}

/* ---------------------------------------------------------------- players and the table */

static inline Value rw_attribute(const Looking *l, const Block *b, int64_t number) {
    int64_t field = l->features->attributes[b->reads[number]];
    return field == OF_PLAYER ? N(l->g->player) : field == OF_CHOICE ? N(l->g->choice) : l->g->f[field];
}

static inline void rw_pending_block(const Looking *l, const Block *b, int64_t *out) {
    int64_t choices = b->code[1], players = b->code[2], player = l->g->player, choice = l->g->choice;
    if (player == l->seat && choice >= 0 && choice < choices) out[choice] = 1;
    if (player >= 0 && player < players) {
        int64_t away = (player - l->seat + players) % players;
        out[choices + (away < 5 ? away : 5)] = 1;
    }
}

static inline void rw_own_block(const Looking *l, const Block *b, int64_t *out) {
    Context *c = l->g->c;
    Value values = rw_attribute(l, b, 0);
    int64_t entries = b->code[1], players = b->code[2], automatic = b->code[3];
    const int64_t *own = b->code + 4, *others = own + own[0] + 1;
    int64_t wide = others[0] ? others[1] : 0, at = 0;
    for (int64_t key = 0; key < entries; key++) {
        rw_read_value(c, own, rw_at(c, values, l->seat * entries + key), out + at);
        at += own[1];
        if (!others[0] || players == 1) continue;
        for (int64_t seat = 0; seat < players; seat++) {
            if (seat == l->seat) continue;
            memset(l->spare, 0, (size_t)wide * sizeof(int64_t));
            rw_read_value(c, others, rw_at(c, values, seat * entries + key), l->spare);
            for (int64_t i = 0; i < wide; i++) {
                out[at + i] += l->spare[i];
                if (l->spare[i] > out[at + wide + i]) out[at + wide + i] = l->spare[i];
            }
        }
        for (int64_t i = 0; i < wide; i++) out[at + i] = rw_mean(out[at + i], players - 1);
        at += 2 * wide;
    }
    for (int64_t seat = players; others[0] && seat < players + automatic; seat++)
        for (int64_t key = 0; key < entries; key++, at += wide)
            rw_read_value(c, others, rw_at(c, values, seat * entries + key), out + at);
}

static inline void rw_pieces_block(const Looking *l, const Block *b, int64_t *out) {
    Context *c = l->g->c;
    int64_t entries = b->code[1], players = b->code[2], seen = b->code[3];
    const int64_t *reading = b->code + 4;
    int64_t width = reading[1];
    Value zones = rw_attribute(l, b, 0);
    size_t pieces;
    const Value *kinds = rw_items(c, rw_attribute(l, b, 1), &pieces);
    for (int64_t key = 0; key < entries; key++)
        rw_read_members(c, reading + 2, width, rw_at(c, zones, l->seat * entries + key), kinds, pieces, out + key * width);
    if (!seen) return;
    out += entries * width;
    for (int64_t seat = 0; seat < players; seat++)
        for (int64_t key = 0; seat != l->seat && key < entries; key++)
            rw_read_members(c, reading + 2, width, rw_at(c, zones, seat * entries + key), kinds, pieces, out);
    for (int64_t i = 0; i < width; i++) out[i] = rw_mean(out[i], players - 1);
}

static inline void rw_table_block(const Looking *l, const Block *b, int64_t *out) {
    Context *c = l->g->c;
    Value value = rw_attribute(l, b, 0);
    const int64_t *reading = b->code + 3;
    if (!b->code[1]) {
        rw_read_value(c, reading, value, out);
        return;
    }
    size_t size;
    const Value *items = rw_items(c, value, &size);
    for (size_t i = 0; i < size && (int64_t)i < b->code[2]; i++) rw_read_value(c, reading, items[i], out + (int64_t)i * reading[1]);
}

/* What a number on the table says is now, and what comes after it. */
static inline void rw_now_block(const Looking *l, const Block *b, int64_t *out) {
    Context *c = l->g->c;
    Value values = rw_attribute(l, b, 0);
    int64_t first = b->code[1], last = b->code[2], now = rw_plain(c, rw_attribute(l, b, 1));
    const int64_t *reading = b->code + 3;
    for (int64_t ahead = 0; ahead < 2; ahead++)
        if (now + ahead >= first && now + ahead <= last)
            rw_read_value(c, reading, rw_at(c, values, now + ahead - first), out + ahead * reading[1]);
}

static inline void rw_named_block(const Looking *l, const Block *b, int64_t *out) {
    Context *c = l->g->c;
    Value value = rw_attribute(l, b, 0);
    int64_t mapped = b->code[1], several = b->code[2], keys = b->code[3], width = b->code[4];
    for (int64_t key = 0; key < keys; key++) {
        Value one = mapped ? rw_at(c, value, key) : value;
        if (!several) {
            if (one == N(l->seat)) out[key] = 1;
            continue;
        }
        size_t size;
        const Value *items = rw_items(c, one, &size);
        for (size_t i = 0; i < size && (int64_t)i < width; i++)
            if (items[i] == N(l->seat)) {
                out[key * width + (int64_t)i] = 1;
                break;
            }
    }
}

/* ---------------------------------------------------------------- boards and pieces */

typedef struct {
    const Value *items;
    size_t size;
} Listed;

static inline Listed rw_list_of(const Looking *l, const Block *b, int64_t number) {
    Listed found;
    found.items = rw_items(l->g->c, rw_attribute(l, b, number), &found.size);
    return found;
}

static inline int64_t rw_of_list(Context *c, Listed list, int64_t at) {
    if (at < 0 || (size_t)at >= list.size) rw_failed(c, "a place that is not there");
    return rw_plain(c, list.items[at]);
}

/* Adds one owned thing to counts. `parts`: how many, then of each how many names it has, 0 if it is added up. */
static inline void rw_count_thing(const Looking *l, const Block *b, const int64_t *parts, int64_t first, int64_t one, int64_t *row) {
    Context *c = l->g->c;
    int64_t at = 1;
    row[0]++;
    for (int64_t i = 0; i < parts[0]; i++) {
        int64_t value = rw_of_list(c, rw_list_of(l, b, first + i), one), names = parts[1 + i];
        if (names == 0) {
            if (value != NONE_NUMBER) row[at] += value;
            at++;
        } else {
            if (value >= 0 && value < names) row[at + value]++;
            at += names;
        }
    }
}

static inline void rw_compared(const Looking *l, int64_t players, int64_t width, int64_t *out) {
    const int64_t *rows = l->spare;
    memcpy(out, rows + l->seat * width, (size_t)width * sizeof(int64_t));
    if (players == 1) return;
    for (int64_t i = 0; i < width; i++) {
        int64_t sum = 0, most = INT64_MIN;
        for (int64_t seat = 0; seat < players; seat++) {
            if (seat == l->seat) continue;
            sum += rows[seat * width + i];
            if (rows[seat * width + i] > most) most = rows[seat * width + i];
        }
        out[width + i] = rw_mean(sum, players - 1);
        out[2 * width + i] = most;
    }
}

static inline int64_t rw_counts(const int64_t *parts) { /* how many numbers count one player's things */
    int64_t width = 1;
    for (int64_t i = 0; i < parts[0]; i++) width += parts[1 + i] ? parts[1 + i] : 1;
    return width;
}

static inline void rw_owned_block(const Looking *l, const Block *b, int64_t *out) {
    Context *c = l->g->c;
    int64_t players = b->code[1], alive = b->code[2];
    const int64_t *parts = b->code + 3;
    int64_t width = rw_counts(parts);
    Listed seats = rw_list_of(l, b, 0), there = rw_list_of(l, b, alive ? 1 + parts[0] : 0);
    memset(l->spare, 0, (size_t)(players * width) * sizeof(int64_t));
    for (size_t i = 0; i < there.size; i++) {
        int64_t one = alive ? rw_plain(c, there.items[i]) : (int64_t)i, seat = rw_of_list(c, seats, one);
        if (seat >= 0 && seat < players) rw_count_thing(l, b, parts, 1, one, l->spare + seat * width);
    }
    rw_compared(l, players, width, out);
}

static inline void rw_holding_block(const Looking *l, const Block *b, int64_t *out) {
    Context *c = l->g->c;
    int64_t players = b->code[1];
    const int64_t *parts = b->code + 2;
    int64_t width = rw_counts(parts);
    Listed held = rw_list_of(l, b, 0), seats = rw_list_of(l, b, 1), there = rw_list_of(l, b, 2 + parts[0]);
    memset(l->spare, 0, (size_t)(players * width) * sizeof(int64_t));
    for (size_t i = 0; i < there.size; i++) {
        int64_t one = rw_plain(c, there.items[i]), named = rw_of_list(c, held, one);
        if (named < 0) continue;
        int64_t seat = rw_of_list(c, seats, named);
        if (seat >= 0 && seat < players) rw_count_thing(l, b, parts, 2, one, l->spare + seat * width);
    }
    rw_compared(l, players, width, out);
}

enum { MOST_CELLS = 4096 };

/* Takes the connected part that begins with a cell out of those that are left; gives its size, and lists its cells. */
static inline int64_t rw_taken_part(unsigned char *left, int64_t first, const int64_t *const *around, int64_t *cells) {
    int64_t count = 1;
    left[first] = 0;
    cells[0] = first;
    for (int64_t at = 0; at < count; at++) {
        const int64_t *beside = around[cells[at]];
        for (int64_t i = 1; i <= beside[0]; i++)
            if (left[beside[i]]) {
                left[beside[i]] = 0;
                cells[count++] = beside[i];
            }
    }
    return count;
}

/* The connected groups of one's own cells: the largest, and how many. */
static inline void rw_groups(const int64_t *who, int64_t seat, int64_t size, const int64_t *const *around, int64_t *out) {
    static _Thread_local unsigned char left[MOST_CELLS];
    static _Thread_local int64_t cells[MOST_CELLS];
    for (int64_t cell = 0; cell < size; cell++) left[cell] = who[cell] == seat;
    for (int64_t first = 0; first < size; first++) {
        if (!left[first]) continue;
        int64_t count = rw_taken_part(left, first, around, cells);
        if (count > out[0]) out[0] = count;
        out[1]++;
    }
}

static inline void rw_beside_block(const Looking *l, const Block *b, int64_t *out) {
    static _Thread_local int64_t who[MOST_CELLS], sort[MOST_CELLS];
    static _Thread_local const int64_t *around[MOST_CELLS];
    Context *c = l->g->c;
    int64_t size = b->code[1], kinds = b->code[2], piece = b->code[3], every = b->code[4];
    const int64_t *links = b->code + 5;
    Listed seats = rw_list_of(l, b, 0), sorts = rw_list_of(l, b, kinds ? 1 : 0);
    Value on = piece ? rw_attribute(l, b, b->reads_count - 1) : NIL;
    for (int64_t cell = 0; cell < size; cell++, links += 1 + links[0]) {
        int64_t one = cell;
        around[cell] = links;
        if (piece) {
            Value there = rw_at(c, on, cell);
            one = rw_some(there) ? rw_plain(c, rw_at(c, there, 0)) : NONE_NUMBER;
        }
        who[cell] = one >= 0 ? rw_of_list(c, seats, one) : NONE_NUMBER;
        sort[cell] = one >= 0 && kinds ? rw_of_list(c, sorts, one) : NONE_NUMBER;
    }
    for (int64_t cell = 0; cell < size; cell++) {
        if (who[cell] != l->seat) continue;
        for (int64_t i = 1; i <= around[cell][0]; i++) {
            int64_t other = around[cell][i];
            if (who[other] == l->seat)
                out[0]++;
            else if (who[other] >= 0)
                out[1]++;
            if (sort[cell] >= 0 && sort[other] == sort[cell]) out[2]++;
        }
    }
    rw_groups(who, l->seat, size, around, out + 3);
    for (int64_t cell = 0; every && cell < size; cell++) {
        if (who[cell] == l->seat)
            out[5 + cell] = 1;
        else if (who[cell] >= 0)
            out[5 + size + cell] = 1;
    }
}

static inline void rw_cells_block(const Looking *l, const Block *b, int64_t *out) {
    Context *c = l->g->c;
    Listed cells = rw_list_of(l, b, 0);
    for (size_t i = 0; i < cells.size; i++) {
        int64_t amount = b->code[1] ? (int64_t)rw_size(c, cells.items[i]) : rw_plain(c, cells.items[i]);
        if (!b->code[1] && amount == NONE_NUMBER) amount = 0;
        out[0] += amount;
        if (b->code[2] && 1 + (int64_t)i < b->width) out[1 + i] = amount;
    }
}

#include "ground.h"

/* ---------------------------------------------------------------- all features */

/* The features of one block; what is guarded against failures by whoever calls it. */
static inline void rw_fill_block(const Looking *l, const Block *b, int64_t *out) {
    static void (*const fills[])(const Looking *l, const Block *b, int64_t *out) = {
        rw_pending_block, rw_own_block,     rw_pieces_block, rw_table_block, rw_named_block,
        rw_owned_block,   rw_holding_block, rw_beside_block, rw_cells_block, rw_around_block,
        rw_ground_block,  rw_hanging_block, rw_now_block,
    };
    memset(out, 0, (size_t)b->width * sizeof(int64_t));
    fills[b->code[0]](l, b, out);
}

/* The features that depend on the whole position: the score as it stands, the mean and the most of the others. */
static inline void rw_score_features(Position *g, int64_t seat, int64_t *out) {
    int64_t sum = 0, most = INT64_MIN;
    out[0] = rw_number(rw_machine.score(g, N(seat)));
    out[1] = out[2] = 0;
    if (g->players == 1) return;
    for (int64_t other = 0; other < g->players; other++) {
        if (other == seat) continue;
        int64_t score = rw_number(rw_machine.score(g, N(other)));
        sum += score;
        if (score > most) most = score;
    }
    out[1] = rw_mean(sum, g->players - 1);
    out[2] = most;
}

static inline void rw_look(Position *g, Value with) {
    const Looking *l = (const Looking *)(intptr_t)with;
    (void)g;
    for (int64_t i = 0; i < l->features->blocks_count; i++)
        rw_fill_block(l, &l->features->blocks[i], l->out + l->features->blocks[i].first);
    if (l->features->scored) rw_score_features(l->g, l->seat, l->out + l->features->width - 3);
}

#endif
