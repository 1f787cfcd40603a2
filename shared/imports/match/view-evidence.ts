/** A booking as one source has it: a format with its columns, or a bank's feed. */
export interface View {
  /** Names the source. Sources of one make date and name bookings the same way. */
  make: string;
  /** A bank's own list, whose days and names may differ from those of a file. Without one, only equal views match. */
  isBank: boolean;
  /** Days since a fixed day. */
  day: number;
  name: string;
}

/** The days that a source covers, both ends included. */
export interface Span {
  make: string;
  first: number;
  last: number;
}

/** How alike two names are: `cut` if one is the beginning of the other, `similar` if they share a word. */
type Likeness = 'equal' | 'cut' | 'similar' | 'other';

/** Prior probability of each likeness: for two names of one booking, and for the names of two bookings of one price. */
const OF_ONE: Record<Likeness, number> = { equal: 1, cut: 0.8, similar: 0.8, other: 0.4 };
const OF_TWO: Record<Likeness, number> = { equal: 0.34, cut: 0.25, similar: 0.25, other: 0.16 };
/**
 * Prior probability of how two makes date the same bookings, for two lists of a bank and for a list and a feed: always on the same
 * day, the later make (by name) only later, only earlier, or either.
 */
const WAYS = { lists: [0.85, 0.05, 0.05, 0.05], feed: [0.1, 0.35, 0.35, 0.2] };
/** Probability of each day offset outside a make pair's way, and how many bookings the priors weigh. */
const ASTRAY = 0.01;
const WAYS_WEIGHT = 3;
/** How much an offset of some days also counts for the offsets a day more and a day less. */
const NEXT = 0.3;
/** Two makes date alike if at least this many bookings have the same day in both, and at least this share of all. */
const ALIKE_MIN = 7;
const ALIKE_PART = 0.95;
/**
 * The cost of pairing bookings with unlike names if each make elsewhere writes the other's payee: among bookings of one price on
 * neighbouring days, the names tell which is which.
 */
const NAMESAKES = 3;
/** The make of a bank's feed. */
const FEED = 'provider';
/** Probability that a source leaves out a booking of a day that it covers; on its last days that may not be booked yet. */
const LEFT_OUT = 0.001;
const NOT_YET = 0.15;
const NOT_YET_DAYS = 4;
/**
 * The cost of pairing bookings with like names that lie further apart than any source dates them. It is less than the cost of
 * leaving both alone where each should be in the other's sources. This happens if the bookings between them were paired askew at
 * the end of an earlier file, which leaves one over on either side.
 */
const FAR = 8;
export const FAR_DAYS = 14;
/** The most days by which a bank and a file may differ in dating a purchase. */
export const DAYS_APART_MAX = 3;
/** The cost of assuming that a bank gave a booking another id. */
const REISSUED = 3;
/** The cost of leaving alone a booking that the other source need not have. */
export const UNCOVERED = Math.LN2;

/**
 * The least cost of pairing bookings of other days and names if nothing shows that their makes date apart: more than leaving both
 * alone, unless one should be in the other's source.
 */
const UNSEEN = 2 * UNCOVERED + 0.1;

/** What the bookings that two makes share tell about how the makes date and name them. */
interface Learned {
  /** How often the later make (by name) dates a booking this many days later, starting at -DAYS_APART_MAX. */
  days: number[];
  names: Record<Likeness, number>;
}

/** The shares to expect after everything learned so far. */
interface Expected extends Learned {
  /** Whether anything, if only what banks' feeds do, says that the makes date apart. */
  isApart: boolean;
  doubt: number;
}

/** What the sources list at one price. */
export interface Price {
  /** How many bookings to expect per day. */
  rate: number;
  payees: Payees;
}

/** The words that each make uses in names at one price. */
export class Payees {
  readonly #words = new Map<string, Set<string>>();

  constructor(views: Iterable<View>) {
    for (const { make, name } of views) {
      const words = this.#words.get(make) ?? new Set();
      for (const word of wordsOf(name)) words.add(word);
      this.#words.set(make, words);
    }
  }

