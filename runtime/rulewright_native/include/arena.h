/* What one thread works with: an arena, which is released as a whole, and the way out if something fails. */
#ifndef RULEWRIGHT_ARENA_H
#define RULEWRIGHT_ARENA_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define FAST static inline __attribute__((always_inline))
#define SLOW static __attribute__((noinline, unused))
#define RARE static __attribute__((noinline, cold, unused)) /* what leads there is taken out of the way */
#define SPARE static __attribute__((unused)) /* not every game calls it */
#else
#define FAST static inline
#define SLOW static inline
#define RARE static inline
#define SPARE static inline
#endif

/* Before a loop that has few rounds; clang warns of each that it leaves as it is, and is not told. */
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLLED _Pragma("GCC unroll 8")
#else
#define UNROLLED
#endif

typedef int64_t Value;

#define MOST_WORDS ((size_t)1 << 25) /* of what is worked out between two decisions */
enum { RAN, BLOCKED, FINISHED, GAME_OVER, FAILURE, TOO_MANY_WAYS, UNTOLD, NO_MEMORY };

typedef struct Chunk {
    struct Chunk *next;
    size_t size; /* in words */
    Value words[];
} Chunk;

typedef struct {
    Chunk *chunk;
    Value *top;
} Mark;

typedef struct {
    Value key, value;
    uint64_t hash;
} Kept;

typedef struct {
    Kept *entries;
    size_t used, size; /* the size is a power of two */
} Store;

struct Position;

typedef struct Context {
    Chunk *first, *chunk; /* the arena */
    Value *top, *end;
    Chunk *lasting; /* memory that is never released: keys and values of the stores */
    Value *lasting_top, *lasting_end;
    jmp_buf *catcher;
    int outcome;
    const char *why;
    struct Position **positions; /* those that trials have taken, the newest last */
    size_t taken, positions_size;
    struct Position *spare;
    Chunk *retired; /* memory of positions that have grown; a value may still point there */
    struct Pending *pending;
    size_t waiting, pending_size;
    Store *stores;
} Context;

_Noreturn RARE void rw_leave(Context *c, int outcome, const char *why) {
    c->outcome = outcome;
    c->why = why;
    longjmp(*c->catcher, 1);
}

_Noreturn RARE void rw_failed(Context *c, const char *why) {
    rw_leave(c, FAILURE, why);
}

static inline Chunk *rw_new_chunk(size_t size) {
    Chunk *made = malloc(sizeof(Chunk) + size * sizeof(Value));
    if (made != NULL) {
        made->next = NULL;
        made->size = size;
    }
    return made;
}

FAST Mark rw_mark(const Context *c) {
    return (Mark){c->chunk, c->top};
}

FAST void rw_release(Context *c, Mark mark) {
    c->chunk = mark.chunk;
    c->top = mark.top;
    c->end = mark.chunk->words + mark.chunk->size;
}

RARE Value *rw_more_room(Context *c, size_t words) {
    while (c->chunk->next != NULL && c->chunk->next->size < words) {
        Chunk *small = c->chunk->next;
        c->chunk->next = small->next;
        free(small);
    }
    if (c->chunk->next == NULL) {
        size_t size = 2 * c->chunk->size;
        if (size > MOST_WORDS) rw_failed(c, "the rules need too much memory");
        Chunk *made = rw_new_chunk(size > words ? size : 2 * words);
        if (made == NULL) rw_leave(c, NO_MEMORY, "there is not enough memory");
        c->chunk->next = made;
    }
    c->chunk = c->chunk->next;
    c->top = c->chunk->words + words;
    c->end = c->chunk->words + c->chunk->size;
    return c->chunk->words;
}

FAST Value *rw_room(Context *c, size_t words) {
    Value *at = c->top;
    if ((size_t)(c->end - at) < words) return rw_more_room(c, words);
    c->top = at + words;
    return at;
}

#endif
