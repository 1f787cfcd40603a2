import { MalformedCsvError } from '../report.ts';
import { excerpt } from '../text.ts';
import { applyCorrections, correctionOf } from './ofx-corrections.ts';
import type { Correction } from './ofx-corrections.ts';
import { amountOf, dateOf, dayOf, positionsOf, tradeOf } from './ofx-records.ts';
import type { OfxRecord, Securities } from './ofx-records.ts';
import { joinTexts, plainDecimal, realId, withReference } from './statement.ts';
import type { Booking, Statement, StatementFile } from './statement.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** Aggregates that give their leaves a meaning; all others only group. */
const AGGREGATES: ReadonlySet<string> = new Set(
  `STMTTRN STMTTRNP PAYEE CURRENCY ORIGCURRENCY STATUS LEDGERBAL AVAILBAL
   BANKACCTFROM CCACCTFROM INVACCTFROM BANKACCTTO CCACCTTO`.split(/\s+/),
);
/** Deeper than any file of a bank, whose aggregates hold one or two others. */
const DEPTH_MAX = 100;
const STATEMENTS: ReadonlySet<string> = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS']);
const BOOKINGS: ReadonlySet<string> = new Set(['STMTTRN', 'STMTTRNP']);
const ACCOUNTS: ReadonlySet<string> = new Set(['BANKACCTFROM', 'CCACCTFROM', 'INVACCTFROM']);
/** In investment statements: what moves securities at a price. REINVEST moves no money. */
const TRADES = /^(?:(?:BUY|SELL)(?:DEBT|MF|OPT|OTHER|STOCK)|REINVEST)$/;
/** What else moves the cash of an investment account. */
const MOVEMENTS = /^(?:INCOME|RETOFCAP|INVEXPENSE|MARGININTEREST)$/;
/** What the account holds. */
const POSITIONS = /^POS(?:DEBT|MF|OPT|OTHER|STOCK)$/;
/** What moves securities without a price being paid. */
const SECURITIES = /^(?:JRNLFUND|JRNLSEC|CLOSUREOPT|SPLIT|TRANSFER)$/;
const isInvestment = (name: string): boolean =>
  TRADES.test(name) || MOVEMENTS.test(name) || POSITIONS.test(name);
const isRecord = (name: string): boolean => BOOKINGS.has(name) || isInvestment(name);

interface Open extends Statement {
  /** Their money is booked only if the statement has a cash balance (`hasCash`), which it changes. */
  investments: OfxRecord[];
  hasCash: boolean;
  /** The day of the statement. */
  asOf?: string;
  /** The last day of its list of bookings. */
  until?: string;
}

interface Reading extends Securities {
  statements: Open[];
  booking?: OfxRecord;
  /** How many records of securities are left out. */
  securities: number;
  /** How many incomes and costs are not booked. */
  unbooked: number;
  securityId: string;
  /** How many bookings have a type that contradicts their sign. */
  contradicted: number;
  corrections: Correction[];
  /** Whether the status being read is an error. */
  isError: boolean;
  messages: string[];
}

