"""Designs: all rounds at tables known beforehand, so that no two meet twice.

Knows: numbers of points and the sizes of tables; finite fields, as far as they are needed.
Does not know: entrants, clubs, results, chance.

A point is a place in round 1: the points of its first table are 0, 1, 2, ..., those of the next follow. So whoever
holds round 1 holds the whole design, and nothing else has to be kept (rule 11.13).
"""

from functools import cache

Tables = tuple[tuple[int, ...], ...]

# Kirkman's fifteen: two rings of seven points and one that stays. Both rings turned on by one make the next
# round. Found by trying; the tests see that no two meet twice.
_KIRKMAN = ((14, 0, 7), (1, 2, 4), (3, 8, 12), (5, 11, 13), (6, 9, 10))


def length(points: int, size: int) -> int:
    """Return how many rounds at tables of one size are known in which no two meet twice (rule 11.12).

    1 says that no design is known: one round there is always. 0 says that the size does not divide the points.
    """
    if size < 3 or points < size or points % size:
        return 0
    tables = points // size
    if (points, size) == (15, 3):
        return 7
    if any(prime**power < size for prime, power in _factors(tables)):
        return 1
    # Who has the same seat at every table of round 1 never meets in the rounds that the field gives. They can be
    # divided among tables of their own, if the size lets them, and that by a design again.
    return tables + (length(tables, size) if tables > 1 else 0)


def tables(points: int, size: int, number: int) -> Tables:
    """Return the tables of one round, counted from 1; round 1 has the points in their order."""
    if not 1 <= number <= length(points, size):
        raise ValueError(f"no round {number} of {points} points at tables of {size}")
    count = points // size
    if number == 1:
        return tuple(tuple(range(first, first + size)) for first in range(0, points, size))
    if (points, size) == (15, 3):
        return _turned(number - 1)
    if number > count:
        inner = tables(count, size, number - count)
        return tuple(tuple(one * size + seat for one in table) for seat in range(size) for table in inner)
    steps = [_times(count, seat, number - 1) for seat in range(size)]
    return tuple(
        tuple(_plus(count, table, step) * size + seat for seat, step in enumerate(steps))
        for table in range(count)
    )


def _turned(turn: int) -> Tables:
    place = {point: number for number, point in enumerate(point for table in _KIRKMAN for point in table)}

    def moved(point: int) -> int:
        return point if point == 14 else point // 7 * 7 + (point + turn) % 7

    return tuple(tuple(place[moved(point)] for point in table) for table in _KIRKMAN)


@cache
def _factors(number: int) -> tuple[tuple[int, int], ...]:
    """Return the primes of a number with their powers."""
    found: list[tuple[int, int]] = []
    prime = 2
    while number > 1:
        power = 0
        while number % prime == 0:
            number //= prime
            power += 1
        if power:
            found.append((prime, power))
        prime += 1
    return tuple(found)


# Tables and rounds are numbered by the elements of a ring: the product of the fields that belong to the prime
# powers of the number of tables. An element is a number whose digits are those of its parts. Seats are numbered
# by elements too, of which no two are alike in any part; that is why every field has to hold all seats.


def _plus(order: int, one: int, other: int) -> int:
    total, weight = 0, 1
    for prime, power in _factors(order):
        field = prime**power
        total += _added(prime, one % field, other % field) * weight
        one, other, weight = one // field, other // field, weight * field
    return total


def _times(order: int, seat: int, number: int) -> int:
    """Return the product of the element of a seat, the same digit string in every part, and another element."""
    total, weight = 0, 1
    for prime, power in _factors(order):
        field = prime**power
        total += _product(prime, power, seat, number % field) * weight
        number, weight = number // field, weight * field
    return total


def _product(prime: int, power: int, one: int, other: int) -> int:
    if not one or not other:
        return 0
    row = _powers(prime, power)
    return row[(row.index(one) + row.index(other)) % len(row)]


@cache
def _powers(prime: int, power: int) -> tuple[int, ...]:
    """Return the elements of a field but zero, as the powers of one of them.

    An element is the number whose digits to the base ``prime`` are the coefficients of a polynomial. Rules for
    replacing the power that is too high are tried until one lets x run through everything.
    """
    field, top = prime**power, prime ** (power - 1)
    for rule in range(1, field):
        row, element = [1], 1
        while True:
            high, element = element // top, element % top * prime
            for _ in range(high):
                element = _added(prime, element, rule)
            if element in (0, 1) or len(row) == field:
                break
            row.append(element)
        if element == 1 and len(row) == field - 1:
            return tuple(row)
    raise AssertionError(f"{field} is no power of a prime")


def _added(prime: int, one: int, other: int) -> int:
    total, weight = 0, 1
    while one or other:
        total += (one + other) % prime * weight
        one, other, weight = one // prime, other // prime, weight * prime
    return total
