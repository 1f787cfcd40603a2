/** A booking as one source has it: a format with its columns, or a bank's feed. */
export interface View {
  /** Names the source. Sources of one make date and name a booking alike. */
  make: string;
  /** A bank's own list, whose days and names may differ from those of a file; else only equal ones meet. */
  isBank: boolean;
  /** Days since a fixed one. */
  day: number;
  name: string;
}

/** From the first to the last day. */
export interface Span {
  make: string;
  first: number;
  last: number;
}

/** Of names: `cut` where one is the beginning of the other, `similar` where they share a word. */
type Likeness = 'equal' | 'cut' | 'similar' | 'other';

/** How likely names are so alike: of one booking as long as nothing is known of the two makes, and of two of one price. */
const OF_ONE: Record<Likeness, number> = { equal: 1, cut: 0.8, similar: 0.8, other: 0.4 };
const OF_TWO: Record<Likeness, number> = { equal: 0.4, cut: 0.3, similar: 0.3, other: 0.2 };
/** How likely the days of one booking are so far apart, as long as nothing is known of the two makes: a feed has its own days. */
const APART = [3, 0.1, 0.09, 0.08];
const APART_FROM_FEED = [1, 0.6, 0.5, 0.4];
/** Sources that date bookings apart by some days do so by a day more or less, too. */
const NEXT = 0.3;
/** The make of a bank's feed. */
const FEED = 'provider';
/** How likely a source leaves out what it covers; at its last days that may not be booked yet. */
const LEFT_OUT = 0.001;
const NOT_YET = 0.15;
const NOT_YET_DAYS = 4;
/**
 * What it costs to take two of like names for one although no source dates them so far apart: less than to leave both alone where
 * each should be in the sources of the other. Bookings between them were paired askew at the end of an earlier file, so that one
 * is left on either side.
 */
const FAR = 8;
export const FAR_DAYS = 14;
/** The cost of a booking that nothing says the other source should have. */
export const UNCOVERED = Math.LN2;

/** What bookings that two makes have in common say of how these date and name them. */
interface Learned {
  /** How often the later make, by name, dates a booking so many days later, from -daysMax on. */
  days: number[];
  names: Record<Likeness, number>;
  /** The entropy of both, once it is asked for. */
  doubt: number | null;
}

/** Learns how sources date and name bookings, and says what it costs to take two views for one booking. */
export class ViewEvidence {
  /** By the earlier make, then the later one. */
  readonly #learned = new Map<string, Map<string, Learned>>();
  readonly #likenesses = new Map<string, Likeness>();
  readonly #daysMax: number;

  constructor(daysMax: number) {
    this.#daysMax = daysMax;
  }

  /** The two are one booking. */
  learn(one: View, other: View): void {
    const days = daysFrom(one, other);
    if (one.make === other.make || Math.abs(days) > this.#daysMax) return;
    const learned = this.#of(one, other);
    for (const [at, count] of learned.days.entries()) {
      const apart = at - this.#daysMax;
      if (apart === days) learned.days[at] = count + 1;
      else if (apart * days !== 0 && Math.abs(apart - days) === 1) learned.days[at] = count + NEXT;
    }
    learned.names[this.#likenessOf(one.name, other.name)] += 1;
    learned.doubt = null;
  }

  /** How little two makes say of one another: the entropy of their days and names. */
  doubtOf(one: View, other: View): number {
    const learned = this.#of(one, other);
    learned.doubt ??= entropyOf(learned.days) + entropyOf(Object.values(learned.names));
    return learned.doubt;
  }

  /** The log of how much rather the two are two bookings than one. */
  costOf(one: View, other: View): number {
    const apart = daysFrom(one, other);
    const likeness = this.#likenessOf(one.name, other.name);
    if (Math.abs(apart) > this.#daysMax)
      return Math.abs(apart) > FAR_DAYS || likeness === 'other' ? Infinity : FAR;
    const { days, names } = this.#of(one, other);
    const nameCost = Math.log(OF_TWO[likeness] / shareOf(names[likeness], Object.values(names)));
    return nameCost - Math.log(days.length * shareOf(days[apart + this.#daysMax] ?? 0, days));
  }

  /** What it costs that a source of these days is without the booking. */
  costWithout(view: View, span: Span): number {
    const { days } = this.#of(view, span);
    const sign = view.make < span.make ? 1 : -1;
    let present = 0;
    for (const [at, count] of days.entries()) {
      const day = view.day + sign * (at - this.#daysMax);
      if (day < span.first || day > span.last) continue;
      const leftOut = span.last - day < NOT_YET_DAYS ? NOT_YET : LEFT_OUT;
      present += shareOf(count, days) * (1 - leftOut);
    }
    return Math.max(UNCOVERED, -Math.log(1 - present));
  }

  #of(one: { make: string }, other: { make: string }): Learned {
    const [early, late] = one.make < other.make ? [one.make, other.make] : [other.make, one.make];
    const apart = early === FEED || late === FEED ? APART_FROM_FEED : APART;
    const ofEarly = this.#learned.get(early) ?? new Map<string, Learned>();
    const learned = ofEarly.get(late) ?? {
      days: Array.from(
        { length: 2 * this.#daysMax + 1 },
        (_, at) => apart[Math.abs(at - this.#daysMax)] ?? 0,
      ),
      names: { ...OF_ONE },
      doubt: null,
    };
    this.#learned.set(early, ofEarly.set(late, learned));
    return learned;
  }

  #likenessOf(one: string, other: string): Likeness {
    if (one === other) return 'equal';
    const key = `${one}\n${other}`;
    const known = this.#likenesses.get(key) ?? likenessOf(one, other);
    this.#likenesses.set(key, known);
    return known;
  }
}

/** By how many days the later make, by name, dates later. */
const daysFrom = (one: View, other: View): number =>
  one.make < other.make ? other.day - one.day : one.day - other.day;

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
const shareOf = (count: number, counts: readonly number[]): number => count / sumOf(counts);
const entropyOf = (counts: readonly number[]): number => {
  const sum = sumOf(counts);
  return counts.reduce(
    (entropy, count) => entropy - (count > 0 ? (count / sum) * Math.log(count / sum) : 0),
    0,
  );
};

/** What some formats cut off is at least so long. */
const CUT_MIN = 8;

function likenessOf(one: string, other: string): Likeness {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= CUT_MIN && long.startsWith(short)) return 'cut';
  const words = new Set(wordsOf(long));
  return wordsOf(short).some((word) => words.has(word)) ? 'similar' : 'other';
}

const wordsOf = (name: string): string[] => name.match(/\p{L}{3,}/gu) ?? [];
