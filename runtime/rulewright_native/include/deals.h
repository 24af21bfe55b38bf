/* Deals: positions that a player cannot tell from the real one, card by card as deals.py of the Python runtime deals them. */
#ifndef RULEWRIGHT_DEALS_H
#define RULEWRIGHT_DEALS_H

#include "playing.h"
#include "twister.h"

enum { DEAL_TRIES = 8, OF_TABLE = -1 };
enum { SEEN_BY_ALL, SEEN_BY_OWNER, SEEN_BY_NOBODY };
enum { P_FIELD, P_LIST, P_OF_PLAYER, P_ZONE, P_SEEN, P_REMEMBERS, P_SIDES, P_HEAD }; /* of a field, then its sides */

/* What may lie hidden, type by type, as numbers: pieces or not, numbers or not, its fields; of pieces what names and describes them. */
typedef struct {
    int64_t seats, types;
    const int64_t *code;
    int64_t *numbers;
} Dealing;

typedef struct {
    const int64_t *field;
    int64_t index; /* in the list of values; -1: the field is the value itself */
    int64_t owner;
    int seen, named;
    size_t size; /* of what lay there before */
    Value *before;
} Place;

typedef struct {
    const Dealing *d;
    Twister *chance;
    int64_t viewer;
    uint64_t keeping; /* seats that keep their cards, as bits */
} Dealt;

typedef struct {
    Place **items;
    size_t count;
} Places;

static inline void rw_shuffle_values(Twister *t, Value *items, size_t count, size_t each) {
    for (size_t i = count; i-- > 1;) {
        size_t j = (size_t)rw_twister_below(t, i + 1);
        for (size_t k = 0; k < each; k++) {
            Value other = items[i * each + k];
            items[i * each + k] = items[j * each + k];
            items[j * each + k] = other;
        }
    }
}

/* Sorts rows of values; there are few of them. */
static inline void rw_sort_rows(Context *c, Value *items, size_t count, size_t each) {
    Value *one = rw_room(c, each + 1);
    for (size_t i = 1; i < count; i++) {
        size_t j = i;
        memcpy(one, items + i * each, each * sizeof(Value));
        while (j > 0) {
            int order = 0;
            for (size_t k = 0; k < each && order == 0; k++) order = rw_compare(items[(j - 1) * each + k], one[k]);
            if (order <= 0) break;
            memcpy(items + j * each, items + (j - 1) * each, each * sizeof(Value));
            j--;
        }
        memcpy(items + j * each, one, each * sizeof(Value));
    }
}

/* ---------------------------------------------------------------- places */

static inline Value rw_place_value(Position *g, const Place *p) {
    Value value = g->f[p->field[P_FIELD]];
    return p->index < 0 ? value : rw_at(g->c, value, p->index);
}

/* What lies in a place: a copy. */
static inline Value *rw_place_content(Position *g, const Place *p, size_t *size) {
    Value value = rw_place_value(g, p);
    if (!p->field[P_ZONE]) {
        Value *one = rw_room(g->c, 1);
        *size = value == NONE ? 0 : 1;
        *one = value;
        return one;
    }
    const Value *items = rw_items(g->c, value, size);
    Value *made = rw_room(g->c, *size + 1);
    memcpy(made, items, *size * sizeof(Value));
    return made;
}

/* Sets an element of a list, which lies in the position itself if its size is known. */
static inline void rw_set_any(Position *g, int field, int64_t at, Value v) {
    if (rw_is_list(field))
        rw_set_own(g, rw_list_starts[field - FIRST_FIELD], N(at), v);
    else
        rw_set_element(g, field, N(at), v);
}

static inline void rw_fill_place(Position *g, const Place *p, const Value *content, size_t size) {
    Value value = p->field[P_ZONE] ? rw_sequence(g->c, size, content) : content[0];
    if (p->index < 0)
        rw_set_field(g, (int)p->field[P_FIELD], value);
    else
        rw_set_any(g, (int)p->field[P_FIELD], p->index, value);
}

