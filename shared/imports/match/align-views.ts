import { assignCheapest } from './assign-cheapest.ts';
import { DAYS_APART_MAX, FAR_DAYS, Payees, UNCOVERED, ViewEvidence } from './view-evidence.ts';
import type { Price, Span, View } from './view-evidence.ts';

/** A booking of one account and amount, with everything that sources say about it. @internal */
export interface Listed {
  id: string;
  /** Null if no source states it. */
  currency: string | null;
  /** Pending: other sources may not have it yet. */
  pending: boolean;
  views: readonly View[];
  /** A source on the other side lists one with its day and name under another id. */
  reissued?: boolean;
}

/** Bookings of one account and amount on two sides, which may match each other. */
export interface ListedMoney {
  wanted: readonly Listed[];
  stored: readonly Listed[];
}

/** The days that the sources of each side cover. */
export interface Spans {
  wanted: readonly Span[];
  stored: readonly Span[];
}

interface Mates {
  wanted: Listed;
  stored: Listed;
}

export interface AlignedPair extends Mates {
  /** The view of the stored booking that decided. */
  by: View;
  exact: boolean;
}

/** Bookings of one price that are aligned at once: the time grows with the cube of their number. */
const ALIGNED_MAX = 80;
/** With this many known or sure pairs, learning from them is enough; with fewer, a first alignment adds to what is known. */
const ENOUGH = 1000;

/**
 * Pairs bookings one to one by everything that their sources say. Learns from common bookings how the sources date and name them,
 * then takes the likeliest pairing overall. The surer another source should have a booking, the more it costs to leave it alone.
 * @param known the views of bookings that several sources have
 */
export function alignViews(
  groups: readonly ListedMoney[],
  known: readonly (readonly View[])[],
  spans: Spans,
): AlignedPair[] {
  const align = (found: readonly Mates[]): AlignedPair[] => {
    const evidence = new ViewEvidence();
    for (const views of known) learnAll(evidence, views, views);
    for (const { wanted, stored } of found) learnAll(evidence, wanted.views, stored.views);
    return groups.flatMap((group) => alignMoney(group, spans, evidence));
  };
  const sure = groups.flatMap((group) => listSure(group, spans));
  return align(known.length + sure.length < ENOUGH ? align(sure) : sure);
}

function learnAll(evidence: ViewEvidence, views: readonly View[], others: readonly View[]): void {
  const pairs = new Map<string, [View, View]>();
  for (const one of views)
    for (const other of others)
      if (one.make < other.make || views !== others)
        pairs.set(JSON.stringify([one.make, other.make]), [one, other]);
  for (const [one, other] of pairs.values()) evidence.learn(one, other);
}

/**
 * The bookings with exactly one possible counterpart, or one of the same name, where at least one of the two should be in the
 * other's sources.
 */
function listSure({ wanted, stored }: ListedMoney, spans: Spans): Mates[] {
  const near = (one: Listed, others: readonly Listed[]) => {
    const isNear = ([a, b]: [View, View]) => Math.abs(a.day - b.day) <= DAYS_APART_MAX;
    const found = others.filter((other) => comparable(one, other).some(isNear));
    const named = found.filter((other) =>
      comparable(one, other).some(([a, b]) => a.name === b.name),
    );
    return named.length > 0 ? named : found;
  };
  const [some, most] = [wanted.slice(0, ALIGNED_MAX), stored.slice(0, ALIGNED_MAX)];
  return some.flatMap((one) => {
    const [mate, ...more] = near(one, most);
    if (!mate || more.length > 0) return [];
    const [back, ...others] = near(mate, some);
    if (back !== one || others.length > 0) return [];
    const isSure = isWithin(one, spans.stored) || isWithin(mate, spans.wanted);
    return isSure ? [{ wanted: one, stored: mate }] : [];
  });
}

const isWithin = ({ views }: Listed, spans: readonly Span[]): boolean =>
  views.some(({ day }) => spans.some(({ first, last }) => day >= first && day <= last));

/** The views of two bookings that can be compared; none if one source lists them as two bookings. */
function comparable(one: Listed, other: Listed): [View, View][] {
  const pairs: [View, View][] = [];
  for (const a of one.views)
    for (const b of other.views) {
      const isEqual = a.day === b.day && a.name === b.name;
      if (a.make === b.make && !(isEqual && other.reissued)) return [];
      if (a.isBank || b.isBank || isEqual) pairs.push([a, b]);
    }
  return pairs;
}

