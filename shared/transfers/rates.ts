import { addDays, daysBetween } from '#preflight/days';
import { groupBy } from '../platform/group-by.ts';
import { TRANSFER_WINDOW_DAYS } from '#preflight/rules/transfer-kinds';
import { soundsLikeTransfer } from './read-wording.ts';
import { PARTNERS_MAX, rateOf, type PastSide, type Side, type SidePair } from './side.ts';

/** How much the rates of one day may differ between banks, fees included. */
export const RATE_TOLERANCE = 0.1;
/** An older rate says little. */
const RATE_DAYS_MAX = 365;
/** More than any sum. */
const ANY_SUM = 1e18;
/** Rates this close agree, as natural logarithms: a year's drift and different fees are further apart. */
export const RATE_AGREEMENT = Math.log(1.03);
/** A rate needs this many times the support of the next best one. */
const LEAD = 1.3;
/** A rate needs the support of this many transfers: none proves its own. */
const SUPPORT_MIN = 2;
/** Pairs that are less likely to be a transfer say nothing about rates. */
const LIKELY_MIN = 0.5;

/**
 * Roughly what a euro buys, by the reference rates of the European Central Bank in 2025 and those of other central banks. It tells
 * a rate from a coincidence if the household has shown none; no pair is linked because of it. Fast-depreciating currencies are left
 * out: any rate is plausible for them.
 */
const EURO: Readonly<Record<string, number>> = {
  ...{ EUR: 1, USD: 1.12, GBP: 0.85, CHF: 0.94, SEK: 11.2, NOK: 11.6, DKK: 7.46, PLN: 4.26 },
  ...{ CZK: 25, HUF: 395, RON: 5, BGN: 1.96, ISK: 145, RSD: 117, CAD: 1.55, AUD: 1.7, NZD: 1.88 },
  ...{ JPY: 163, CNY: 8.1, HKD: 8.7, SGD: 1.47, KRW: 1560, INR: 96, THB: 37, IDR: 18_300 },
  ...{ MYR: 4.8, PHP: 64, TWD: 34, VND: 29_000, BRL: 6.2, MXN: 20.8, CLP: 1050, COP: 4600 },
  ...{ PEN: 4, ZAR: 20, ILS: 4, AED: 4.1, SAR: 4.2, KES: 145, MAD: 10.5 },
};
/** By what factor rates have moved, up or down, within ten years. */
const PLAUSIBLE = 1.5;

/** What one unit of `to` cost in the currency `from` on a day, from the transfer in which it was seen. */
export interface KnownRate extends SidePair {
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly rate: number;
}

/** What a household's past says about money that moves between currencies. */
interface RateHabits {
  readonly rates: readonly KnownRate[];
  /** Whether a side's words are those of the household's transfers. */
  readonly speaksFor: (side: Side) => boolean;
}

/** The unsigned sums that a side may have become in another currency. */
interface SumsAcross {
  readonly least: number;
  readonly most: number;
  readonly knownRate: number | null;
}

/**
 * What a side may have become in another currency: by the nearest rate of the household's transfers, by a rate that its past agrees
 * on, or, if words or habits suggest a transfer, by any plausible one. Null: not worth a look.
 */
export function sumsAcross(
  side: Side,
  currency: string,
  rates: readonly KnownRate[],
  habits: RateHabits,
): SumsAcross | null {
  const isOut = side.amount.startsWith('-');
  const way = isOut ? ([side.currency, currency] as const) : ([currency, side.currency] as const);
  const knownRate = nearestRate(rates, way, side) ?? nearestRate(habits.rates, way, side);
  if (knownRate === null && !soundsLikeTransfer(side.text) && !habits.speaksFor(side)) return null;
  const rate = knownRate ?? roughRate(...way);
  if (rate === null) return { least: 0, most: ANY_SUM, knownRate };
  const sum = Math.abs(Number(side.amount));
  const middle = isOut ? sum / rate : sum * rate;
  const factor = knownRate === null ? PLAUSIBLE : 1 / (1 - RATE_TOLERANCE);
  return { least: middle / factor, most: middle * factor, knownRate };
}

/** The rate nearest in time, at most a year away, that does not come from `side` itself; null if there is none. */
export function nearestRate(
  rates: readonly KnownRate[],
  [from, to]: readonly [string, string],
  side: { readonly id: string; readonly date: string },
): number | null {
  let nearest: { days: number; rate: number } | null = null;
  for (const known of rates) {
    if (known.inflowId === side.id || known.outflowId === side.id) continue;
    if (known.from !== from || known.to !== to) continue;
    const days = Math.abs(daysBetween(known.date, side.date));
    if (days <= RATE_DAYS_MAX && days < (nearest?.days ?? Infinity))
      nearest = { days, rate: known.rate };
  }
  return nearest?.rate ?? null;
}

function roughRate(from: string, to: string): number | null {
  const [one, other] = [EURO[from], EURO[to]];
  return one === undefined || other === undefined ? null : one / other;
}

function isPlausible(from: string, to: string, rate: number): boolean {
  const rough = roughRate(from, to);
  return rough === null || Math.abs(Math.log(rate / rough)) <= Math.log(PLAUSIBLE);
}

/** A rate and its inverse: what was seen in one direction holds for the other. */
export function bothWays(known: KnownRate): [KnownRate, KnownRate] {
  return [known, { ...known, from: known.to, to: known.from, rate: 1 / known.rate }];
}

interface Candidate extends KnownRate {
  /** Logarithm of the rate from the alphabetically first currency. */
  readonly log: number;
  readonly sums: string;
}