static inline int rw_may_see(const int64_t *field, int own) {
    return field[P_SEEN] == SEEN_BY_ALL || (field[P_SEEN] == SEEN_BY_OWNER && own);
}

/* Every place with things of a type whose owner does not keep them; `code` stands at the number of fields. */
static inline Places rw_places(Position *g, const Dealt *dealt, const int64_t *code) {
    Context *c = g->c;
    Places found = {NULL, 0};
    size_t room = 0;
    const int64_t *field = code + 1;
    for (int64_t i = 0; i < code[0]; i++, field += P_HEAD + field[P_SIDES])
        room += field[P_LIST] ? rw_size(c, g->f[field[P_FIELD]]) : 1;
    found.items = (Place **)rw_room(c, room + 1);
    field = code + 1;
    for (int64_t i = 0; i < code[0]; i++, field += P_HEAD + field[P_SIDES]) {
        int64_t size = field[P_LIST] ? (int64_t)rw_size(c, g->f[field[P_FIELD]]) : 1;
        int64_t each = size / dealt->d->seats > 1 ? size / dealt->d->seats : 1;
        for (int64_t index = 0; index < size; index++) {
            int64_t owner = field[P_LIST] && field[P_OF_PLAYER] ? index / each : OF_TABLE;
            if (owner >= 0 && owner < 64 && dealt->keeping >> owner & 1) continue;
            Place *p = (Place *)rw_room(c, (sizeof(Place) + sizeof(Value) - 1) / sizeof(Value));
            *p = (Place){field, field[P_LIST] ? index : -1, owner, 0, 0, 0, NULL};
            p->seen = rw_may_see(field, owner != OF_TABLE && owner == dealt->viewer);
            p->before = rw_place_content(g, p, &p->size);
            found.items[found.count++] = p;
        }
    }
    return found;
}

static inline Places rw_places_with(Context *c, Places from, int part, int holds) {
    Places found = {(Place **)rw_room(c, from.count + 1), 0};
    for (size_t i = 0; i < from.count; i++)
        if ((from.items[i]->field[part] != 0) == holds) found.items[found.count++] = from.items[i];
    return found;
}

/* The pools of unseen places among which cards may have been dealt differently: gives for each place the number of its pool. */
static inline int64_t *rw_pools(Context *c, Places places, int numbers, int64_t *count) {
    int own_decks = 0, of_table = 0;
    int64_t *pools = (int64_t *)rw_room(c, places.count + 1);
    for (size_t i = 0; i < places.count; i++) {
        const Place *p = places.items[i];
        if (p->seen || !p->field[P_ZONE]) continue;
        own_decks |= p->owner != OF_TABLE && p->field[P_SEEN] == SEEN_BY_NOBODY;
        of_table |= p->owner == OF_TABLE;
    }
    numbers = numbers && places.count > 0;
    int common = of_table && !own_decks && !numbers;
    *count = 0;
    for (size_t i = 0; i < places.count; i++) {
        const Place *p = places.items[i];
        pools[i] = -1;
        if (p->seen) continue;
        int alone = numbers || (own_decks && p->owner == OF_TABLE);
        for (size_t j = 0; j < i && pools[i] < 0; j++) {
            const Place *q = places.items[j];
            int other_alone = numbers || (own_decks && q->owner == OF_TABLE);
            if (q->seen) continue;
            if (common || (!alone && !other_alone && p->owner == q->owner)) pools[i] = pools[j];
        }
        if (pools[i] < 0) pools[i] = (*count)++;
    }
    return pools;
}

/* ---------------------------------------------------------------- cards: members of kinds, and numbers */

