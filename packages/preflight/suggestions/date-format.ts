import { isoDay, MONTH_NAMES } from '../days.ts';
import { decideDateFormat } from '../fields/decide-date-format.ts';
import { createDateProfile } from '../fields/dates.ts';
import { statedPeriods } from '../fields/stated-periods.ts';
import { compileStrptime } from '../fields/strptime.ts';
import { countMoves } from './balance-before.ts';
import { landOf } from './land.ts';
import { BREAKS_PLAIN, breaksOf, SPAN_RATIO_MIN, spanOf, weighYearsFirst } from './years-first.ts';
import type { EvidenceBasis } from '../evidence/evidence.ts';
import type { DateRange } from '../fields/dates.ts';
import type { DateVerdict } from '../fields/decide-date-format.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { Hypothesis } from './hypotheses.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** A date format and how sure we are of it, 0 to 1. */
export interface DateFormatChoice {
  format: string;
  confidence: number;
  /** What broke a tie; `none` if nothing did. */
  basis?: EvidenceBasis;
  /** Names the other format that fits. Absent if the evidence is clear. */
  rival?: Warning;
}

/** Two formats that fit every cell, and the days that each gives, row by row. */
interface Tie {
  table: Hypothesis;
  numberFormat: NumberFormat;
  accepted: DateRange;
  formats: readonly [Candidate, Candidate];
}
interface Candidate {
  format: string;
  days: readonly number[];
}

/** What speaks for one of the two formats. */
interface TieBreak {
  format: string;
  basis: EvidenceBasis;
  /** The kind of evidence; undefined if no doubt is left. */
  why: 'order' | 'land' | 'span' | undefined;
  confidence: number;
}

/** Evidence for the order of day and month, strongest first. */
const STEPS: readonly ((tie: Tie) => TieBreak | undefined)[] = [
  judgeByRowsLeftOut,
  judgeByPeriod,
  judgeByBalance,
  judgeByOtherDates,
  judgeByTexts,
  judgeByOrder,
  judgeByLand,
  judgeBySpan,
];

/** The format that the whole column decided on; the strongest evidence breaks a tie of day and month. */
export function chooseDateFormat(
  verdict: DateVerdict,
  table: Hypothesis,
  numberFormat: NumberFormat,
  accepted: DateRange,
): DateFormatChoice {
  const { yearsFirst, tiesWith, ...alone } = verdict;
  if (yearsFirst === undefined) return chooseOrder(verdict, table, numberFormat, accepted);
  if (verdict.format === yearsFirst)
    return { format: yearsFirst, confidence: SPAN_CONFIDENCE, ...verdict.decided };
  const isOpen = tiesWith !== undefined && tiesWith !== yearsFirst;
  const choice = chooseOrder(isOpen ? verdict : alone, table, numberFormat, accepted);
  const [one, other] = [readDays(table, choice.format), readDays(table, yearsFirst)];
  switch (weighYearsFirst(one.days, other.days, accepted)) {
    case 'likely': {
      const rival = warning('dates_by_span', { format: yearsFirst, other: choice.format });
      return { format: yearsFirst, confidence: SPAN_CONFIDENCE, basis: 'distribution', rival };
    }
    case 'open': {
      const rival = warning('dates_alike', { format: choice.format, other: yearsFirst });
      return { basis: 'none', rival, ...choice, confidence: choice.confidence * 0.5 };
    }
    default:
      return choice;
  }
}

/** Breaks a tie of day and month. */
function chooseOrder(
  verdict: DateVerdict,
  table: Hypothesis,
  numberFormat: NumberFormat,
  accepted: DateRange,
): DateFormatChoice {
  const confidence = (verdict.cells - verdict.faults) / verdict.cells;
  const { format, tiesWith, nearly } = verdict;
  if (tiesWith === undefined)
    return { format, confidence: nearly ? confidence * 0.75 : confidence };
  const tie: Tie = {
    table,
    numberFormat,
    accepted,
    formats: [readDays(table, format), readDays(table, tiesWith)],
  };
  for (const step of STEPS) {
    const found = step(tie);
    if (found === undefined) continue;
    const other = found.format === format ? tiesWith : format;
    const choice = { format: found.format, confidence: confidence * found.confidence };
    const rival = found.why && warning(`dates_by_${found.why}`, { format: found.format, other });
    return { ...choice, basis: found.basis, ...(rival !== undefined && { rival }) };
  }
  return {
    format,
    confidence: confidence * 0.5,
    basis: 'none',
    rival: warning('dates_alike', { format, other: tiesWith }),
  };
}

