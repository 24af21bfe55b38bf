/* Unit tests of the C runtime: values, positions, chance and what is kept; test_runtime.py compiles and runs them. */
#define RW_OWN_FIELDS (FIRST_FIELD + 3)
#define RW_FIELDS (RW_OWN_FIELDS + 1)
#define RW_STORES 1
#define RW_LISTS 2
#define RW_NUMBER_WORDS 5
#define RW_LIST_WORDS 8
#include "stores.h"

#include <stdio.h>

enum { F_numbers = FIRST_FIELD, F_groups, F_pile, FIRST_KEPT };
enum { AT_numbers = 0, AT_groups = 5 };
static const int rw_list_starts[] = {AT_numbers, AT_groups, RW_LIST_WORDS};

static int failed;
#define CHECK(what)                                                       \
    do {                                                                  \
        if (!(what)) failed++, printf("line %d: %s\n", __LINE__, #what); \
    } while (0)

static Value three(Context *c, int64_t a, int64_t b, int64_t d) {
    return rw_sequence(c, 3, (const Value[]){N(a), N(b), N(d)});
}

/* Whether something leaves by a failure. */
static int fails(Context *c, void (*what)(Context *c, Position *g), Position *g) {
    jmp_buf here, *before = c->catcher;
    c->catcher = &here;
    int left = setjmp(here);
    if (left == 0) what(c, g);
    c->catcher = before;
    return left;
}

static void far_place(Context *c, Position *g) { (void)g, rw_at(c, three(c, 1, 2, 3), 3); }
static void far_from_end(Context *c, Position *g) { (void)g, rw_at(c, three(c, 1, 2, 3), -4); }
static void no_list(Context *c, Position *g) { (void)g, rw_at(c, N(7), 0); }
static void nothing_there(Context *c, Position *g) { (void)g, rw_at(c, NIL, 0); }
static void sum_of_list(Context *c, Position *g) { (void)g, rw_add(c, three(c, 1, 2, 3), N(1)); }
static void too_large(Context *c, Position *g) { (void)g, rw_add(c, N(MOST_NUMBER), N(1)); }
static void too_small(Context *c, Position *g) { (void)g, rw_subtract(c, N(-MOST_NUMBER), N(1)); }
static void large_product(Context *c, Position *g) { (void)g, rw_times(c, N(MOST_NUMBER / 2), N(3)); }
static void by_nothing(Context *c, Position *g) { (void)g, rw_quotient(c, N(1), N(0)); }
static void nil_sum(Context *c, Position *g) { (void)g, rw_add(c, NIL, N(1)); }
static void nil_with_negative(Context *c, Position *g) { (void)g, rw_add(c, N(-1), NIL); }
static void two_nils(Context *c, Position *g) { (void)g, rw_add(c, NIL, NIL); }
static void nil_less_nil(Context *c, Position *g) { (void)g, rw_subtract(c, NIL, NIL); }
static void nil_times_none(Context *c, Position *g) { (void)g, rw_times(c, NIL, N(0)); }
static void nil_quotient(Context *c, Position *g) { (void)g, rw_quotient(c, NIL, N(3)); }
static void nil_remainder(Context *c, Position *g) { (void)g, rw_remainder(c, N(3), NIL); }
static void size_of_nil(Context *c, Position *g) { (void)g, rw_size_of_number(c, NIL); }
static void own_far(Context *c, Position *g) { (void)c, rw_own(g, AT_numbers, N(4)); }
static void own_nil(Context *c, Position *g) { (void)c, rw_own(g, AT_numbers, NIL); }
static void own_list(Context *c, Position *g) { rw_own(g, AT_numbers, three(c, 1, 2, 3)); }
static void own_object(Context *c, Position *g) { rw_set_own(g, AT_numbers, N(0), three(c, 1, 2, 3)); }
static void longer(Context *c, Position *g) { rw_set_field(g, F_groups, three(c, 1, 2, 3)); }
static void draw_of_none(Context *c, Position *g) { (void)c, rw_draw(g, 0); }

static void test_numbers(Context *c, Position *g) {
    CHECK(rw_add(c, N(3), N(-5)) == N(-2));
    CHECK(rw_times(c, N(-7), N(6)) == N(-42));
    CHECK(rw_times(c, N((int64_t)1 << 40), N(5)) == N((int64_t)5 << 40));
    CHECK(rw_quotient(c, N(-7), N(2)) == N(-4)); /* as Python divides */
    CHECK(rw_remainder(c, N(-7), N(2)) == N(1));
    CHECK(rw_remainder(c, N(7), N(-2)) == N(-1));
    void (*const wrong[])(Context *, Position *) = {far_place, far_from_end, no_list, nothing_there, sum_of_list, too_large,
                                                    too_small, large_product, by_nothing, nil_sum, nil_with_negative, two_nils, nil_less_nil,
                                                    nil_times_none, nil_quotient, nil_remainder, size_of_nil, own_far, own_nil,
                                                    own_list, own_object, longer, draw_of_none};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (!fails(c, wrong[i], g)) failed++, printf("wrong use %zu does not fail\n", i);
}

static void test_values(Context *c) {
    Value list = rw_growing(c, 1, SEQUENCE);
    for (int64_t i = 0; i < 100; i++) list = rw_put(c, list, N(i));
    CHECK(rw_size(c, list) == 100 && rw_at(c, list, 99) == N(99) && rw_at(c, list, -1) == N(99));
    CHECK(rw_contains(c, list, N(50)) && !rw_contains(c, list, N(100)));
    Value a = rw_sequence(c, 2, (const Value[]){N(1), three(c, 1, 2, 3)});
    Value b = rw_sequence(c, 2, (const Value[]){N(1), three(c, 1, 2, 3)});
    CHECK(rw_equal(a, b) && rw_hash(a, 0) == rw_hash(b, 0) && rw_key_hash(a, 0) == rw_key_hash(b, 0));
    CHECK(!rw_equal(a, three(c, 1, 2, 3)) && rw_compare(three(c, 1, 2, 3), three(c, 1, 3, 0)) < 0);
    Value map = rw_with(c, rw_growing(c, 0, MAP), a, N(5));
    map = rw_with(c, rw_with(c, map, N(2), N(6)), b, N(7));
    CHECK(rw_size(c, map) == 2 && rw_index(c, map, a) == N(7) && rw_lookup(c, map, N(9), NIL) == NIL);
    Mark mark = rw_mark(c);
    for (int i = 0; i < 100; i++) rw_filled(c, N(1), N(10000)); /* more than one piece of the arena */
    rw_release(c, mark);
    CHECK(rw_at(c, list, 7) == N(7));
}

static void test_positions(Context *c, Position *g, Position *other) {
    rw_set_field(g, F_numbers, three(c, 4, 5, 6));
    rw_set_field(g, F_groups, rw_sequence(c, 2, (const Value[]){three(c, 1, 2, 3), rw_no_things()}));
    rw_set_field(g, F_pile, three(c, 7, 8, 9));
    rw_set_own(g, AT_numbers, N(-1), N(60));
    rw_set_own(g, AT_groups, N(1), three(c, 2, 2, 2));
    CHECK(rw_own(g, AT_numbers, N(2)) == N(60) && rw_element(g, F_numbers, N(0)) == N(4));
    CHECK(rw_copy(other, g));
    for (int64_t i = 0; i < 3000; i++) rw_append(g, F_pile, 1, i % 2 ? three(c, i, i, i) : N(i)); /* the block has to grow */
    CHECK(rw_size(c, g->f[F_pile]) == 3003 && rw_at(c, rw_element(g, F_pile, N(3002)), 0) == N(2999));
    CHECK(rw_at(c, rw_own(g, AT_groups, N(1)), 2) == N(2));
    CHECK(rw_size(c, other->f[F_pile]) == 3 && rw_is_own(other, rw_words(other->f[F_pile])));
    CHECK(rw_is_own(other, rw_words(rw_own(other, AT_groups, N(0)))));
    uint64_t before = 0;
    for (int i = 0; i < RW_OWN_FIELDS; i++) before = rw_hash(g->f[i], before);
    rw_free_retired(c);
    CHECK(rw_tidy(g) && rw_tidy(g));
    uint64_t after = 0;
    for (int i = 0; i < RW_OWN_FIELDS; i++) after = rw_hash(g->f[i], after);
    CHECK(before == after);
}

static void test_common_lists(Context *c, Position *g) {
    const size_t used = g->used;
    Value one = rw_sequence(c, 1, (const Value[]){N(5)}), grown = rw_put(c, rw_growing(c, 4, SEQUENCE), N(63));
    rw_set_own(g, AT_groups, N(0), one);
    rw_set_own(g, AT_groups, N(1), grown);
    CHECK(rw_equal(rw_own(g, AT_groups, N(0)), one) && rw_equal(rw_own(g, AT_groups, N(1)), grown));
    rw_set_own(g, AT_groups, N(1), rw_growing(c, 4, SEQUENCE));
    CHECK(g->used == used && rw_is_object(rw_own(g, AT_groups, N(1))) && !rw_some(rw_own(g, AT_groups, N(1))));
    const Value others[3] = {N(64), N(-1), one};
    for (int i = 0; i < 3; i++) { /* no small number: such a list takes room */
        const size_t before = g->used;
        rw_set_own(g, AT_groups, N(0), rw_sequence(c, 1, others + i));
        CHECK(g->used == before + 2 && rw_equal(rw_at(c, rw_own(g, AT_groups, N(0)), 0), others[i]));
    }
    CHECK(rw_is_map(rw_keep(g, rw_map_of(c, 0, NULL)))); /* an empty map stays one */
}

static void test_trials(Context *c, Position *g, Position *trial) {
    size_t size = rw_size(c, g->f[F_pile]);
    CHECK(rw_copy_for_trial(trial, g));
    rw_set_element(trial, F_pile, N(0), N(1000));
    rw_append(trial, F_pile, 2, N(1));
    rw_remove(trial, F_pile, N(8));
    rw_set_own(trial, AT_numbers, N(0), N(1000));
    CHECK(rw_size(c, trial->f[F_pile]) == size + 1 && rw_element(trial, F_pile, N(0)) == N(1000));
    CHECK(rw_size(c, g->f[F_pile]) == size && rw_element(g, F_pile, N(0)) == N(7) && rw_own(g, AT_numbers, N(0)) == N(4));
    CHECK(rw_is_in(trial, rw_own(trial, AT_groups, N(0))) && !rw_is_own(trial, rw_words(rw_own(trial, AT_groups, N(0)))));
    g->fixed = g->used; /* what is there stays as it is */
    Value pile = g->f[F_pile];
    rw_set_element(g, F_pile, N(0), N(1));
    CHECK(g->f[F_pile] != pile && rw_at(c, pile, 0) == N(7));
    g->fixed = 0;
}

static void test_scanning(Context *c, Position *g) {
    Value list = rw_with_room(c, rw_growing(c, 2, SEQUENCE), 50), *end = rw_end_of(list);
    for (int64_t i = 0; i < 50; i++) {
        *end = N(i);
        end += i % 2 == 0;
    }
    rw_ends(list, end);
    CHECK(rw_size(c, list) == 25 && rw_at(c, list, 24) == N(48) && rw_with_room(c, list, 25) == list);
    CHECK(rw_size(c, rw_with_room(c, list, 26)) == 25 && rw_put(c, list, N(1)) == list);
    Value places = three(c, 0, 2, 1), end_too = three(c, 0, 2, -1), same = three(c, 7, 7, 8), odd = three(c, 7, 8, 7);
    CHECK(rw_any_at(g, same, 3, places, N(8), 1) && !rw_any_at(g, same, 3, places, N(9), 1));
    CHECK(rw_any_at(g, same, 3, places, N(7), 0) && !rw_any_at(g, same, 3, three(c, 0, 1, 0), N(7), 0));
    CHECK(rw_any_at(g, same, 3, end_too, N(8), 1) && !rw_any_at(g, odd, 3, end_too, N(7), 0));
    CHECK(rw_any_at(g, same, 3, three(c, 2, 99, 0), N(8), 1)); /* what comes after it is not looked at */
    Value many = rw_filled(c, N(1), N(40));
    int64_t steps = g->idle_rounds;
    CHECK(rw_any_at(g, same, 3, many, N(7), 1) && !rw_any_at(g, same, 3, many, N(7), 0));
    CHECK(g->idle_rounds == steps + 80); /* few places cost no steps of their own, many do */
    Value keys = rw_map_of(c, 4, (const Value[]){N(0), N(2), N(1), N(2)});
    CHECK(!rw_any_at(g, same, 3, keys, N(8), 1) && rw_any_at(g, same, 3, keys, N(7), 1));
    CHECK(rw_one_at(g, odd, 3, places, N(7), 1, 0) == N(0) && rw_one_at(g, odd, 3, places, N(7), 1, 1) == N(2));
    CHECK(rw_one_at(g, odd, 3, places, N(7), 0, 0) == N(1) && rw_one_at(g, odd, 3, places, N(9), 1, 1) == NIL);
    CHECK(rw_one_at(g, same, 3, end_too, N(8), 1, 1) == N(-1) && rw_one_at(g, same, 3, end_too, N(8), 1, 0) == N(2));
    CHECK(rw_one_at(g, same, 3, three(c, 2, 99, 0), N(8), 1, 0) == N(2)); /* what comes after it is not looked at */
    CHECK(rw_one_at(g, same, 3, three(c, 0, 99, 2), N(8), 1, 1) == N(2));
    CHECK(rw_one_at(g, same, 3, keys, N(7), 1, 0) == N(0) && rw_one_at(g, same, 3, keys, N(7), 1, 1) == N(1));
    steps = g->idle_rounds;
    CHECK(rw_one_at(g, same, 3, many, N(7), 1, 1) == N(1) && rw_one_at(g, same, 3, many, N(7), 0, 0) == NIL);
    CHECK(g->idle_rounds == steps + 80);
    CHECK(rw_equal(rw_distinct(c, same), rw_slice(c, three(c, 7, 8, 0), N(0), N(2))));
    CHECK(rw_size(c, rw_distinct(c, three(c, -1, 100000, -1))) == 2 && rw_size(c, rw_distinct(c, list)) == 26);
}

static void test_chance(Position *g) {
    const uint64_t message[3] = {5, 7, 11};
    uint64_t digest[8];
    rw_blake(message, digest); /* hashlib.blake2b(struct.pack("<QQQ", 5, 7, 11)) */
    CHECK(digest[0] == UINT64_C(0x9cba713083218a26) && digest[7] == UINT64_C(0x8ef6b98610edad3c));
    rw_seed(g, 1, 2);
    int64_t seen[6] = {0};
    for (int i = 0; i < 600; i++) seen[rw_draw(g, 6)]++;
    for (int i = 0; i < 6; i++) CHECK(seen[i] > 50);
}

static void test_stores(Context *c) {
    for (int64_t i = 0; i < 500; i++) rw_keep_for_good(c, 0, three(c, i, 0, i), N(i));
    for (int64_t i = 0; i < 500; i++) CHECK(rw_kept(c, 0, three(c, i, 0, i)) == N(i));
    CHECK(rw_kept(c, 0, three(c, 0, 1, 0)) == NIL);
}

int main(void) {
    Context *c = rw_new_context();
    Position *g = rw_new_position(), *other = rw_new_position(), *trial = rw_new_position();
    if (c == NULL || g == NULL || other == NULL || trial == NULL) return 2;
    g->c = c;
    test_values(c);
    test_positions(c, g, other);
    test_numbers(c, g);
    test_trials(c, g, trial);
    test_common_lists(c, g);
    test_scanning(c, g);
    test_chance(g);
    test_stores(c);
    rw_free_retired(c);
    rw_free_position(g);
    rw_free_position(other);
    rw_free_position(trial);
    rw_free_context(c);
    printf("%d failed\n", failed);
    return failed != 0;
}
