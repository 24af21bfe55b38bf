/* What is worked out once and for all: kept by the thread, outside of all positions. */
#ifndef RULEWRIGHT_STORES_H
#define RULEWRIGHT_STORES_H

#include "boards.h"

SLOW Value rw_copy_for_good(Context *c, Value v) {
    if (!rw_is_object(v) || (*rw_words(v) & LASTING)) return v;
    const Value *from = rw_words(v);
    size_t size = rw_header_size(from[0]);
    if ((size_t)(c->lasting_end - c->lasting_top) < size + 1) {
        size_t room = size + 1 > 4096 ? size + 1 : 4096;
        Chunk *more = rw_new_chunk(room);
        if (more == NULL) rw_leave(c, NO_MEMORY, "there is not enough memory");
        more->next = c->lasting;
        c->lasting = more;
        c->lasting_top = more->words;
        c->lasting_end = more->words + room;
    }
    Value *to = c->lasting_top;
    c->lasting_top += size + 1;
    to[0] = rw_header(size, rw_header_kind(from[0]) & MAP) | LASTING;
    for (size_t i = 1; i <= size; i++) to[i] = rw_copy_for_good(c, from[i]);
    return rw_object(to);
}

static inline Kept *rw_place_for(Store *store, Value key, uint64_t hash) {
    size_t at = hash & (store->size - 1);
    while (store->entries[at].value != NIL &&
           (store->entries[at].hash != hash || !rw_equal(store->entries[at].key, key)))
        at = (at + 1) & (store->size - 1);
    return &store->entries[at];
}

static inline Value rw_kept(Context *c, int number, Value key) {
    Store *store = &c->stores[number];
    return store->size == 0 ? NIL : rw_place_for(store, key, rw_key_hash(key, 0))->value;
}

static inline void rw_resize(Context *c, Store *store, size_t size) {
    Kept *entries = malloc(size * sizeof(Kept));
    if (entries == NULL) rw_leave(c, NO_MEMORY, "there is not enough memory");
    for (size_t i = 0; i < size; i++) entries[i].value = NIL;
    Store larger = {entries, store->used, size};
    for (size_t i = 0; i < store->size; i++)
        if (store->entries[i].value != NIL)
            *rw_place_for(&larger, store->entries[i].key, store->entries[i].hash) = store->entries[i];
    free(store->entries);
    *store = larger;
}

static inline void rw_keep_for_good(Context *c, int number, Value key, Value value) {
    Store *store = &c->stores[number];
    if (2 * (store->used + 1) > store->size) rw_resize(c, store, store->size ? 2 * store->size : 32);
    uint64_t hash = rw_key_hash(key, 0);
    Kept *place = rw_place_for(store, key, hash);
    if (place->value == NIL) store->used++;
    *place = (Kept){rw_copy_for_good(c, key), rw_copy_for_good(c, value), hash};
}

/* ---------------------------------------------------------------- contexts */

static inline void rw_free_context(Context *c) { /* but for what lasts */
    if (c == NULL) return;
    for (Chunk *one = c->first, *next; one != NULL; one = next) next = one->next, free(one);
    for (Position *one = c->spare, *next; one != NULL; one = next) next = one->spare, rw_free_position(one);
    for (int i = 0; c->stores != NULL && i < RW_STORES; i++) free(c->stores[i].entries);
    free(c->stores);
    free(c->positions);
    free(c->pending);
    free(c);
}

static inline Context *rw_new_context(void) {
    Context *c = calloc(1, sizeof(Context));
    if (c == NULL) return NULL;
    c->first = c->chunk = rw_new_chunk(1 << 15);
    c->stores = calloc(RW_STORES, sizeof(Store));
    if (c->first == NULL || c->stores == NULL) {
        rw_free_context(c);
        return NULL;
    }
    c->top = c->first->words;
    c->end = c->top + c->first->size;
    return c;
}

#endif
