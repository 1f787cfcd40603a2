import { countShared } from '../count-shared.ts';
import { addDecimals } from '../money.ts';
import { listed } from '../text.ts';
import { plainDecimal } from './statement.ts';
import { warning } from '../warnings/warning.ts';
import type { Booking, Statement, Trade } from './statement.ts';
import type { Warning } from '../warnings/warning.ts';

type Row = Booking | Trade;

/** Statements, each with the position of its file, that are read as those of one file. */
interface Placed {
  statement: Statement;
  file: number;
  /** A number for its account: a name may have megabytes. */
  account: number;
}

/**
 * The statements of files that are read as one, without what they repeat: a statement that is there twice, and, as in imports one
 * after another, a booking or trade whose bank id another file has for that account with the same amount. Warns of both, and counts
 * the rows that look the same but that no id proves to be.
 */
export function leaveOutRepeats(files: readonly (readonly Statement[])[]): {
  statements: Statement[];
  warnings: Warning[];
} {
  const accounts = new Map<string | undefined, number>();
  const numberOf = ({ account }: Statement): number => {
    const number = accounts.get(account) ?? accounts.size;
    accounts.set(account, number);
    return number;
  };
  const all = files.flatMap((statements, file) =>
    statements.map((statement): Placed => ({ statement, file, account: numberOf(statement) })),
  );
  if (all.length < 2) return { statements: all.map(({ statement }) => statement), warnings: [] };
  const repeated = repeatedStatements(all);
  const once = all.filter(({ statement }) => !repeated.has(statement));
  const leftOut = files.length < 2 ? new Set<Row>() : sharedById(once);
  const rest = once.flatMap((placed) => {
    const statement = without(placed.statement, leftOut);
    return statement === undefined ? [] : [{ ...placed, statement }];
  });
  const linesOf = (rows: Iterable<Row | Statement>) => listed([...rows].map(({ line }) => line));
  const shared = files.length < 2 ? 0 : countShared(likenesses(rest, leftOut.size > 0));
  const warnings = [
    ...(repeated.size === 0
      ? []
      : [warning('statements_repeated', { count: repeated.size, lines: linesOf(repeated) })]),
    ...(leftOut.size === 0
      ? []
      : [warning('bookings_repeated', { count: leftOut.size, lines: linesOf(leftOut) })]),
    ...(shared === 0 ? [] : [warning('rows_in_two_files', { count: shared })]),
  ];
  return { statements: rest.map(({ statement }) => statement), warnings };
}

/** Statements with the same account, balances and rows as an earlier one. */
function repeatedStatements(all: readonly Placed[]): Set<Statement> {
  const known = new Set<string>();
  return new Set(
    all.flatMap(({ statement }) => {
      if (!isOnlyOnce(statement)) return [];
      const { line: _, bookings, trades = [], ...head } = statement;
      const rows = [...bookings, ...trades].map(({ line: __, ...row }) => row);
      const content = JSON.stringify([head, rows]);
      const isKnown = known.has(content);
      known.add(content);
      return isKnown ? [statement] : [];
    }),
  );
}

/** Whether a second statement like it could not be another one: its rows move the balance, or have ids. An account holds a security once. */
function isOnlyOnce({ opening, closing, bookings, trades = [] }: Statement): boolean {
  const moves = opening !== undefined && closing !== undefined && opening !== closing;
  const rows: readonly Row[] = [...bookings, ...trades];
  const isId = (row: Row): boolean => row.id !== undefined || 'value' in row;
  return rows.length > 0 && (moves || rows.every(isId));
}

/** The rows whose id another file has for the same account with the same amount. As in imports, an id that a file repeats is none. */
function sharedById(all: readonly Placed[]): Set<Row> {
  const counts = new Map<string, number>();
  const keyOf = (row: Row, { statement, file, account }: Placed): string =>
    JSON.stringify([file, 'ticker' in row, account, currencyOf(row, statement), row.id]);
  for (const placed of all)
    for (const row of rowsOf(placed)) {
      const key = keyOf(row, placed);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  const leftOut = new Set<Row>();
  const known = new Map<string, Row>();
  for (const placed of keptFirst(all))
    for (const row of rowsOf(placed)) {
      if (row.id === undefined || counts.get(keyOf(row, placed)) !== 1) continue;
      const key = JSON.stringify([placed.account, row.id, moneyOf(row, placed.statement)]);
      const other = known.get(key);
      // A pending row gives way to the booking that it became.
      const isBooked = isPending(other) && !isPending(row);
      if (other === undefined || isBooked) known.set(key, row);
      if (other !== undefined) leftOut.add(isBooked ? other : row);
    }
  return leftOut;
}

/** Those whose rows stay come first: with balances, which prove them, then the earlier ones, so that a later one lacks its first rows. */
function keptFirst(all: readonly Placed[]): Placed[] {
  const ranked = all.map((placed) => {
    const { opening, closing, bookings } = placed.statement;
    const days = bookings.map(({ date }) => date);
    const first = days.reduce((one, other) => (other < one ? other : one), days[0] ?? '');
    return { placed, rank: `${opening === undefined || closing === undefined ? 1 : 0} ${first}` };
  });
  return ranked
    .sort((one, other) => (one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0))
    .map(({ placed }) => placed);
}

/** The statement without these rows; undefined if none is left. It opens with the balance after them. */
function without(statement: Statement, leftOut: ReadonlySet<Row>): Statement | undefined {
  const gone = statement.bookings.filter((row) => leftOut.has(row));
  const bookings = statement.bookings.filter((row) => !leftOut.has(row));
  const trades = statement.trades?.filter((row) => !leftOut.has(row));
  const before = statement.bookings.length + (statement.trades?.length ?? 0);
  const after = bookings.length + (trades?.length ?? 0);
  if (after === before) return statement;
  if (after === 0) return undefined;
  const moved = gone.flatMap(({ amount, pending }) =>
    pending === true ? [] : (plainDecimal(amount) ?? []),
  );
  const { opening } = statement;
  return {
    ...statement,
    bookings,
    ...(trades !== undefined && { trades }),
    ...(opening !== undefined && { opening: addDecimals([opening, ...moved]) }),
  };
}

/** What the rows of each file have in common with rows that imports take for the same. Ids count only where files share some. */
function likenesses(all: readonly Placed[], areIdsShared: boolean): string[][] {
  const byFile = new Map<number, string[]>();
  for (const placed of all) {
    const own = byFile.get(placed.file) ?? [];
    byFile.set(placed.file, own);
    for (const row of rowsOf(placed)) {
      const money = moneyOf(row, placed.statement);
      const id = areIdsShared ? row.id : undefined;
      own.push(JSON.stringify([placed.account, row.date, money, row.name?.toLowerCase(), id]));
    }
  }
  return [...byFile.values()];
}

/** Positions are no rows here: what an account holds has no id, and a later one replaces it. */
function rowsOf({ statement: { bookings, trades = [] } }: Placed): readonly Row[] {
  return [...bookings, ...trades.filter(({ value }) => value === undefined)];
}

function moneyOf(row: Row, statement: Statement): (string | undefined)[] {
  const currency = currencyOf(row, statement);
  return 'ticker' in row ? [row.ticker, row.quantity, row.price, currency] : [row.amount, currency];
}

/** A text that is no currency may have megabytes. */
const CURRENCY_MAX = 10;

function currencyOf({ currency }: Row, statement: Statement): string | undefined {
  return (currency ?? statement.currency)?.slice(0, CURRENCY_MAX);
}

function isPending(row: Row | undefined): boolean {
  return row !== undefined && 'pending' in row && row.pending === true;
}