/**
 * The rates that a household's past agrees on. Sums of two currencies that are no transfer have any ratio; those that are one have
 * nearly the same ratio each time. `judge`: how likely two are a transfer, from 0 to 1, regardless of their sums.
 */
export function learnRates(
  past: readonly PastSide[],
  judge: (outflow: PastSide, inflow: PastSide) => number,
): KnownRate[] {
  const byCurrencies = groupBy(listCandidates(past, judge), ({ from, to }) =>
    [from, to].sort().join(' '),
  );
  return [...byCurrencies.values()].flatMap(agreed).flatMap(bothWays);
}

/** For each departure, the nearest arrivals in other currencies. */
function* listCandidates(
  past: readonly PastSide[],
  judge: (outflow: PastSide, inflow: PastSide) => number,
): Generator<Candidate> {
  if (new Set(past.map(({ currency }) => currency)).size < 2) return;
  const explained = explainedByEqualSums(past, judge);
  const open = past.filter((side) => side.known !== 'other' && !explained.has(side));
  const arriving = open.filter((side) => !isDeparture(side));
  const arrivals = groupBy(arriving, ({ date }) => date);
  for (const outflow of open.filter(isDeparture)) {
    const others = (date: string) =>
      (arrivals.get(date) ?? []).filter(({ currency }) => currency !== outflow.currency);
    for (const inflow of nearest(outflow, others)) {
      const [from, to] = [outflow.currency, inflow.currency];
      const rate = rateOf(outflow, inflow);
      if (!isPlausible(from, to, rate)) continue;
      if (judge(outflow, inflow) < LIKELY_MIN) continue;
      yield {
        ...{ from, to, rate, date: outflow.date, outflowId: outflow.id, inflowId: inflow.id },
        log: Math.log(from < to ? rate : 1 / rate),
        sums: `${outflow.amount} ${inflow.amount}`,
      };
    }
  }
}

/**
 * What seems to be a transfer within one currency. A loan's monthly payments would have a ratio to what arrives abroad that is as
 * steady as a rate, but they arrive at the loan.
 */
function explainedByEqualSums(
  past: readonly PastSide[],
  judge: (outflow: PastSide, inflow: PastSide) => number,
): Set<PastSide> {
  const keyOf = (currency: string, sum: string, date: string) => `${currency} ${sum} ${date}`;
  const bySum = groupBy(past, ({ currency, amount, date }) => keyOf(currency, amount, date));
  const pairs = past.filter(isDeparture).flatMap((outflow) => {
    const equal = (date: string) =>
      bySum.get(keyOf(outflow.currency, outflow.amount.slice(1), date)) ?? [];
    return nearest(outflow, equal).map((inflow) => ({
      outflow,
      inflow,
      likely: judge(outflow, inflow),
    }));
  });
  const explained = new Set<PastSide>();
  for (const { outflow, inflow, likely } of pairs.sort((a, b) => b.likely - a.likely)) {
    if (likely < LIKELY_MIN || explained.has(outflow) || explained.has(inflow)) continue;
    explained.add(outflow).add(inflow);
  }
  return explained;
}

const isDeparture = ({ amount }: PastSide): boolean => amount.startsWith('-');

/** A few of the arrivals in other accounts, the nearest days first. */
function nearest(outflow: PastSide, on: (date: string) => readonly PastSide[]): PastSide[] {
  const found: PastSide[] = [];
  for (let days = 0; days <= TRANSFER_WINDOW_DAYS; days += 1)
    for (const inflow of on(addDays(outflow.date, days))) {
      if (inflow.accountId === outflow.accountId) continue;
      if (found.push(inflow) === PARTNERS_MAX) return found;
    }
  return found;
}

/** The candidates of the rate with the most support, if hardly any support another. */
function agreed(candidates: readonly Candidate[]): Candidate[] {
  const sorted = candidates.toSorted((a, b) => a.log - b.log);
  const windows = listWindows(sorted).sort((a, b) => b.support - a.support);
  const [best] = windows;
  if (best === undefined || best.support < SUPPORT_MIN) return [];
  const next = windows.find(({ log }) => Math.abs(log - best.log) > 2 * RATE_AGREEMENT);
  return best.support < LEAD * (next?.support ?? 0) ? [] : sorted.slice(best.start, best.end);
}

/**
 * For each candidate, the following ones that agree with it, and the support for their rate. Each transaction counts once, and so
 * do two sums that meet every month: that is one coincidence. A sliding window looks at each candidate only twice.
 */
function listWindows(
  sorted: readonly Candidate[],
): { log: number; start: number; end: number; support: number }[] {
  const counts = ['outflowId', 'inflowId', 'sums'].map((key) => ({
    key: key as 'outflowId' | 'inflowId' | 'sums',
    seen: new Map<string, number>(),
  }));
  const change = (candidate: Candidate, by: 1 | -1): void => {
    for (const { key, seen } of counts) {
      const count = (seen.get(candidate[key]) ?? 0) + by;
      if (count === 0) seen.delete(candidate[key]);
      else seen.set(candidate[key], count);
    }
  };
  let end = 0;
  return sorted.map((first, start) => {
    for (; end < sorted.length; end += 1) {
      const candidate = sorted[end];
      if (candidate === undefined || candidate.log - first.log > 2 * RATE_AGREEMENT) break;
      change(candidate, 1);
    }
    const support = Math.min(...counts.map(({ seen }) => seen.size));
    change(first, -1);
    return { log: first.log, start, end, support };
  });
}