/** Reads OFX 1 (SGML, leaves without end tags), OFX 2 (XML) and QFX. Throws MalformedCsvError. */
export function readOfx(text: string): StatementFile {
  const reading: Reading = {
    statements: [],
    securities: 0,
    unbooked: 0,
    names: new Map(),
    tickers: new Map(),
    securityId: '',
    contradicted: 0,
    corrections: [],
    isError: false,
    messages: [],
  };
  const open: string[] = [];
  for (const { name, value, line } of tagsOf(text)) {
    if (name.startsWith('!DOCTYPE'))
      throw new MalformedCsvError(`A DOCTYPE is not accepted (line ${line}).`, line);
    if (name.startsWith('/')) closeAggregate(name.slice(1), open, reading);
    else if (STATEMENTS.has(name)) {
      endBooking(open, reading);
      reading.statements.push({ line, bookings: [], investments: [], hasCash: false });
    } else if ((AGGREGATES.has(name) || isInvestment(name)) && value === '') {
      if (isRecord(name)) {
        endBooking(open, reading);
        reading.booking = { name, line, leaves: {} };
      }
      if (open.length >= DEPTH_MAX) {
        throw new MalformedCsvError(`Tags are nested too deeply in line ${line}.`, line);
      }
      open.push(name);
    } else if (value !== '') readLeaf(name, value, open.at(-1), reading);
    else if (SECURITIES.test(name)) reading.securities += 1;
  }
  endBooking(open, reading);
  const corrected = applyCorrections(reading.corrections);
  let tradesBooked = 0;
  const statements = reading.statements.map((statement): Statement => {
    tradesBooked += bookInvestments(statement, reading);
    const { investments, hasCash: _, asOf, until: __, ...one } = statement;
    const trades = investments.filter(({ name }) => TRADES.test(name));
    const positions = investments.filter(({ name }) => POSITIONS.test(name));
    const held = positionsOf(positions, asOf, reading);
    reading.securities += held.leftOut;
    return {
      ...one,
      trades: [...trades.map((trade) => tradeOf(trade, reading)), ...held.positions],
    };
  });
  const warnings = [...warningsOf(reading), ...corrected];
  return { format: 'ofx', statements, warnings, tradesBooked };
}

function readLeaf(name: string, value: string, inside: string | undefined, reading: Reading): void {
  const { booking } = reading;
  if (inside === 'STATUS') {
    if (name === 'SEVERITY') reading.isError = value.toUpperCase() === 'ERROR';
    else if (name === 'MESSAGE' && reading.isError) reading.messages.push(value);
    return;
  }
  if (booking !== undefined && inside !== undefined) {
    booking.leaves[isRecord(inside) ? name : `${inside}.${name}`] ??= value;
    return;
  }
  if (name === 'UNIQUEID') reading.securityId = value;
  else if (name === 'SECNAME') reading.names.set(reading.securityId, value);
  else if (name === 'TICKER') reading.tickers.set(reading.securityId, value);
  const statement = reading.statements.at(-1);
  if (statement === undefined) return;
  if (name === 'AVAILCASH') statement.hasCash = true;
  if (name === 'DTASOF' && inside === undefined) statement.asOf ??= dayOf(value);
  if (inside === undefined && name === 'DTEND') statement.until = dayOf(value);
  if (inside === 'LEDGERBAL') readBalance(name, value, statement);
  if (name === 'CURDEF') statement.currency = value.toUpperCase();
  else if (name === 'ACCTID' && ACCOUNTS.has(inside ?? '')) statement.account ??= value;
}

/** Reads the closing balance, unless it is of a day after the list of bookings: it may include others. */
function readBalance(name: string, value: string, statement: Open): void {
  const amount = name === 'BALAMT' ? plainDecimal(amountOf(value)) : null;
  if (amount !== null) statement.closing = amount;
  else if (name === 'DTASOF' && statement.until !== undefined && dayOf(value) > statement.until)
    delete statement.closing;
}

/** Also closes what is still open inside: many banks leave out end tags. */
function closeAggregate(name: string, open: string[], reading: Reading): void {
  const at = open.lastIndexOf(name);
  if (at < 0) return;
  if (open.slice(at).some(isRecord)) endBooking(open, reading);
  if (at < open.length) open.length = at;
}

function endBooking(open: string[], reading: Reading): void {
  const { booking } = reading;
  open.length = 0;
  if (booking === undefined) return;
  delete reading.booking;
  if (reading.statements.length === 0)
    reading.statements.push({ line: booking.line, bookings: [], investments: [], hasCash: false });
  const statement = reading.statements.at(-1);
  if (statement === undefined) return;
  if (isInvestment(booking.name)) statement.investments.push(booking);
  else {
    const made = bookingOf(booking, reading);
    statement.bookings.push(made);
    const correction = correctionOf(booking, made, statement);
    if (correction !== undefined) reading.corrections.push(correction);
  }
}

