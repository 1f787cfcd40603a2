import { readSettings } from '../csv/read-settings.ts';
import { countLines } from '../csv/lines.ts';
import { LISTED_WARNINGS_MAX } from '../problem-list.ts';
import { excerpt, listed } from '../text.ts';
import { accountNames } from './account-names.ts';
import { readCamt } from './camt.ts';
import { leaveOutRepeats } from './leave-out-repeats.ts';
import { readMt940 } from './mt940.ts';
import { readOfx } from './ofx.ts';
import { readQif } from './qif.ts';
import { balanceOfFile, ofAccount, proveBalances, provenOpenings } from './prove-balances.ts';
import { statementFormat } from './statement-format.ts';
import { rowsOf, statementTable, statementType, tableSettings } from './statement-table.ts';
import type { CsvSettings, CsvSettingsInput } from '../csv/settings.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import type { BalanceProof, FileBalance, Opening } from './prove-balances.ts';
import type { Statement, StatementFile } from './statement.ts';
import type { StatementFormat } from './statement-format.ts';
import type { StatementType } from './statement-table.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const READERS: Record<StatementFormat, (bytes: Uint8Array) => StatementFile> = {
  camt: readCamt,
  ofx: (bytes) => readOfx(textOf(bytes)),
  mt940: (bytes) => readMt940(textOf(bytes)),
  qif: (bytes) => readQif(textOf(bytes)),
};

/** Statements as a table, and what else the file states. */
export interface ReadStatements {
  /** CSV in UTF-8; `settings` say how to read it. */
  bytes: Uint8Array;
  /** The line of the file, by line of the table. */
  lines: ArrayLike<number>;
  settings: CsvSettings;
  proof: BalanceProof;
  /** The accounts that have rows, by IBAN, number or name. */
  accounts: string[];
  stated: { openings: Opening[]; balance: FileBalance | undefined };
  warnings: Warning[];
}

/**
 * Reads UTF-8 texts, all of one format, as statements of transactions or trades. Undefined when they are not statements that this
 * type of import reads. Of the settings sent, those that describe a table are ignored. Throws MalformedCsvError.
 */
export function readStatements(
  texts: readonly Uint8Array[],
  spec: CsvTypeSpec,
  sent: CsvSettingsInput,
): ReadStatements | undefined {
  const format = statementFormat(texts[0] ?? new Uint8Array());
  if (format === undefined) return undefined;
  const type = statementType(spec.type, format);
  if (type === undefined) return undefined;
  const file = readAll(texts, format);
  const { table, lines } = statementTable(file, type);
  const bytes = new TextEncoder().encode(table);
  const { settings } = readSettings(tableSettings(file, table, sent), spec, bytes);
  // Balances prove the sum of bookings, not of trades.
  const booked = type === 'TransactionImport' ? file.statements : [];
  const proof = proveBalances(booked);
  const nameOf = accountNames(file.statements);
  const stated = { openings: provenOpenings(booked, nameOf), balance: balanceOfFile(booked) };
  const accounts = [
    ...new Set(
      file.statements.flatMap((one) => (rowsOf(one, type).length > 0 ? (nameOf(one) ?? []) : [])),
    ),
  ];
  const warnings = [
    ...proof.warnings,
    ...severalAccounts(accounts),
    ...otherTypeWarnings(file, type),
    ...file.warnings,
    ...(type === 'TradeImport' ? positionWarnings(file.statements, nameOf) : []),
  ];
  return { bytes, lines, settings, proof, accounts, stated, warnings };
}

/** Reads all texts as one file, with line numbers that continue from text to text. */
function readAll(texts: readonly Uint8Array[], format: StatementFormat): StatementFile {
  let above = 0;
  const files = texts.map((text, index) => {
    const before = texts[index - 1];
    if (before !== undefined) above += countLines(before);
    const file = READERS[format](text);
    if (above > 0) shiftLines(file, above);
    return file;
  });
  const { statements, warnings } = leaveOutRepeats(files.map((file) => file.statements));
  return {
    format,
    isLocal: files.some(({ isLocal }) => isLocal),
    statements,
    warnings: [...warnings, ...files.flatMap((file) => file.warnings)],
    tradesBooked: files.reduce((sum, { tradesBooked = 0 }) => sum + tradesBooked, 0),
  };
}

function shiftLines({ statements }: StatementFile, by: number): void {
  for (const statement of statements) {
    statement.line += by;
    for (const row of [...statement.bookings, ...(statement.trades ?? [])]) row.line += by;
  }
}

/** Warns of content that only another type of import reads. */
function otherTypeWarnings(
  { statements, tradesBooked: booked = 0 }: StatementFile,
  type: StatementType,
): Warning[] {
  const count = (rows: (statement: Statement) => readonly unknown[]): number =>
    statements.reduce((sum, one) => sum + rows(one).length, 0);
  if (type === 'TradeImport') {
    const bookings = count((one) => one.bookings);
    return bookings === 0 ? [] : [warning('bookings_unread', { count: bookings })];
  }
  const positions = count(heldOf);
  const trades = count(({ trades: rows = [] }) => rows) - positions;
  return [
    ...(trades === 0 ? [] : [warning('trades_unread', { booked, trades })]),
    ...(positions === 0 ? [] : [warning('positions_unread', { count: positions })]),
  ];
}

const heldOf = ({ trades = [] }: Statement) => trades.filter(({ value }) => value !== undefined);

/** Says how many positions were read, of which account and day. */
function positionWarnings(
  statements: readonly Statement[],
  nameOf: ReturnType<typeof accountNames>,
): Warning[] {
  return statements.slice(0, LISTED_WARNINGS_MAX).flatMap((statement) => {
    const positions = heldOf(statement);
    const account = ofAccount({ account: nameOf(statement) });
    const { length: count, 0: first } = positions;
    return first === undefined
      ? []
      : [warning('positions_read', { count, account, day: first.date })];
  });
}

function severalAccounts(accounts: readonly string[]): Warning[] {
  if (accounts.length < 2) return [];
  const named = listed(accounts.map((account) => excerpt(account)));
  return [warning('several_accounts', { count: accounts.length, accounts: named })];
}