/* Throws every die that the viewer cannot see; dice that lay in order do so again. */
static inline void rw_throw_dice(Position *g, const Place *p, Twister *t) {
    const int64_t *sides = p->field + P_HEAD, faces = p->field[P_SIDES];
    int64_t all = 0;
    int ordered = 1;
    for (int64_t i = 0; i < faces; i++) all += sides[i];
    Value *thrown = rw_room(g->c, p->size + 1);
    for (size_t i = 0; i < p->size; i++) {
        double at = rw_twister_part(t) * ((double)all + 0.0);
        int64_t face = 0, sum = sides[0];
        while (face < faces - 1 && (double)sum <= at) sum += sides[++face];
        thrown[i] = N(face);
        if (i > 0 && rw_compare(p->before[i - 1], p->before[i]) > 0) ordered = 0;
    }
    if (p->size == 0) return;
    if (ordered) rw_sort_rows(g->c, thrown, p->size, 1);
    rw_fill_place(g, p, thrown, p->size);
}

static inline int rw_lay_in(const Place *zone, Value card) {
    for (size_t i = 0; i < zone->size; i++)
        if (rw_equal(zone->before[i], card)) return 1;
    return 0;
}

/* The zone in which the card still lies that an unseen field of the same owner names. */
static inline const Place *rw_zone_named(Places places, const Place *p) {
    for (size_t i = 0; i < p->size; i++)
        for (size_t j = 0; j < places.count; j++) {
            const Place *zone = places.items[j];
            if (zone->field[P_ZONE] && zone->owner == p->owner && rw_lay_in(zone, p->before[i])) return zone;
        }
    return NULL;
}

/* A zone in which the card lies that somebody remembers: rather one of others. */
static inline const Place *rw_zone_remembered(Places places, const Place *p) {
    const Place *found = NULL;
    for (size_t j = 0; j < places.count; j++) {
        const Place *zone = places.items[j];
        int holds = 0;
        for (size_t i = 0; i < p->size && zone->field[P_ZONE]; i++) holds |= rw_lay_in(zone, p->before[i]);
        if (!holds) continue;
        if (zone->owner != p->owner && zone->owner != OF_TABLE) return zone;
        if (found == NULL) found = zone;
    }
    return found;
}

static inline void rw_fill_from(Position *g, const Place *p, const Place *zone, Twister *t) {
    size_t size;
    const Value *content = rw_place_content(g, zone, &size);
    Value one = content[rw_twister_below(t, size)];
    rw_fill_place(g, p, &one, 1);
}

static inline void rw_deal_pool(Position *g, Places places, const int64_t *pools, int64_t pool, Twister *t) {
    size_t count = 0;
    for (size_t i = 0; i < places.count; i++)
        if (pools[i] == pool && !places.items[i]->named) count += places.items[i]->size;
    Value *cards = rw_room(g->c, count + 1);
    count = 0;
    for (size_t i = 0; i < places.count; i++) {
        const Place *p = places.items[i];
        if (pools[i] != pool || p->named) continue;
        memcpy(cards + count, p->before, p->size * sizeof(Value));
        count += p->size;
    }
    rw_sort_rows(g->c, cards, count, 1); /* how they lay tells nothing */
    rw_shuffle_values(t, cards, count, 1);
    for (size_t i = 0; i < places.count; i++) {
        const Place *p = places.items[i];
        if (pools[i] != pool || p->named || p->size == 0) continue;
        rw_fill_place(g, p, cards, p->size);
        cards += p->size;
    }
}

static inline void rw_deal_cards(Position *g, Places places, int numbers, Twister *t) {
    Context *c = g->c;
    for (size_t i = 0; i < places.count; i++)
        if (places.items[i]->field[P_SIDES] && !places.items[i]->seen) rw_throw_dice(g, places.items[i], t);
    places = rw_places_with(c, places, P_SIDES, 0);
    Places memories = rw_places_with(c, places, P_REMEMBERS, 1);
    places = rw_places_with(c, places, P_REMEMBERS, 0);
    const Place **zones = (const Place **)rw_room(c, places.count + 1);
    for (size_t i = 0; i < places.count; i++) {
        Place *p = places.items[i];
        int may_name = !p->field[P_ZONE] && !p->seen && p->owner != OF_TABLE;
        zones[i] = may_name ? rw_zone_named(places, p) : NULL;
        p->named = zones[i] != NULL;
    }
    int64_t count, *pools = rw_pools(c, places, numbers, &count);
    for (int64_t pool = 0; pool < count; pool++) rw_deal_pool(g, places, pools, pool, t);
    for (size_t i = 0; i < places.count; i++)
        if (zones[i] != NULL) rw_fill_from(g, places.items[i], zones[i], t);
    for (size_t i = 0; i < memories.count; i++) {
        const Place *zone = memories.items[i]->seen ? NULL : rw_zone_remembered(places, memories.items[i]);
        if (zone != NULL) rw_fill_from(g, memories.items[i], zone, t);
    }
}

