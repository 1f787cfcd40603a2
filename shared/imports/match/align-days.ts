/** A booking of one account and amount, as one of two files has it. */
export interface Listed {
  id: string;
  /** Days since a fixed one. */
  day: number;
  name: string;
  /** Null when the file does not say. */
  currency: string | null;
}

/** Bookings of one account and amount: those of the file in hand, and those that files of other formats brought. */
export interface ListedMoney {
  wanted: readonly Listed[];
  stored: readonly Listed[];
}

/** From the first to the last day. */
export interface Span {
  first: number;
  last: number;
}

/** By how many days the other format dates a booking later: at least and at most. */
export interface Apart {
  least: number;
  most: number;
}

/** Bookings whose days tell how two formats date them; fewer do not. */
const TELLING_MIN = 3;

/** What it costs that a booking is in one file alone, where the other covers its days, and at the edge of the other. */
const MISSED = 10;
const AT_EDGE = 1;
/** What it costs to take two bookings for one: for each day between them, and for names that differ. */
const PER_DAY = 0.1;
const NAMED_OTHERWISE = 0.3;

/** Bookings of one price that are aligned at once: the cost grows with the square. */
const ALIGNED_MAX = 200;

/**
 * How the two formats date bookings: what is known, and the bookings within the days of the file in hand that have a single
 * possible counterpart. Without a sign that days differ they do not.
 */
export function learnApart(
  known: readonly number[],
  groups: readonly ListedMoney[],
  own: Span,
  daysMax: number,
): Apart {
  const days = [...known];
  for (const { wanted, stored } of groups) {
    const near = (one: Listed, others: readonly Listed[]) =>
      others.filter(({ day }) => Math.abs(day - one.day) <= daysMax);
    for (const row of wanted.slice(0, ALIGNED_MAX)) {
      const [mate, ...more] = near(row, stored.slice(0, ALIGNED_MAX));
      if (
        mate === undefined ||
        more.length > 0 ||
        near(mate, wanted.slice(0, ALIGNED_MAX)).length > 1
      )
        continue;
      if (mate.day >= own.first && mate.day <= own.last) days.push(mate.day - row.day);
    }
  }
  if (days.length === 0) return { least: 0, most: 0 };
  const isTelling = days.length >= TELLING_MIN;
  return {
    least: isTelling && days.every((day) => day >= 0) ? 0 : -daysMax,
    most: isTelling && days.every((day) => day <= 0) ? 0 : daysMax,
  };
}

/**
 * Pairs bookings of two formats one to one so that as few as possible are missing from a file that covers their days. Both
 * lists are in the order of their days, and the pairs keep it.
 */
export function alignDays(
  { wanted, stored }: ListedMoney,
  apart: Apart,
  { own, others }: { own: Span; others: Span },
): { wanted: Listed; stored: Listed }[] {
  const pairs: { wanted: Listed; stored: Listed }[] = [];
  let used = 0;
  for (let at = 0; at < wanted.length; at += ALIGNED_MAX) {
    const rows = wanted.slice(at, at + ALIGNED_MAX);
    const [first = 0, last = 0] = [rows[0]?.day, rows.at(-1)?.day];
    while (used < stored.length && (stored[used]?.day ?? 0) - first < apart.least) used += 1;
    const next = wanted[at + ALIGNED_MAX]?.day ?? Infinity;
    const near = stored
      .slice(used, used + 2 * ALIGNED_MAX)
      .filter(({ day }) => day - last <= apart.most);
    const aligned = alignLists(rows, near, {
      missing: (one) => (isWithin(one.day, others, apart.least, apart.most) ? MISSED : AT_EDGE),
      extra({ day }) {
        if (day - next >= apart.least) return 0;
        return isWithin(day, own, -apart.most, -apart.least) ? MISSED : AT_EDGE;
      },
      pair: (one, other) => costOfPair(one, other, apart),
    });
    const final = aligned.at(-1)?.stored;
    if (final !== undefined) used = stored.indexOf(final) + 1;
    pairs.push(...aligned);
  }
  return pairs;
}

const isWithin = (day: number, { first, last }: Span, least: number, most: number): boolean =>
  day + least >= first && day + most <= last;

function costOfPair(one: Listed, other: Listed, { least, most }: Apart): number {
  const days = other.day - one.day;
  if (days < least || days > most) return Infinity;
  if (one.currency !== null && other.currency !== null && one.currency !== other.currency)
    return Infinity;
  return PER_DAY * Math.abs(days) + (one.name === other.name ? 0 : NAMED_OTHERWISE);
}

interface Costs {
  missing: (one: Listed) => number;
  extra: (one: Listed) => number;
  pair: (one: Listed, other: Listed) => number;
}

/** The cheapest alignment of two lists. */
function alignLists(
  wanted: readonly Listed[],
  stored: readonly Listed[],
  { missing, extra, pair }: Costs,
): { wanted: Listed; stored: Listed }[] {
  const width = stored.length + 1;
  const costs = new Float64Array((wanted.length + 1) * width);
  const at = (row: number, column: number): number => costs[row * width + column] ?? Infinity;
  const both = (row: number, column: number): number => {
    const [one, other] = [wanted[row - 1], stored[column - 1]];
    return one && other ? at(row - 1, column - 1) + pair(one, other) : Infinity;
  };
  const missings = wanted.map(missing);
  const extras = stored.map(extra);
  const withoutRow = (row: number, column: number): number =>
    row > 0 ? at(row - 1, column) + (missings[row - 1] ?? 0) : Infinity;
  const withoutColumn = (row: number, column: number): number =>
    column > 0 ? at(row, column - 1) + (extras[column - 1] ?? 0) : Infinity;
  for (let cell = 1; cell < costs.length; cell += 1) {
    const [row, column] = [Math.floor(cell / width), cell % width];
    costs[cell] = Math.min(both(row, column), withoutRow(row, column), withoutColumn(row, column));
  }
  const pairs: { wanted: Listed; stored: Listed }[] = [];
  for (let row = wanted.length, column = stored.length; row > 0 && column > 0;) {
    const [one, other] = [wanted[row - 1], stored[column - 1]];
    const least = at(row, column);
    // Of equals the first are paired: the rows that follow take the others.
    if (withoutColumn(row, column) === least) column -= 1;
    else if (one && other && both(row, column) === least) {
      pairs.unshift({ wanted: one, stored: other });
      row -= 1;
      column -= 1;
    } else row -= 1;
  }
  return pairs;
}