interface Cost {
  cost: number;
  by: View | null;
  exact: boolean;
}

/** Judges by the two makes of which it is best known how they date: at one price many names are alike, and days tell apart. */
function costOfPair(one: Listed, other: Listed, evidence: ViewEvidence, price: Price): Cost {
  const best: Cost & { doubt: number } = {
    cost: Infinity,
    by: null,
    exact: false,
    doubt: Infinity,
  };
  if (one.currency !== null && other.currency !== null && one.currency !== other.currency)
    return best;
  for (const [a, b] of comparable(one, other)) {
    const doubt = evidence.doubtOf(a, b);
    const cost = evidence.costOf(a, b, price);
    if (doubt > best.doubt || (doubt === best.doubt && cost >= best.cost)) continue;
    Object.assign(best, { cost, by: b, doubt, exact: a.day === b.day && a.name === b.name });
  }
  return best;
}

function costAlone(one: Listed, spans: readonly Span[], evidence: ViewEvidence): number {
  if (one.pending) return UNCOVERED;
  const makes = new Set(one.views.map(({ make }) => make));
  const others = spans.filter(({ make }) => !makes.has(make));
  let most = UNCOVERED;
  for (const view of one.views)
    for (const span of others) most = Math.max(most, evidence.costWithout(view, span));
  return most;
}

interface Dated {
  one: Listed;
  first: number;
  last: number;
}

const inOrder = (rows: readonly Listed[]): Dated[] =>
  rows
    .map((one) => {
      const days = one.views.map(({ day }) => day);
      return { one, first: Math.min(...days), last: Math.max(...days) };
    })
    .sort((a, b) => a.first - b.first);

/** How many bookings of this price to expect per day: the rarer a price, the likelier two bookings are the same. */
function rateOf({ wanted }: ListedMoney, spans: Spans): number {
  const first = Math.min(...spans.wanted.map((span) => span.first));
  const last = Math.max(...spans.wanted.map((span) => span.last));
  return (wanted.length + 1) / (Math.max(1, last - first + 1) + 2 * DAYS_APART_MAX);
}

function alignMoney(group: ListedMoney, spans: Spans, evidence: ViewEvidence): AlignedPair[] {
  const views = [...group.wanted, ...group.stored].flatMap((one) => one.views);
  const price = { rate: rateOf(group, spans), payees: new Payees(views) };
  let free = inOrder(group.stored);
  return inParts(inOrder(group.wanted)).flatMap((part) => {
    const first = Math.min(...part.map((row) => row.first)) - FAR_DAYS;
    const last = Math.max(...part.map((row) => row.last)) + FAR_DAYS;
    const near = free.filter((row) => row.first <= last && row.last >= first);
    const rows = part.map(({ one }) => one);
    const others = near.slice(0, 2 * ALIGNED_MAX).map(({ one }) => one);
    const pairs = alignPart(rows, others, spans, evidence, price);
    const taken = new Set(pairs.map(({ stored }) => stored));
    free = free.filter(({ one }) => !taken.has(one));
    return pairs;
  });
}

function alignPart(
  rows: readonly Listed[],
  near: readonly Listed[],
  spans: Spans,
  evidence: ViewEvidence,
  price: Price,
): AlignedPair[] {
  const extras = near.map((one) => costAlone(one, spans.wanted, evidence));
  const costs = rows.map((row) => near.map((one) => costOfPair(row, one, evidence, price)));
  const assigned = assignCheapest(
    costs.map((row) => row.map(({ cost }, at) => cost - (extras[at] ?? 0))),
    rows.map((row) => costAlone(row, spans.stored, evidence)),
  );
  return assigned.flatMap((column, row): AlignedPair[] => {
    const [wanted, stored, cost] = [rows[row], near[column ?? -1], costs[row]?.[column ?? -1]];
    if (!wanted || !stored || !cost?.by) return [];
    return [{ wanted, stored, by: cost.by, exact: cost.exact }];
  });
}

/** Splits rows into parts that share no candidates, and into parts of ALIGNED_MAX rows where these would be larger. */
function inParts(rows: readonly Dated[]): Dated[][] {
  const parts: Dated[][] = [];
  let last = -Infinity;
  for (const row of rows) {
    const part = parts.at(-1);
    if (part && part.length < ALIGNED_MAX && row.first - last <= 2 * FAR_DAYS) part.push(row);
    else parts.push([row]);
    last = Math.max(last, row.last);
  }
  return parts;
}
