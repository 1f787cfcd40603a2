import { sidesByTexts } from './sign-by-texts.ts';
import { datesWithin } from '../fields/dates.ts';
import { bookedRows } from './booked-rows.ts';
import { chooseOtherColumns } from './choose-columns.ts';
import { isUnsettled, withOwnCurrency } from './choose-currency.ts';
import { withProvenFee } from './fees.ts';
import { countsInBalance } from './only-booked.ts';
import { findParties } from './parties.ts';
import { namesCharges } from './paired-headers.ts';
import { proposeAmounts } from './propose-amounts.ts';
import { hasWorth } from './sample.ts';
import { followMoves, proveByBalance } from './prove-by-balance.ts';
import { proveByFigures } from './prove-by-figures.ts';
import { lookAtColumns } from './sample.ts';
import { isOtherDate, namesBookingDay } from './header-words.ts';
import { bookedFirst, scoreDate } from './day-columns.ts';
import { amountColumns, hasWords, rankColumns } from './score-columns.ts';
import { saysUnbooked } from './state-words.ts';
import { isNetOfFee } from './net-amounts.ts';
import { countsPieces } from './worth-of-trades.ts';
import type { Separator } from '../csv/settings.ts';
import type { DateRange } from '../fields/dates.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import type { BookedRows } from './booked-rows.ts';
import type { AmountsChoice } from './unnamed-amounts.ts';
import type { BalanceProof } from './prove-by-balance.ts';
import type { FiguresProof } from './prove-by-figures.ts';
import type { ColumnLook, SampleRow } from './sample.ts';
import type { ColumnChoice, ColumnChoices, Sampled } from './score-columns.ts';

/** A header row under one separator, and the rows below it. */
export interface TableSample {
  separator: Separator;
  /** Has empty texts if there is none; its line is 0 when the settings say where it is. */
  header: SampleRow;
  hasHeader: boolean;
  /** All rows of the sample below the header: those with a date are bookings. */
  below: SampleRow[];
  /** Rows above and below the table. */
  apart: SampleRow[];
  /** The sample contains every row of the file. */
  whole: boolean;
}

/** One way to read a text: where its table starts, what its columns mean, and the evidence for it. */
export interface Hypothesis extends TableSample, Sampled, BookedRows {
  /** What a running balance proves about the amounts. */
  proof?: BalanceProof;
  /** What stated balances or totals prove about the amounts, without a running balance. */
  total?: FiguresProof;
  score: number;
}

const DATE_CANDIDATES_MAX = 3;
/** Added to the score when a running balance follows in every row. */
const PROOF_WEIGHT = 0.25;
/** Subtracted from the score for rows that only another date column can read. */
const LOST_ROWS_WEIGHT = 1;
const LOST_ROWS_LEAST = 0.06;
/** Subtracted from the score of amounts that need a fee deducted: a column of net amounts is better. */
const FEE_WEIGHT = 0.12;
/** Subtracted from the score of amounts if another column is settled in the account's currency. */
const UNSETTLED_WEIGHT = 0.35;
/** Of two columns with amounts, that without a fee is what the account moved by. */
const NET_WEIGHT = 0.2;

/** A text, the type to read it as, and the accepted range of its dates. */
export interface Sought {
  bytes: Uint8Array;
  spec: CsvTypeSpec;
  accepted: DateRange;
}

/** The plausible readings of a table, best first; empty when the header names too little. */
export function proposeHypotheses(
  table: TableSample,
  { spec, accepted }: Omit<Sought, 'bytes'>,
): Hypothesis[] {
  const reads = dateReader(accepted);
  const hasDate = (row: SampleRow): boolean => row.cells.some((_, column) => reads(row, column));
  const wide = table.below.filter((row) => row.cells.length * 2 > table.header.cells.length);
  // A footer without dates may be longer than a short statement.
  const end = wide.findLastIndex(hasDate);
  const rows = end < 0 ? wide : wide.slice(0, end + 1);
  const looks = lookAtColumns(table.header.cells, rows, accepted);
  const taken = new Set<number>();
  const needsDate = spec.fields.some((field) => field.key === 'date' && field.required === true);
  // Rows with balances and totals have no date, and must not distort the statistics of the columns.
  const ranked = rankColumns(looks, taken, scoreAnyDate).filter(
    ({ index }) => !reads(table.header, index),
  );
  const dates = bookedFirst(ranked, looks, rows).slice(0, DATE_CANDIDATES_MAX);
  if (dates.length === 0) {
    return needsDate ? [] : complete(table, spec, { accepted, rows, looks, taken, lost: () => 0 });
  }
  return dates
    .flatMap((date): Hypothesis[] => {
      const dated = rows.filter((row) => reads(row, date.index));
      const others = dates.filter((other) => other.index !== date.index);
      const lost = rows.filter(
        (row) => !reads(row, date.index) && others.some(({ index }) => reads(row, index)),
      );
      const undated = arePending(lost, rows, looks, date.index) ? [] : lost;
      const seen = dated.length === 0 ? rows : dated;
      const seenLooks =
        dated.length === rows.length ? looks : lookAtColumns(table.header.cells, seen, accepted);
      return complete(table, spec, {
        accepted,
        rows: seen,
        looks: seenLooks,
        taken: new Set([...taken, date.index]),
        date,
        lost: (columns) => lostShare(columns, undated, seen),
      });
    })
    .sort((one, other) => other.score - one.score);
}