  /** Whether one of the make's names shares a word with this name. */
  knows(make: string, name: string): boolean {
    return wordsOf(name).some((word) => this.#words.get(make)?.has(word));
  }
}

/** Learns how sources date and name bookings, and computes the cost of taking two views for one booking. */
export class ViewEvidence {
  /** By the earlier make, then the later one. */
  readonly #learned = new Map<string, Map<string, Learned>>();
  /** Cache, cleared whenever something is learned. */
  readonly #expected = new Map<string, Map<string, Expected>>();
  readonly #likenesses = new Map<string, Likeness>();

  learn(one: View, other: View): void {
    const days = daysFrom(one, other);
    if (one.make === other.make || Math.abs(days) > DAYS_APART_MAX) return;
    const learned = this.#of(one.make, other.make);
    for (const [at, count] of learned.days.entries()) {
      const apart = at - DAYS_APART_MAX;
      if (apart === days) learned.days[at] = count + 1;
      else if (apart * days !== 0 && Math.abs(apart - days) === 1) learned.days[at] = count + NEXT;
    }
    learned.names[this.#likenessOf(one.name, other.name)] += 1;
    this.#expected.clear();
  }

  /** How little is known about how the two makes date. */
  doubtOf(one: View, other: View): number {
    return this.#expect(one.make, other.make).doubt;
  }

  /**
   * The log odds that these are two bookings rather than one.
   * @param price what is listed at their price
   */
  costOf(one: View, other: View, { rate, payees }: Price): number {
    if (one.make === other.make) return REISSUED;
    const apart = daysFrom(one, other);
    const likeness = this.#likenessOf(one.name, other.name);
    if (Math.abs(apart) > DAYS_APART_MAX)
      return Math.abs(apart) > FAR_DAYS || likeness === 'other' ? Infinity : FAR;
    const { days, names, isApart } = this.#expect(one.make, other.make);
    const dayCost = Math.log(rate / (days[apart + DAYS_APART_MAX] ?? 0));
    const hasNamesakes =
      likeness === 'other' &&
      payees.knows(one.make, other.name) &&
      payees.knows(other.make, one.name);
    const cost =
      dayCost + Math.log(OF_TWO[likeness] / names[likeness]) + (hasNamesakes ? NAMESAKES : 0);
    const isUnseen = apart !== 0 && !isApart && likeness !== 'equal' && likeness !== 'cut';
    return isUnseen ? Math.max(cost, UNSEEN) : cost;
  }

  /** The cost if a source that covers these days lacks the booking. */
  costWithout(view: View, span: Span): number {
    const { days } = this.#expect(view.make, span.make);
    const sign = view.make < span.make ? 1 : -1;
    let present = 0;
    for (const [at, share] of days.entries()) {
      const day = view.day + sign * (at - DAYS_APART_MAX);
      if (day < span.first || day > span.last) continue;
      const leftOut = span.last - day < NOT_YET_DAYS ? NOT_YET : LEFT_OUT;
      present += share * (1 - leftOut);
    }
    return Math.max(UNCOVERED, -Math.log(1 - present));
  }

  #of(one: string, other: string): Learned {
    const [early, late] = inOrder(one, other);
    const ofEarly = this.#learned.get(early) ?? new Map<string, Learned>();
    const learned = ofEarly.get(late) ?? {
      days: Array.from({ length: 2 * DAYS_APART_MAX + 1 }, () => 0),
      names: { ...OF_ONE },
    };
    this.#learned.set(early, ofEarly.set(late, learned));
    return learned;
  }

  #expect(one: string, other: string): Expected {
    const [early, late] = inOrder(one, other);
    const known = this.#expected.get(early)?.get(late);
    if (known) return known;
    const counts = this.#countDays(early, late);
    const isFeed = early === FEED || late === FEED;
    const days = expectDays(counts, isFeed);
    const names = sharesOf(this.#of(early, late).names);
    const isApart = isFeed || counts.some((count, at) => count > 0 && at !== DAYS_APART_MAX);
    const expected = { days, names, isApart, doubt: entropyOf(days) };
    const ofEarly = this.#expected.get(early) ?? new Map<string, Expected>();
    this.#expected.set(early, ofEarly.set(late, expected));
    return expected;
  }