function readDays({ choices: { date }, rows }: Hypothesis, format: string): Candidate {
  const read = compileStrptime(format);
  const days = rows.map((row) => read(row.cells[date?.index ?? -1] ?? '') ?? NaN);
  return { format, days };
}

/** Of the two candidates, the one with the smaller measure, and both measures. */
function least(
  { formats: [one, other] }: Tie,
  measure: (candidate: Candidate) => number,
): { format: string; less: number; more: number } | undefined {
  const [its, others] = [measure(one), measure(other)];
  if (its === others || Number.isNaN(its - others)) return undefined;
  return its < others
    ? { format: one.format, less: its, more: others }
    : { format: other.format, less: others, more: its };
}

function inOrder(found: ReturnType<typeof least>, basis: EvidenceBasis): TieBreak | undefined {
  if (found === undefined) return undefined;
  const { format, less, more } = found;
  const isPlain = less === 0 && more >= BREAKS_PLAIN;
  if (isPlain) return { format, basis, why: undefined, confidence: 0.9 };
  return { format, basis, why: 'order', confidence: 0.75 };
}

/** Judges by what fits one of the two formats alone, which leaves no doubt. */
function onlyFitting(
  { formats }: Tie,
  fits: (candidate: Candidate) => boolean,
  basis: EvidenceBasis,
): TieBreak | undefined {
  const [found, more] = formats.filter(fits);
  if (found === undefined || more !== undefined) return undefined;
  return { format: found.format, basis, why: undefined, confidence: 0.9 };
}

/** The day of an opening balance is written like those of the bookings, and may fit only one of the formats. */
function judgeByRowsLeftOut(tie: Tie): TieBreak | undefined {
  const { below, rows, choices } = tie.table;
  const { first, last } = tie.accepted;
  const used = new Set(rows);
  const texts = below
    .filter((row) => !used.has(row))
    .map(({ cells }) => cells[choices.date?.index ?? -1] ?? '');
  const fits = ({ format }: Candidate): boolean => {
    const read = compileStrptime(format);
    return texts.some((text) => {
      const day = read(text);
      return day !== undefined && day >= first && day <= last;
    });
  };
  return onlyFitting(tie, fits, 'distribution');
}

/** The lines above the table may state the period of all bookings. */
function judgeByPeriod(tie: Tie): TieBreak | undefined {
  const periods = statedPeriods(tie.table.apart.map(({ cells }) => cells.join(' ')));
  const isWithin = ({ days }: Candidate): boolean =>
    periods.some(
      ({ first, last, isExact }) =>
        isExact && days.every((day) => Number.isNaN(day) || (first <= day && day <= last)),
    );
  return onlyFitting(tie, isWithin, 'words');
}

/** Counts rows that go against the direction in time that the running balance shows. */
function judgeByBalance(tie: Tie): TieBreak | undefined {
  const { proof } = tie.table;
  if (proof === undefined || proof.disagree > 0) return undefined;
  const wrong = proof.order === 'oldest_first' ? 'falls' : 'rises';
  const found = least(tie, ({ days }) => countMoves(days)[wrong]);
  return inOrder(found, 'balance');
}

/** Counts neighbouring rows that break the order of the dates, ascending or descending. */
function judgeByOrder(tie: Tie): TieBreak | undefined {
  return inOrder(
    least(tie, ({ days }) => breaksOf(days)),
    'distribution',
  );
}

/** A value date is days away from its booking, not months. */
const DAYS_APART_MAX = 10;

