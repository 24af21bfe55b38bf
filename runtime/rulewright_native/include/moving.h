/* Blocks that are moved: the same values, with the addresses of what lies in the block further on. */
#ifndef RULEWRIGHT_MOVING_H
#define RULEWRIGHT_MOVING_H

#include "values.h"

/* A block that is moved: where it was, how many bytes it has, and how much further it lies now. */
typedef struct {
    uint64_t base, bytes, by;
} Move;

FAST Value rw_moved_value(const Move *move, Value v) {
    uint64_t inside = (uint64_t)v - move->base < move->bytes;
    return (Value)((uint64_t)v + (move->by & ((uint64_t)0 - (inside & (uint64_t)v))));
}

/* A copy of a position is little else than this: where the processor has wide registers, four or eight words go at once. */
#if defined(__GNUC__) && defined(__x86_64__)
#define MOVED_AT_ONCE(name, feature, words)                                                                        \
    typedef uint64_t name##_words __attribute__((vector_size(8 * (words)), aligned(8), may_alias));                 \
    typedef int64_t name##_signed __attribute__((vector_size(8 * (words))));                                        \
    __attribute__((target(feature))) SPARE size_t name(Value *to, const Value *from, size_t count, const Move *move) { \
        const uint64_t sign = UINT64_C(1) << 63; /* only signed words are compared in one go */                     \
        const name##_words none = {0}, turns = none + (sign - move->base), ends = none + (sign + move->bytes);      \
        size_t i = 0;                                                                                               \
        UNROLLED for (; i + (words) <= count; i += (words)) {                                                       \
            const name##_words v = *(const name##_words *)(from + i);                                               \
            const name##_signed inside = (name##_signed)(v + turns) < (name##_signed)ends;                          \
            *(name##_words *)(to + i) = v + (move->by & (name##_words)inside & (none - (v & 1)));                   \
        }                                                                                                           \
        __builtin_ia32_vzeroupper(); /* what follows uses narrow registers */                                       \
        return i;                                                                                                   \
    }

MOVED_AT_ONCE(rw_moved_by_four, "avx2", 4)
MOVED_AT_ONCE(rw_moved_by_eight, "avx512f", 8)

FAST size_t rw_moved_at_once(Value *to, const Value *from, size_t count, const Move *move) {
    const size_t done = __builtin_cpu_supports("avx512f") ? rw_moved_by_eight(to, from, count, move) : 0;
    return __builtin_cpu_supports("avx2") ? done + rw_moved_by_four(to + done, from + done, count - done, move) : done;
}
#else
FAST size_t rw_moved_at_once(Value *to, const Value *from, size_t count, const Move *move) {
    (void)to, (void)from, (void)count, (void)move;
    return 0;
}
#endif

/* Copies values; objects in the block that is moved lie further then. */
static inline void rw_moved(Value *to, const Value *from, size_t count, const Move *move) {
    for (size_t i = rw_moved_at_once(to, from, count, move); i < count; i++) to[i] = rw_moved_value(move, from[i]);
}

static inline void rw_move(Value *values, size_t count, const Move *move) {
    rw_moved(values, values, count, move);
}

static inline Move rw_way(const Value *from, size_t used, Value *to) {
    return (Move){(uint64_t)(uintptr_t)from, used * sizeof(Value), (uint64_t)(uintptr_t)to - (uint64_t)(uintptr_t)from};
}

#endif
