/* What a player may know of a position as a list of numbers, for learning programs: observing.py of the Python runtime in C. */
#ifndef RULEWRIGHT_OBSERVING_H
#define RULEWRIGHT_OBSERVING_H

#include "playing.h"

enum { MOST_TOLD = 1000000, MOST_SORTS = 64, MOST_PIECES = 1 << 24, TOLD_IN_ORDER = 8, PIECES_TOLD = 64 };
enum { ONE_VALUE, FOR_SEATS, FOR_THINGS }; /* whose a field is: a single value, one for each seat, for each cell or key */
enum { ALL_SEE, OWNERS_SEE, NOBODY_SEES };
enum { AS_THING, AS_FLAG, AS_NUMBER, AS_NUMBER_OR_NONE, AS_BUNDLE, AS_LIST, AS_TEXT };
enum { LIST_OF_TEXTS = -3, LIST_OF_FLAGS, LIST_OF_THINGS, LIST_OF_NUMBERS, SORT_0 }; /* or pieces of a sort */

typedef struct {
    int64_t field, owner, visibility, form, of, width; /* the width of a value without the mark whether it is seen */
} Told;

typedef struct {
    int64_t alive, cells, zones, owners, width; /* fields of the position, or -1 */
    int64_t told_count, hidden_count;
    const Told *told, *hidden; /* its fields; fields in which pieces of this sort may lie hidden */
} Sort;

typedef struct {
    int64_t seats, fields_count, sorts_count, size;
    const Told *fields;
    Sort sorts[MOST_SORTS];
    int64_t *numbers; /* all that the others point to */
} Observer;

/* One observation on its way. */
typedef struct {
    const Observer *observer;
    Position *g;
    int64_t viewer; /* -1: what everybody may know */
    int64_t *out, *end;
    int64_t *places[MOST_SORTS]; /* of each piece its place among those that are told, from 1; NULL: none is told yet */
    int64_t known[MOST_SORTS];   /* how long they are */
} View;

static inline int64_t rw_told_number(Context *c, Value v) {
    return rw_number(rw_whole(c, v));
}

static inline void rw_tell(View *v, int64_t number) {
    if (v->out == v->end) rw_failed(v->g->c, "more is told than there is room for");
    *v->out++ = number;
}

static inline void rw_tell_nothing(View *v, int64_t times) {
    for (; times > 0; times--) rw_tell(v, 0);
}

static inline int rw_may_look(const Told *t, int own) {
    return t->visibility == ALL_SEE || (t->visibility == OWNERS_SEE && own);
}

/* A thing by its number from 1, a piece by its place among those that are told. */
static inline int64_t rw_thing(const View *v, int64_t of, int64_t one) {
    if (one == NONE_NUMBER) return 0;
    if (of >= SORT_0) return one >= 0 && one < v->known[of - SORT_0] ? v->places[of - SORT_0][one] : 0;
    return of == LIST_OF_FLAGS || of == LIST_OF_NUMBERS ? one : one + 1;
}

static inline void rw_tell_list(View *v, const Told *t, Value value, int seen) {
    Context *c = v->g->c;
    size_t size;
    const Value *items = rw_items(c, rw_each(c, value), &size);
    rw_tell(v, (int64_t)size);
    if (!seen) {
        rw_tell_nothing(v, t->width - 1);
        return;
    }
    const size_t listed = t->of == LIST_OF_TEXTS ? 0 : size < TOLD_IN_ORDER ? size : TOLD_IN_ORDER;
    for (size_t i = 0; i < listed; i++) rw_tell(v, rw_thing(v, t->of, rw_told_number(c, items[i])));
    rw_tell_nothing(v, TOLD_IN_ORDER - (int64_t)listed);
    const int64_t counted = t->width - 1 - TOLD_IN_ORDER;
    int64_t *counts = v->out;
    rw_tell_nothing(v, counted);
    for (size_t i = 0; i < size && counted > 0; i++) {
        int64_t one = rw_told_number(c, items[i]);
        if (one >= 0 && one < counted) counts[one]++;
    }
}

