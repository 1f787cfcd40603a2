import { countBy } from '../../platform/group-by.ts';
import { compareDecimals } from '#preflight/money';
import type { RuleCondition } from '#preflight/rules/rule';
import type { Met } from './evidence.ts';

/** Edits that a text matches: those that the action would have made, and the others. */
export interface Found {
  readonly hits: readonly Met[];
  readonly misses: readonly Met[];
  /** Whether people mostly made the same other edit of the misses: then something distinguishes the two. */
  readonly oneOther: boolean;
}

/** Conditions, and which of the edits they still match. */
export interface Fit extends Found {
  readonly conditions: readonly RuleCondition[];
}

/** With fewer hits a rule often reaches into another habit that has not been seen yet. */
export const HITS_MIN = 12;
/** People make mistakes, but a few contradictions may also be a second habit: each needs this many edits around it. */
const MISSES_SHARE = 1 / 30;
/** A difference that explains misses needs this many edits on either side. */
const EXPLAINED_MIN = 4;
/** A further condition must keep this share of the hits: otherwise it explains something else. */
const KEPT_SHARE = 0.8;
/** A longer text is excepted if this many misses have it. */
const EXCEPTED_MIN = 2;
const EXCEPTIONS_MAX = 3;

export const holdsUp = ({ hits, misses }: Pick<Found, 'hits' | 'misses'>): boolean =>
  hits.length >= HITS_MIN && misses.length <= (hits.length + misses.length) * MISSES_SHARE;

const condition = (conditionType: string, operator: string, value: string): RuleCondition => ({
  conditionType,
  operator,
  value,
  subConditions: [],
});

/**
 * The fewest conditions besides a text under which its edits agree: the direction of the money if all hits share one, as refunds
 * are another matter; longer texts as exceptions; one difference in account or amount. Null if people would name no such thing.
 */
export function fitConditions(text: string, found: Found): Fit | null {
  const all = { ...found, conditions: [condition('transaction_name', 'like', text)] };
  const whole = byType(all).find(({ hits }) => hits.length === found.hits.length) ?? all;
  const excepted = exceptLonger(text, whole);
  if (holdsUp(excepted)) return excepted;
  if (whole.misses.length < EXPLAINED_MIN || !found.oneOther) return null;
  const explains = (fit: Fit): boolean =>
    holdsUp(fit) && fit.hits.length >= whole.hits.length * KEPT_SHARE;
  const fits = [...byMost(whole), ...byAmount(whole)];
  const [best] = fits.filter(explains).sort((a, b) => b.hits.length - a.hits.length);
  return best ?? null;
}

/** Excepts longer texts that begin with this one and that no hit has. */
function exceptLonger(text: string, whole: Fit): Fit {
  const longer = ({ spans }: Met): string[] =>
    spans.filter(
      (span) =>
        span.length > text.length &&
        span.startsWith(text) &&
        !/\p{N}/u.test(span.slice(text.length)),
    );
  const ofHits = new Set(whole.hits.flatMap(longer));
  let fit = whole;
  for (let left = EXCEPTIONS_MAX; left > 0 && fit.misses.length > 0; left -= 1) {
    const counts = countBy(fit.misses.flatMap(longer).filter((span) => !ofHits.has(span)));
    const [best] = [...counts].sort(
      ([a, m], [b, n]) => n - m || a.length - b.length || (a < b ? -1 : 1),
    );
    if (best === undefined || best[1] < EXCEPTED_MIN) break;
    fit = narrow(
      fit,
      condition('transaction_name', 'not_like', best[0]),
      ({ state }) => !(state.lowerText('name') ?? '').includes(best[0]),
    );
  }
  return fit;
}

function narrow(fit: Fit, added: RuleCondition, test: (met: Met) => boolean): Fit {
  return {
    ...fit,
    conditions: [...fit.conditions, added],
    hits: fit.hits.filter(test),
    misses: fit.misses.filter(test),
  };
}

function byType(fit: Fit): Fit[] {
  return [true, false].map((inflow) =>
    narrow(
      fit,
      condition('transaction_type', '=', inflow ? 'income' : 'expense'),
      ({ state }) => state.isInflow === inflow,
    ),
  );
}

/** The most frequent value; an empty text if there are none. */
export function mostCommon(values: readonly string[]): string {
  const [first] = [...countBy(values)].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? '';
}

/** Narrows to the account, and to the amount, of most hits. */
function byMost(fit: Fit): Fit[] {
  const account = mostCommon(fit.hits.map(({ row }) => row.accountId));
  const amount = mostCommon(fit.hits.map(({ state }) => state.magnitude));
  return [
    narrow(
      fit,
      condition('transaction_account', '=', account),
      ({ row }) => row.accountId === account,
    ),
    narrow(
      fit,
      condition('transaction_amount', '=', amount),
      ({ state }) => state.magnitude === amount,
    ),
  ];
}

/** Narrows to amounts above all misses, and to amounts below. */
function byAmount(fit: Fit): Fit[] {
  const amountsOf = (list: readonly Met[]): string[] => list.map(({ state }) => state.magnitude);
  const [hits, misses] = [amountsOf(fit.hits), amountsOf(fit.misses)];
  const [lowest, highest] = [least(misses), most(misses)];
  if (lowest === undefined || highest === undefined) return [];
  const above = least(hits.filter((amount) => compareDecimals(amount, highest) > 0));
  const below = most(hits.filter((amount) => compareDecimals(amount, lowest) < 0));
  const order = (operator: string, bound: string): Fit =>
    narrow(
      fit,
      condition('transaction_amount', operator, bound),
      ({ state }) => compareDecimals(state.magnitude, bound) >= 0 === (operator === '>='),
    );
  return [
    ...(above === undefined ? [] : [order('>=', roundBetween(highest, above, above))]),
    ...(below === undefined ? [] : [order('<', roundBetween(below, lowest, below))]),
  ];
}

function extreme(amounts: readonly string[], side: 1 | -1): string | undefined {
  let found = amounts[0];
  for (const amount of amounts) {
    if (found !== undefined && compareDecimals(amount, found) * side > 0) found = amount;
  }
  return found;
}
const least = (amounts: readonly string[]) => extreme(amounts, -1);
const most = (amounts: readonly string[]) => extreme(amounts, 1);

/** The roundest number above `below` and up to `above`; among equally round ones the nearest to what was seen. */
function roundBetween(below: string, above: string, near: string): string {
  const [from, to] = [Number(below), Number(above)];
  for (const step of [1000, 500, 100, 50, 10, 5, 1]) {
    const [first, last] = [Math.floor(from / step) * step + step, Math.floor(to / step) * step];
    if (first <= last) return String(near === above ? last : first);
  }
  return above;
}
