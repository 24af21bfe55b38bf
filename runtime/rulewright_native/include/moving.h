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

/* A copy of a position is little else than this: where the processor has wide registers, four words go at once. */
#if defined(__GNUC__) && defined(__x86_64__)
typedef uint64_t Four __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t SignedFour __attribute__((vector_size(32)));

__attribute__((target("avx2"))) SPARE size_t rw_moved_by_four(Value *to, const Value *from, size_t count, const Move *move) {
    const uint64_t sign = UINT64_C(1) << 63; /* only signed words are compared in one go */
    const uint64_t turn = sign - move->base, end = sign + move->bytes, further = move->by;
    const Four turns = {turn, turn, turn, turn}, ends = {end, end, end, end}, by = {further, further, further, further};
    const Four ones = {1, 1, 1, 1};
    size_t i = 0;
    UNROLLED for (; i + 4 <= count; i += 4) {
        const Four v = *(const Four *)(from + i);
        const SignedFour inside = (SignedFour)(v + turns) < (SignedFour)ends;
        *(Four *)(to + i) = v + (by & (Four)inside & ((Four){0, 0, 0, 0} - (v & ones)));
    }
    __builtin_ia32_vzeroupper(); /* what follows uses narrow registers */
    return i;
}

FAST int rw_moves_by_four(void) {
    return __builtin_cpu_supports("avx2");
}
#else
FAST size_t rw_moved_by_four(Value *to, const Value *from, size_t count, const Move *move) {
    (void)to, (void)from, (void)count, (void)move;
    return 0;
}

FAST int rw_moves_by_four(void) {
    return 0;
}
#endif

/* Copies values; objects in the block that is moved lie further then. */
static inline void rw_moved(Value *to, const Value *from, size_t count, const Move *move) {
    size_t done = rw_moves_by_four() ? rw_moved_by_four(to, from, count, move) : 0;
    for (size_t i = done; i < count; i++) to[i] = rw_moved_value(move, from[i]);
}

static inline void rw_move(Value *values, size_t count, const Move *move) {
    rw_moved(values, values, count, move);
}

static inline Move rw_way(const Value *from, size_t used, Value *to) {
    return (Move){(uint64_t)(uintptr_t)from, used * sizeof(Value), (uint64_t)(uintptr_t)to - (uint64_t)(uintptr_t)from};
}

#endif