static inline void rw_tell_value(View *v, const Told *t, Value value, int seen) {
    Context *c = v->g->c;
    if (t->visibility != ALL_SEE) rw_tell(v, seen);
    if (t->form == AS_LIST) {
        rw_tell_list(v, t, value, seen);
    } else if (!seen || t->form == AS_TEXT) {
        rw_tell_nothing(v, t->width);
    } else if (t->form == AS_BUNDLE) {
        size_t size;
        const Value *items = rw_items(c, value, &size);
        for (size_t i = 0; i < size; i++) rw_tell(v, rw_told_number(c, items[i]));
    } else {
        int64_t number = rw_told_number(c, value);
        if (t->form == AS_NUMBER_OR_NONE) rw_tell(v, number != NONE_NUMBER);
        if (t->form == AS_NUMBER || t->form == AS_NUMBER_OR_NONE)
            rw_tell(v, number == NONE_NUMBER ? 0 : number);
        else
            rw_tell(v, rw_thing(v, t->form == AS_FLAG ? LIST_OF_FLAGS : t->of, number));
    }
}

static inline void rw_tell_field(View *v, const Told *t) {
    Context *c = v->g->c;
    Value held = v->g->f[t->field];
    if (t->owner == ONE_VALUE) {
        rw_tell_value(v, t, held, rw_may_look(t, 0));
        return;
    }
    size_t size = rw_size(c, held);
    int64_t keys = t->owner == FOR_SEATS ? (int64_t)size / v->observer->seats : 1;
    if (keys < 1) keys = 1;
    for (size_t i = 0; i < size; i++) {
        int own = t->owner == FOR_SEATS && (int64_t)i / keys == v->viewer;
        rw_tell_value(v, t, rw_at(c, held, (int64_t)i), rw_may_look(t, own));
    }
}

/* ---------------------------------------------------------------- pieces */

static inline void rw_tell_piece(View *v, const Sort *s, int64_t piece) {
    Position *g = v->g;
    rw_tell(v, 1);
    Value cells = s->cells < 0 ? rw_no_things() : rw_element(g, (int)s->cells, N(piece));
    rw_tell(v, rw_some(cells) ? rw_told_number(g->c, rw_at(g->c, cells, 0)) + 1 : 0);
    int64_t zone = s->zones < 0 ? NONE_NUMBER : rw_told_number(g->c, rw_element(g, (int)s->zones, N(piece)));
    rw_tell(v, zone == NONE_NUMBER ? 0 : zone + 1);
    int own = s->owners >= 0 && v->viewer >= 0 && rw_element(g, (int)s->owners, N(piece)) == N(v->viewer);
    for (int64_t i = 0; i < s->told_count; i++)
        rw_tell_value(v, &s->told[i], rw_element(g, (int)s->told[i].field, N(piece)), rw_may_look(&s->told[i], own));
}

/* Marks the pieces that lie where the viewer may not look. */
static inline void rw_mark_hidden(const View *v, const Told *t, unsigned char *marks, int64_t most) {
    Context *c = v->g->c;
    Value held = v->g->f[t->field];
    size_t zones = t->owner == ONE_VALUE ? 1 : rw_size(c, held);
    int64_t keys = t->owner == FOR_SEATS ? (int64_t)zones / v->observer->seats : 1;
    if (keys < 1) keys = 1;
    for (size_t i = 0; i < zones; i++) {
        if (t->owner == FOR_SEATS && rw_may_look(t, (int64_t)i / keys == v->viewer)) continue;
        Value zone = t->owner == ONE_VALUE ? held : rw_at(c, held, (int64_t)i);
        size_t size = 1;
        const Value *items = t->form == AS_LIST ? rw_items(c, rw_each(c, zone), &size) : &zone;
        for (size_t j = 0; j < size; j++) {
            int64_t one = rw_told_number(c, items[j]);
            if (one >= 0 && one < most) marks[one] = 1;
        }
    }
}

static inline int rw_looks_before(const int64_t *a, const int64_t *b, int64_t width) {
    for (int64_t i = 0; i < width; i++)
        if (a[i] != b[i]) return a[i] < b[i];
    return 0;
}

/* Rows by their looks, the last number of each the piece itself: two runs that are in order become one, until all are. */
static inline void rw_sort_looks(const int64_t **rows, const int64_t **other, size_t count, int64_t width) {
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t from = 0; from < count; from += 2 * run) {
            size_t a = from, b = from + run < count ? from + run : count, end = b + run < count ? b + run : count;
            const size_t middle = b;
            for (size_t to = from; to < end; to++)
                other[to] = a < middle && (b == end || !rw_looks_before(rows[b], rows[a], width)) ? rows[a++] : rows[b++];
        }
        memcpy(rows, other, count * sizeof *rows);
    }
}