/** Scores a date column by its header and cells; the rows that it lacks are judged later. */
function scoreAnyDate(look: ColumnLook): number {
  return scoreDate({ ...look, rows: look.filled });
}

/** Returns a function that tells whether a row has a date in a column. */
export function dateReader(accepted: DateRange): (row: SampleRow, column: number) => boolean {
  const dates = datesWithin(accepted);
  return (row, column) => dates.isAnyDate(row.cells[column] ?? '');
}

/** At most this share of a statement may still be pending. */
const PENDING_SHARE_MAX = 1 / 3;

/**
 * Whether the rows without a day in this column are not booked yet: they say so, or are few, have no balance, and either lack the day of
 * booking, or are the newest ones, at either end.
 */
function arePending(
  undated: readonly SampleRow[],
  rows: readonly SampleRow[],
  looks: readonly ColumnLook[],
  column: number,
): boolean {
  const { [column]: { header } = { header: '' } } = looks;
  const silent = undated.filter((row) => !saysUnbooked(row));
  if (silent.length === 0) return true;
  if (isOtherDate(header) || silent.length > rows.length * PENDING_SHARE_MAX) return false;
  if (silent.some(countsInBalance(looks))) return false;
  if (namesBookingDay(header)) return true;
  const others = rows.filter((row) => silent.includes(row) || !undated.includes(row));
  const end = others.length - silent.length;
  return [0, end].some((from) => silent.every((row, at) => row === others[from + at]));
}

/** The share of the rows with an amount that have no date under this reading. */
function lostShare(
  columns: readonly number[],
  undated: readonly SampleRow[],
  dated: readonly SampleRow[],
): number {
  const paid = (row: SampleRow): boolean => columns.some((column) => hasWorth(row, column));
  const lost = undated.filter(paid).length;
  return lost === 0 ? 0 : lost / (lost + dated.filter(paid).length);
}

interface SeenTable {
  accepted: DateRange;
  rows: readonly SampleRow[];
  looks: ColumnLook[];
  taken: Set<number>;
  date?: ColumnChoice;
  lost: (columns: readonly number[]) => number;
}

/** All readings with this date column, each with its other columns and its score. */
function complete(table: TableSample, spec: CsvTypeSpec, seen: SeenTable): Hypothesis[] {
  const { looks, taken, date, lost } = seen;
  const needsAmount = spec.fields.some((field) => field.key === 'amount');
  const proposals = needsAmount ? proposeAmounts(spec, looks, seen.rows, taken) : [{}];
  const missing = lost([...new Set(proposals.flatMap(amountColumns))]);
  return proposals.flatMap((amounts: AmountsChoice): Hypothesis[] => {
    const core: ColumnChoices = { ...(date !== undefined && { date }), ...amounts };
    const first = chooseOtherColumns(spec, looks, core);
    const { rows, ...shown } = bookedRows({ looks, rows: seen.rows, choices: first });
    const { figures } = shown;
    const booked = (): ColumnLook[] => lookAtColumns(table.header.cells, rows, seen.accepted);
    const chosen =
      first.name === undefined || first.name.index !== figures[0] || first.notes !== undefined
        ? first
        : withCounterparty(first, chooseOtherColumns(spec, booked(), core));
    const words = scoreChoices(spec, chosen);
    if (words === undefined) return [];
    const takesFee = spec.fields.some((field) => field.key === 'fee');
    const party = withParty({ looks, rows, choices: chosen });
    const paid = { ...table, looks, rows, choices: party, ...shown };
    const named = takesFee ? withProvenFee(paid) : party;
    const own = withOwnCurrency({ looks, rows, choices: named });
    const choices = withProvenSides({ looks, rows, choices: own });
    const found = { ...table, looks, rows, choices, ...shown };
    const proof = proveByBalance(found);
    const total = proof === undefined ? proveByFigures(found) : undefined;
    const score =
      words +
      PROOF_WEIGHT * (total === undefined ? explainedShare(proof, found) : paidShare(found)) -
      (choices.fee === undefined ? 0 : FEE_WEIGHT) +
      (isNetOfFee(found) ? NET_WEIGHT : 0) -
      (isUnsettled(found) || countsPieces(found) ? UNSETTLED_WEIGHT : 0) -
      (missing === 0 ? 0 : LOST_ROWS_LEAST + LOST_ROWS_WEIGHT * missing);
    const proofs = { ...(proof !== undefined && { proof }), ...(total !== undefined && { total }) };
    return [{ ...found, ...proofs, score }];
  });
}