/* ---------------------------------------------------------------- pieces */

/* Whether something else than a zone names a piece; `names`: how many fields, then of each its number and whether it is a list. */
static inline int rw_referred_to(Position *g, const int64_t *names, Value piece) {
    for (int64_t i = 0; i < names[0]; i++) {
        Value value = g->f[names[1 + 2 * i]];
        if (names[2 + 2 * i] ? rw_contains(g->c, value, piece) : value == piece) return 1;
    }
    return 0;
}

/* Pieces that lie hidden exchange what they are; where each of them lies stays the same. */
static inline void rw_deal_pieces(Position *g, Places places, const int64_t *names, Twister *t) {
    Context *c = g->c;
    const int64_t *looks = names + 1 + 2 * names[0], counted = looks[0];
    if (looks[1] == 0) return;
    int64_t made = counted < 0 ? 1 : (int64_t)rw_size(c, g->f[counted]), count;
    if (made < 1) made = 1;
    size_t each = 0;
    for (int64_t i = 0; i < looks[1]; i++) each += rw_size(c, g->f[looks[2 + i]]) / (size_t)made;
    int64_t *pools = rw_pools(c, places, 0, &count);
    for (int64_t pool = 0; pool < count; pool++) {
        size_t n = 0, room = 0;
        for (size_t i = 0; i < places.count; i++) room += pools[i] == pool ? places.items[i]->size : 0;
        Value *pieces = rw_room(c, room + 1), *rows = rw_room(c, room * each + 1);
        for (size_t i = 0; i < places.count; i++)
            for (size_t k = 0; pools[i] == pool && k < places.items[i]->size; k++) {
                Value piece = places.items[i]->before[k];
                if (rw_referred_to(g, names, piece)) continue;
                size_t at = n * each;
                for (int64_t f = 0; f < looks[1]; f++) {
                    int64_t many = (int64_t)rw_size(c, g->f[looks[2 + f]]) / made;
                    for (int64_t j = 0; j < many; j++) rows[at++] = rw_at(c, g->f[looks[2 + f]], rw_number(piece) * many + j);
                }
                pieces[n++] = piece;
            }
        rw_sort_rows(c, rows, n, each);
        rw_shuffle_values(t, rows, n, each);
        for (size_t i = 0; i < n; i++) {
            size_t at = i * each;
            for (int64_t f = 0; f < looks[1]; f++) {
                int64_t many = (int64_t)rw_size(c, g->f[looks[2 + f]]) / made;
                for (int64_t j = 0; j < many; j++)
                    rw_set_any(g, (int)looks[2 + f], rw_number(pieces[i]) * many + j, rows[at++]);
            }
        }
    }
}

/* ---------------------------------------------------------------- the whole position */

static inline const int64_t *rw_after_fields(const int64_t *code) { /* `code` stands at the number of fields */
    const int64_t *field = code + 1;
    for (int64_t i = 0; i < code[0]; i++) field += P_HEAD + field[P_SIDES];
    return field;
}

static inline void rw_deal_all(Position *g, Value with) {
    const Dealt *dealt = (const Dealt *)(intptr_t)with;
    const int64_t *code = dealt->d->code;
    for (int i = RW_OWN_FIELDS; i < RW_FIELDS; i++) g->f[i] = NIL;
    for (int64_t i = 0; i < dealt->d->types; i++) {
        Places places = rw_places(g, dealt, code + 2);
        const int64_t *names = rw_after_fields(code + 2);
        if (code[0]) {
            rw_deal_pieces(g, places, names, dealt->chance);
            const int64_t *looks = names + 1 + 2 * names[0];
            code = looks + 2 + looks[1];
        } else {
            rw_deal_cards(g, places, (int)code[1], dealt->chance);
            code = names;
        }
    }
}