  /** The day offsets counted between two makes, including those of makes that date like either. */
  #countDays(early: string, late: string): number[] {
    const counts = this.#of(early, late).days.map(() => 0);
    for (const one of this.#alike(early))
      for (const other of this.#alike(late)) {
        const [first, second] = inOrder(one, other);
        const days = this.#learned.get(first)?.get(second)?.days ?? [];
        for (const [at, count] of (first === one ? days : [...days].reverse()).entries())
          counts[at] = (counts[at] ?? 0) + count;
      }
    return counts;
  }

  /** The make, and those that date alike. */
  #alike(make: string): string[] {
    const makes = new Set(
      [...this.#learned].flatMap(([early, ofEarly]) => [early, ...ofEarly.keys()]),
    );
    return [...makes].filter((other) => {
      const [early, late] = inOrder(make, other);
      const days = this.#learned.get(early)?.get(late)?.days ?? [];
      const same = days[DAYS_APART_MAX] ?? 0;
      return other === make || (same >= ALIKE_MIN && same >= ALIKE_PART * sumOf(days));
    });
  }

  #likenessOf(one: string, other: string): Likeness {
    if (one === other) return 'equal';
    const key = `${one}\n${other}`;
    const known = this.#likenesses.get(key) ?? likenessOf(one, other);
    this.#likenesses.set(key, known);
    return known;
  }
}

/** How many days later the later make (by name) dates it. */
const daysFrom = (one: View, other: View): number =>
  one.make < other.make ? other.day - one.day : one.day - other.day;

const inOrder = (one: string, other: string): [string, string] =>
  one < other ? [one, other] : [other, one];

/** The expected share of each day offset, given these counts. Each way spans from some days earlier to some days later. */
function expectDays(counts: readonly number[], isFeed: boolean): number[] {
  const max = (counts.length - 1) / 2;
  const upTo = Array.from({ length: max + 1 }, (_, days) => days);
  const ways = upTo.flatMap((earlier) =>
    upTo.map((later) => {
      const kind = (later > 0 ? 1 : 0) + (earlier > 0 ? 2 : 0);
      const ofKind = (later > 0 ? max : 1) * (earlier > 0 ? max : 1);
      const length = earlier + later + 1;
      const within = (1 - ASTRAY * (counts.length - length)) / length;
      const shares = counts.map((_, at) =>
        at >= max - earlier && at <= max + later ? within : ASTRAY,
      );
      const logs = counts.map((count, at) => count * Math.log(shares[at] ?? 1));
      const likely = ((isFeed ? WAYS.feed : WAYS.lists)[kind] ?? 0) / ofKind;
      return { shares, log: Math.log(likely) + sumOf(logs) };
    }),
  );
  const most = Math.max(...ways.map(({ log }) => log));
  const weighed = ways.map(({ shares, log }) => ({ shares, weight: Math.exp(log - most) }));
  const weight = sumOf(weighed.map((way) => way.weight));
  const sum = sumOf(counts) + WAYS_WEIGHT;
  return counts.map((count, at) => {
    const likely = sumOf(weighed.map((way) => (way.shares[at] ?? 0) * way.weight)) / weight;
    return (count + WAYS_WEIGHT * likely) / sum;
  });
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
const sharesOf = (counts: Record<Likeness, number>): Record<Likeness, number> => {
  const sum = sumOf(Object.values(counts));
  const { equal, cut, similar, other } = counts;
  return { equal: equal / sum, cut: cut / sum, similar: similar / sum, other: other / sum };
};
const entropyOf = (shares: readonly number[]): number =>
  -sumOf(shares.map((share) => (share > 0 ? share * Math.log(share) : 0)));

/** Formats that truncate names keep at least this many characters. */
const CUT_MIN = 8;

function likenessOf(one: string, other: string): Likeness {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= CUT_MIN && long.startsWith(short)) return 'cut';
  const words = new Set(wordsOf(long));
  return wordsOf(short).some((word) => words.has(word)) ? 'similar' : 'other';
}

const wordsOf = (name: string): string[] => name.match(/\p{L}{3,}/gu) ?? [];