function bookingOf({ name, line, leaves }: OfxRecord, reading: Reading): Booking {
  const amount = amountOf(leaves['TRNAMT'] ?? leaves['TOTAL'] ?? '');
  const kind = leaves['TRNTYPE']?.toUpperCase() ?? name;
  // An amount that does not read has no sign.
  const isOut = plainDecimal(amount) === null ? undefined : amount.startsWith('-');
  const isDebit = /^(?:DEBIT|BUY)/.test(kind) && amount !== '0';
  if ((isDebit && isOut === false) || (kind === 'CREDIT' && isOut === true))
    reading.contradicted += 1;
  const words = joinTexts([leaves['EXTDNAME'], leaves['MEMO'], leaves['CHECKNUM']]);
  // REFNUM is never a name: some programs generate a new one in each export, and others repeat the FITID in it.
  const isOwn = leaves['CHECKNUM'] === undefined && leaves['REFNUM'] !== leaves['FITID'];
  const security = leaves['UNIQUEID'] && (reading.names.get(leaves['UNIQUEID']) ?? '');
  return {
    line,
    date: dateOf(leaves),
    amount,
    currency: leaves['CURRENCY.CURSYM']?.toUpperCase(),
    name: joinTexts([leaves['PAYEE.NAME'] ?? leaves['NAME'] ?? security]) ?? words,
    notes: withReference(words, isOwn ? leaves['REFNUM'] : undefined),
    id: realId(leaves['FITID']),
    pending: name === 'STMTTRNP',
  };
}

/** Books the money of trades, incomes and costs if the statement has a cash balance. Returns the number of trades booked. */
function bookInvestments({ investments, hasCash, bookings }: Open, reading: Reading): number {
  const paid = investments.filter(
    ({ name, leaves }) =>
      hasCash && name !== 'REINVEST' && !POSITIONS.test(name) && leaves['TOTAL'] !== undefined,
  );
  for (const one of paid) bookings.push(bookingOf(one, reading));
  bookings.sort((a, b) => a.line - b.line);
  const trades = paid.filter(({ name }) => TRADES.test(name)).length;
  const movements = investments.filter(({ name }) => MOVEMENTS.test(name)).length;
  reading.unbooked += movements - (paid.length - trades);
  return trades;
}

function warningsOf({ securities, unbooked, contradicted, messages }: Reading): Warning[] {
  return [
    ...messages.slice(0, 3).map((message) => warning('bank_says', { text: excerpt(message) })),
    ...(unbooked === 0 ? [] : [warning('incomes_left_out', { count: unbooked })]),
    ...(securities === 0 ? [] : [warning('securities_left_out', { count: securities })]),
    ...(contradicted === 0 ? [] : [warning('kinds_contradicted', { count: contradicted })]),
  ];
}

/** All tags, each with the text after it. A `<` that does not begin a tag is text. */
function* tagsOf(text: string): Generator<{ name: string; value: string; line: number }> {
  let line = 1;
  let counted = 0;
  let at = nextTag(text, 0);
  while (at >= 0) {
    const end = text.indexOf('>', at);
    if (end < 0) return;
    const next = nextTag(text, end);
    line += text.slice(counted, at).split('\n').length - 1;
    counted = at;
    const name = text.slice(at + 1, end).toUpperCase();
    const value = plainText(text.slice(end + 1, next < 0 ? undefined : next));
    yield { name: name.trim(), value, line };
    at = next;
  }
}

function nextTag(text: string, from: number): number {
  let at = text.indexOf('<', from);
  while (at >= 0) {
    if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at);
      if (end < 0) return -1;
      at = end;
    } else if (/[/?!a-z]/i.test(text.charAt(at + 1))) return at;
    at = text.indexOf('<', at + 1);
  }
  return -1;
}

const ENTITIES: Partial<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function plainText(text: string): string {
  return text
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .replace(/&(?:#(\d{1,6})|([a-z]{2,4}));/gi, (whole, code?: string, name = '') =>
      code === undefined
        ? (ENTITIES[String(name).toLowerCase()] ?? whole)
        : String.fromCodePoint(Number(code)),
    )
    .trim();
}