/** Uses another column of dates, if that can only be read in one way. */
function judgeByOtherDates(tie: Tie): TieBreak | undefined {
  const { looks, rows, choices } = tie.table;
  for (const [column, look] of looks.entries()) {
    if (column === choices.date?.index || look.dates < look.filled || look.dates < 2) continue;
    const profile = createDateProfile(tie.accepted);
    for (const row of rows) profile.read((row.cells[column] ?? '').slice(0, 64)).rows.count += 1;
    const { format, tiesWith, nearly, faults } = decideDateFormat(profile);
    if (tiesWith !== undefined || nearly !== undefined || faults > 0) continue;
    const read = compileStrptime(format);
    const others = rows.map((row) => read(row.cells[column] ?? '') ?? NaN);
    const apart = ({ days }: Candidate): number =>
      Math.max(...days.map((day, at) => Math.abs(day - (others[at] ?? NaN))));
    const found = least(tie, apart);
    if (found === undefined || found.less > DAYS_APART_MAX) continue;
    return { format: found.format, basis: 'distribution', why: undefined, confidence: 0.95 };
  }
  return undefined;
}

/** A day with the name of its month, as card purchases have it in their text: 01SEP26, 7 Mar. */
const DAY_IN_TEXT = /(?<![a-z\d])(\d{1,2})[ -]?([a-z]{3})(?![a-z])/g;
const MONTHS = MONTH_NAMES.map((name) => name.slice(0, 3).toLowerCase());
const NEAR = Array.from({ length: 2 * DAYS_APART_MAX + 1 }, (_, at) => at - DAYS_APART_MAX);

/** Finds texts that name a day near that of their booking under only one of the formats. */
function judgeByTexts(tie: Tie): TieBreak | undefined {
  const named = tie.table.rows.map(({ cells }) => new Set(cells.flatMap(daysNamed)));
  const isNear = ({ days }: Candidate): boolean =>
    named.some((texts, at) => {
      const day = days[at] ?? NaN;
      return texts.size > 0 && NEAR.some((apart) => texts.has(dayAndMonth(day + apart)));
    });
  return onlyFitting(tie, isNear, 'distribution');
}

/** The days that a text names, each in the form of `dayAndMonth`. */
function daysNamed(text: string): string[] {
  return [...text.toLowerCase().matchAll(DAY_IN_TEXT)].flatMap(([, day = '', month = '']) => {
    const at = MONTHS.indexOf(month);
    return at < 0 ? [] : [`${Number(day)}-${at + 1}`];
  });
}

/** The day of the month and the month, of days since 1970-01-01: 1-9 for the first of September. */
function dayAndMonth(days: number): string {
  if (Number.isNaN(days)) return '';
  const [, month, day] = isoDay(days).split('-').map(Number);
  return `${day}-${month}`;
}

/** Outside the United States the day comes first. */
function judgeByLand({ table, numberFormat, formats }: Tie): TieBreak | undefined {
  const land = landOf(table, numberFormat);
  if (land === undefined) return undefined;
  const first = land === 'united_states' ? /^%m/ : /^%[de]/;
  const found = formats.find(({ format }) => first.test(format));
  return found && { format: found.format, basis: 'words', why: 'land', confidence: 0.65 };
}

/** A statement that spans at most so many days is no coincidence if the other reading spans SPAN_RATIO_MIN times as many. */
const SPAN_DAYS_MAX = 62;
const SPAN_ROWS_MIN = 2;
const SPAN_CONFIDENCE = 0.6;

/** Judges by the span: days of one month may be misread as months of one year. */
function judgeBySpan(tie: Tie): TieBreak | undefined {
  if (tie.table.rows.length < SPAN_ROWS_MIN) return undefined;
  const found = least(tie, ({ days }) => spanOf(days));
  if (found === undefined || found.less > SPAN_DAYS_MAX || found.more < found.less * SPAN_RATIO_MIN)
    return undefined;
  return { format: found.format, basis: 'distribution', why: 'span', confidence: SPAN_CONFIDENCE };
}