typedef struct {
    Value pending, then, following;
} Again;

static inline void rw_ask_again(Position *g, Value with) {
    Again *again = (Again *)(intptr_t)with;
    const Value *words = rw_words(again->pending) + 1;
    const Value saved[3] = {words[W_PLAYER], words[W_YOU], words[W_CHOICE]};
    g->f[F_THEN] = NIL;
    Value frame = rw_frame(g, words[W_THEN], L_REASK, 3, saved);
    again->then = rw_up(frame);
    again->following = rw_reask(g, frame, 0);
}

/* The options of other players' decisions come from their new cards; 0: one of them has none. */
static inline int rw_ask_others_again(Context *c, Position *g, int64_t viewer, int *outcome) {
    size_t size = rw_size(c, g->f[F_WAITING]);
    for (size_t i = 0; i < size; i++) {
        Value pending = rw_words(g->f[F_WAITING])[i + 1];
        if (rw_words(pending)[1 + W_PLAYER] == N(viewer)) continue;
        Position *copy = rw_new_position();
        if (copy == NULL || !rw_copy(copy, g)) {
            rw_free_position(copy);
            *outcome = NO_MEMORY;
            return 0;
        }
        copy->c = c;
        Again again = {rw_words(copy->f[F_WAITING])[i + 1], NIL, NIL};
        int asked = rw_guarded(copy, rw_ask_again, (Value)(intptr_t)&again);
        int found = asked == RAN && (again.following == NIL || again.following == again.then);
        if (found) {
            size_t count = again.following == NIL ? copy->options_count : 1;
            Value *made = malloc((count + 1) * sizeof(Value));
            if (made != NULL) {
                made[0] = rw_header(count, SEQUENCE);
                for (size_t k = 0; k < count; k++) made[k + 1] = again.following == NIL ? N(copy->options[k]) : copy->answer;
                found = count > 0;
                Value kept = rw_keep(g, rw_object(made)); /* outside of guards: there is no failure but lack of memory */
                rw_words(rw_words(g->f[F_WAITING])[i + 1])[1 + W_OPTIONS] = kept;
                free(made);
            }
        }
        rw_free_position(copy);
        if (!found) return 0;
    }
    return 1;
}

/* A position with what a seat may not know dealt anew, future chance included; gives RAN, or how it failed. */
static inline int rw_deal(const Dealing *d, Context *c, Position *to, const Position *g, int64_t seat, uint64_t seed) {
    Twister chance;
    Dealt dealt = {d, &chance, seat, 0};
    rw_twister_seed(&chance, seed);
    for (int tries = 0; tries <= DEAL_TRIES; tries++) {
        if (!rw_copy(to, g)) return NO_MEMORY;
        to->c = c;
        if (tries == DEAL_TRIES) { /* in the middle of a move: who makes it keeps the cards for it */
            dealt.keeping = UINT64_C(1) << g->player | UINT64_C(1) << g->you;
            for (size_t i = 0; i < rw_size(c, g->f[F_WAITING]); i++) {
                const Value *one = rw_words(rw_words(g->f[F_WAITING])[i + 1]) + 1;
                dealt.keeping |= UINT64_C(1) << rw_number(one[W_PLAYER]) | UINT64_C(1) << rw_number(one[W_YOU]);
            }
        }
        uint64_t low = rw_twister_bits(&chance, 64), high = rw_twister_bits(&chance, 64);
        rw_seed(to, low, high);
        to->f[F_TOLD] = NIL;
        int outcome = rw_guarded(to, rw_deal_all, (Value)(intptr_t)&dealt);
        if (outcome != RAN || tries == DEAL_TRIES) return outcome;
        if (rw_ask_others_again(c, to, seat, &outcome)) return RAN;
        if (outcome != RAN) return outcome;
    }
    return RAN;
}

#endif