/* The pieces of a sort that the viewer sees, by their looks: their numbers are nobody's business. */
static inline int64_t *rw_pieces_seen(View *v, const Sort *s, size_t *seen) {
    Context *c = v->g->c;
    size_t alive;
    const Value *items = rw_items(c, v->g->f[s->alive], &alive);
    const int64_t width = s->width + 1;
    int64_t most = 0;
    for (size_t i = 0; i < alive; i++)
        if (rw_told_number(c, items[i]) >= most) most = rw_told_number(c, items[i]) + 1;
    if (most > MOST_PIECES) rw_failed(c, "there are too many pieces");
    unsigned char *marks = (unsigned char *)rw_room(c, (size_t)most / sizeof(Value) + 1);
    memset(marks, 0, (size_t)most);
    for (int64_t i = 0; i < s->hidden_count; i++) rw_mark_hidden(v, &s->hidden[i], marks, most);
    int64_t *looks = (int64_t *)rw_room(c, alive * (size_t)width + 1), *found = (int64_t *)rw_room(c, alive + 1);
    const int64_t **rows = (const int64_t **)rw_room(c, alive + 1), **other = (const int64_t **)rw_room(c, alive + 1);
    View plain = *v;
    memset(plain.known, 0, sizeof plain.known);
    *seen = 0;
    for (size_t i = 0; i < alive; i++) {
        int64_t one = rw_told_number(c, items[i]);
        if (one < 0 || marks[one]) continue;
        plain.out = looks + (int64_t)*seen * width;
        plain.end = plain.out + s->width;
        rows[*seen] = plain.out;
        rw_tell_piece(&plain, s, one);
        *plain.end = one;
        ++*seen;
    }
    rw_sort_looks(rows, other, *seen, width);
    for (size_t i = 0; i < *seen; i++) found[i] = rows[i][s->width];
    return found;
}

static inline void rw_find_places(View *v, int64_t sort, const int64_t *pieces, size_t count) {
    int64_t most = 0;
    for (size_t i = 0; i < count; i++)
        if (pieces[i] >= most) most = pieces[i] + 1;
    int64_t *places = (int64_t *)rw_room(v->g->c, (size_t)most + 1);
    memset(places, 0, ((size_t)most + 1) * sizeof *places);
    for (size_t i = 0; i < count; i++) places[pieces[i]] = (int64_t)i + 1;
    v->places[sort] = places;
    v->known[sort] = most;
}

/* All numbers; guarded by whoever calls it. */
static inline void rw_observe(Position *g, Value with) {
    View *v = (View *)(intptr_t)with;
    int64_t *const start = v->out;
    const Observer *o = v->observer;
    int64_t *pieces[MOST_SORTS];
    size_t counts[MOST_SORTS];
    memset(v->known, 0, sizeof v->known);
    for (int64_t i = 0; i < o->sorts_count; i++) {
        pieces[i] = rw_pieces_seen(v, &o->sorts[i], &counts[i]);
        if (counts[i] > PIECES_TOLD) counts[i] = PIECES_TOLD;
    }
    for (int64_t i = 0; i < o->sorts_count; i++) rw_find_places(v, i, pieces[i], counts[i]);
    const int pending = g->f[F_THEN] != NIL;
    rw_tell(v, v->viewer + 1);
    rw_tell(v, g->over != 0);
    rw_tell(v, pending ? g->player + 1 : 0);
    rw_tell(v, pending ? g->you + 1 : 0);
    rw_tell(v, pending ? g->choice + 1 : 0);
    for (int64_t i = 0; i < o->fields_count; i++) rw_tell_field(v, &o->fields[i]);
    for (int64_t i = 0; i < o->sorts_count; i++) {
        rw_tell(v, (int64_t)counts[i]);
        for (size_t j = 0; j < counts[i]; j++) rw_tell_piece(v, &o->sorts[i], pieces[i][j]);
        rw_tell_nothing(v, (PIECES_TOLD - (int64_t)counts[i]) * o->sorts[i].width);
    }
    if (v->out != v->end) rw_failed(g->c, "less is told than there is room for");
    for (int64_t *at = start; at < v->end; at++) *at = *at < -MOST_TOLD ? -MOST_TOLD : *at > MOST_TOLD ? MOST_TOLD : *at;
}

#endif
