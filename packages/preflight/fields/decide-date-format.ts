import { bitAt, DATE_FORMATS, DEFAULT_DATE_FORMAT } from './dates.ts';
import { inBuddhistYears, withYearFirst } from './other-years.ts';
import { withShorterTimes } from './strptime.ts';
import { isClose } from './is-close.ts';
import type { FormatVerdict } from './is-close.ts';
import type { EvidenceBasis } from '../evidence/evidence.ts';
import type { DateProfile } from './dates.ts';
import type { Warning } from '../warnings/warning.ts';

/** The format in which a column is written. */
export interface DateVerdict extends FormatVerdict<string> {
  /** Reads every cell with a two-digit year first, which is rare: more than the cells has to speak for it. */
  yearsFirst?: string;
  /** What decided between the two, and the warning about the other. */
  decided?: { basis: EvidenceBasis; rival?: Warning };
}

/**
 * Prefers the format with the most cells inside the range, then the most readable cells, then the type's own format,
 * then the order of DATE_FORMATS. If no cell is readable, returns the default, under which all fail.
 */
export function decideDateFormat(profile: DateProfile, typeFormat?: string): DateVerdict {
  const cells = profile.readings.reduce((sum, reading) => sum + reading.rows.count, 0);
  let best = { format: typeFormat ?? DEFAULT_DATE_FORMAT, index: -1, inRange: 0, parsed: 0 };
  const suffixes = new Set(
    profile.readings.filter((one) => one.rows.count > 0).map((one) => one.suffix),
  );
  const tried: { format: string; index: number; inRange: number }[] = [];
  for (const suffix of suffixes) {
    for (const index of preference(typeFormat)) {
      const { inRange, parsed } = countFor(profile, suffix, index);
      const format = `${DATE_FORMATS[index] ?? DEFAULT_DATE_FORMAT}${suffix}`;
      if (inRange > 0) tried.push({ format, index, inRange });
      if (inRange > best.inRange || (inRange === best.inRange && parsed > best.parsed)) {
        best = { format, index, inRange, parsed };
      }
    }
  }
  const yearsFirst = formatOfAll(profile, 'yearsFirst', withYearFirst);
  if (best.inRange === 0) {
    const other = formatOfAll(profile, 'buddhist', inBuddhistYears) ?? yearsFirst;
    if (other !== undefined) return { format: other, faults: 0, cells };
  }
  const verdict: DateVerdict = {
    format: best.format,
    faults: cells - best.inRange,
    cells,
    ...(yearsFirst !== undefined && { yearsFirst }),
  };
  if (DATE_FORMATS[best.index] === typeFormat) return verdict;
  const rival = tried
    .filter(({ index, inRange }) => index !== best.index && isClose(inRange, best.inRange))
    .sort((one, other) => other.inRange - one.inRange)
    .find(({ index }) => meansOtherDays(profile, index, best.index));
  if (rival === undefined) return verdict;
  const telling = best.inRange - rival.inRange;
  if (telling > 0) return { ...verdict, nearly: { format: rival.format, telling } };
  return best.inRange === cells ? { ...verdict, tiesWith: rival.format } : verdict;
}

/** The format that reads every cell with its two-digit years written otherwise. */
function formatOfAll(
  { readings }: DateProfile,
  otherwise: 'buddhist' | 'yearsFirst',
  write: (format: string) => string | undefined,
): string | undefined {
  const used = readings.filter(({ rows }) => rows.count > 0);
  const [first] = used;
  if (first === undefined || used.some(({ suffix }) => suffix !== first.suffix)) return undefined;
  const all = used.reduce((bits, reading) => bits & reading[otherwise], ~0);
  const format = DATE_FORMATS.find((_, index) => (all & bitAt(index)) !== 0);
  const written = format && write(format);
  return written && `${written}${first.suffix}`;
}

function preference(typeFormat?: string): number[] {
  const indexes = DATE_FORMATS.map((_, index) => index);
  const own = DATE_FORMATS.findIndex((format) => format === typeFormat);
  return own < 0 ? indexes : [own, ...indexes.filter((index) => index !== own)];
}

function countFor(
  profile: DateProfile,
  suffix: string,
  index: number,
): { inRange: number; parsed: number } {
  const fitting = withShorterTimes(suffix);
  const own = profile.readings.filter((reading) => fitting.includes(reading.suffix));
  const countOf = (bits: 'inRange' | 'parsed'): number =>
    own.reduce((sum, one) => ((one[bits] & bitAt(index)) === 0 ? sum : sum + one.rows.count), 0);
  return { inRange: countOf('inRange'), parsed: countOf('parsed') };
}

/** Reads everything that %d/%m/%Y reads, with the same meaning, so it is never a rival. */
const BLANK_PADDED = DATE_FORMATS.indexOf('%e/%m/%Y');

/** Whether two formats that fit every cell disagree on some. */
function meansOtherDays(profile: DateProfile, one: number, other: number): boolean {
  if (one === BLANK_PADDED) return false;
  const both = bitAt(one) | bitAt(other);
  return profile.readings.some(
    (reading) => reading.rows.count > 0 && !reading.agree && (reading.inRange & both) === both,
  );
}