/**
 * Books record money that comes into an account as a debit: if a balance moves against all rows and no text agrees with the
 * columns, they are swapped. Without a balance and headers, the texts tell.
 */
function withProvenSides(sampled: Sampled): ColumnChoices {
  const { outflow, inflow } = sampled.choices;
  if (outflow === undefined || inflow === undefined) return sampled.choices;
  const proof = proveByBalance(sampled);
  const headers = [outflow, inflow].map(({ index }) => sampled.looks[index]?.header ?? '');
  // Next to what is charged to a card, the balance is what its holder owes.
  if (namesCharges(headers[0] ?? '')) return sampled.choices;
  const isNamed = headers.some((header) => header !== '');
  const isSwapped =
    proof === undefined
      ? !isNamed && sidesByTexts(sampled) === 'contradict'
      : proof.reversed && proof.disagree === 0 && sidesByTexts(sampled) !== 'agree';
  return isSwapped ? { ...sampled.choices, outflow: inflow, inflow: outflow } : sampled.choices;
}

/**
 * Rows with balances and totals have no counterparty, so the bookings show which column holds it. Their labels stay in
 * the notes, by which those rows are left out.
 */
function withCounterparty(all: ColumnChoices, booked: ColumnChoices): ColumnChoices {
  const { name } = booked;
  if (name === undefined || all.name === undefined || name.index === all.name.index) return all;
  return { ...all, name, notes: all.name };
}

/** Takes the names from the columns of payer and payee, if there are any; the text moves to the notes. */
function withParty(sampled: Sampled): ColumnChoices {
  const { choices } = sampled;
  const { name, notes = name } = choices;
  const parties = name && findParties(sampled);
  if (name === undefined || parties === undefined) return choices;
  const look = sampled.looks[parties.columns[0]];
  if (parties.columns.includes(name.index) || look === undefined || !hasWords(look)) return choices;
  const party = { index: parties.columns[0], confidence: name.confidence };
  return { ...choices, name: party, ...(notes !== undefined && { notes }) };
}

/** The share of rows with an amount: a total proves no more. */
function paidShare({ rows, choices }: Sampled): number {
  const columns = amountColumns(choices);
  const isPaid = (row: SampleRow): boolean => columns.some((column) => hasWorth(row, column));
  return rows.filter(isPaid).length / rows.length;
}

/**
 * The share of rows whose balance follows from the amount, or from its size if the sign is elsewhere. A balance that
 * moves against money out and money in proves that the two are swapped.
 */
function explainedShare(proof: BalanceProof | undefined, sampled: Sampled): number {
  if (proof?.reversed === true && sampled.choices.amount === undefined) return 0;
  if (proof !== undefined) return proof.agree / (proof.agree + proof.disagree);
  const moves = followMoves(sampled);
  return moves === undefined ? 0 : moves.size / sampled.rows.length;
}

/** The mean confidence of the required columns, plus a little for each optional one; undefined if a required one is missing. */
function scoreChoices(spec: CsvTypeSpec, choices: ColumnChoices): number | undefined {
  let sum = 0;
  let count = 0;
  for (const field of spec.fields) {
    if (field.required !== true || (field.kind === 'text' && field.setting === undefined)) continue;
    const sides = [choices.outflow, choices.inflow].flatMap((choice) => choice?.confidence ?? []);
    const confidence =
      choices[field.key]?.confidence ??
      (field.key === 'amount' && sides.length > 0 ? Math.max(...sides) : undefined);
    if (confidence === undefined) return undefined;
    sum += confidence;
    count += 1;
  }
  // Where rows that are not booked have no day, the others need no column of states.
  const { status: _status, ...others } = choices;
  return count === 0 ? undefined : sum / count + Object.keys(others).length * 0.02;
}
