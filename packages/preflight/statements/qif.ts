import { excerpt, listed } from '../text.ts';
import { joinTexts } from './statement.ts';
import type { Booking, Statement, StatementFile, Trade } from './statement.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** Sections with bookings; others list categories, prices, securities and the like. */
const SECTIONS = /^!type:\s*(?:bank|ccard|cash|oth a|oth l)\s*$/i;
const INVESTMENT = /^!type:\s*(?:invst|port)/i;
/** Actions that move the cash of the account itself. With an X suffix, income and costs are settled in another account. */
const MONEY_IN =
  /^(?:cash|xin|contribx|miscinc|intinc|div|cg(?:long|mid|short)|rtrncap|sell|shtsell)$/i;
const MONEY_OUT = /^(?:xout|withdrwx|miscexp|margint|buy|cvrshrt)$/i;
const PAID_HERE = /^(?:buy|sell|shtsell|cvrshrt)$/i;
/** Trades at a price, paid from this account, from another one or out of income. */
const TRADE = /^(?:(?:buy|sell|shtsell|cvrshrt)x?|reinv(?:div|int|lg|md|sh))$/i;

/** The lines of a record by their first letter; each split has its own S, E and $. */
interface QifRecord {
  line: number;
  fields: Partial<Record<string, string>>;
  splits: string[][];
}

interface LeftOut {
  openings: number;
  /** How many records of investment accounts are neither bookings nor trades, by action. */
  actions: Map<string, number>;
}

/**
 * Reads QIF: bank, cash, card and other accounts, and the trades and cash of investment accounts. QIF states neither balances nor
 * currency, nor the order of day and month nor the decimal separator: the last two are inferred from all rows.
 */
export function readQif(text: string): StatementFile {
  const statements: Statement[] = [];
  const left: LeftOut = { openings: 0, actions: new Map() };
  const symbols = new Map<string, string>();
  let tradesBooked = 0;
  let section: 'bookings' | 'accounts' | 'investments' | 'securities' | 'other' = 'bookings';
  let account: string | undefined;
  let record: QifRecord = { line: 1, fields: {}, splits: [] };
  const beginStatement = (line: number): Statement => {
    const statement = { line, bookings: [], account };
    statements.push(statement);
    return statement;
  };
  const begin = (line: number): void => {
    record = { line, fields: {}, splits: [] };
  };
  const end = (): void => {
    const { fields, line } = record;
    if (Object.keys(fields).length === 0) return;
    if (section === 'accounts') account = fields['N']?.trim() || undefined;
    else if (section === 'securities') {
      const symbol = record.splits[0]?.[0]?.trim() ?? '';
      if (symbol !== '') symbols.set(fields['N']?.trim() ?? '', symbol);
    } else if (section !== 'other') {
      const action = fields['N']?.trim() ?? '';
      const isFirst = section === 'bookings' && (statements.at(-1)?.bookings.length ?? 0) === 0;
      if (isOpening(record, isFirst ? account : undefined)) left.openings += 1;
      else {
        const statement = statements.at(-1) ?? beginStatement(line);
        const isTrade = section === 'investments' && TRADE.test(action);
        if (isTrade) (statement.trades ??= []).push(tradeOf(record, action));
        if (section === 'bookings') statement.bookings.push(bookingOf(record));
        else if (movesMoney(record, action)) {
          statement.bookings.push(movementOf(record, action));
          if (isTrade) tradesBooked += 1;
        } else if (!isTrade) left.actions.set(action, (left.actions.get(action) ?? 0) + 1);
      }
    }
  };
  text.split(/\r\n|\n|\r/).forEach((row, at) => {
    const line = at + 1;
    const key = row.charAt(0).toUpperCase();
    if (key === '!') {
      end();
      begin(line + 1);
      if (/^!(?:option|clear)/i.test(row)) return;
      if (/^!account/i.test(row)) section = 'accounts';
      else {
        const isInvestment = INVESTMENT.test(row);
        section = isInvestment ? 'investments' : SECTIONS.test(row) ? 'bookings' : 'other';
        if (section !== 'other') beginStatement(line);
        else if (/^!type:\s*security/i.test(row)) section = 'securities';
      }
    } else if (key === '^') {
      end();
      begin(line + 1);
    } else if (row.trim() !== '') {
      if (Object.keys(record.fields).length === 0) record.line = line;
      if (key === 'S') record.splits.push([row.slice(1)]);
      else if ((key === 'E' || key === '$') && record.splits.length > 0)
        record.splits.at(-1)?.push(row.slice(1));
      else record.fields[key] ??= row.slice(1);
    }
  });
  end();
  for (const trade of statements.flatMap(({ trades }) => trades ?? [])) {
    trade.ticker = symbols.get(trade.ticker) ?? trade.ticker;
  }
  return { format: 'qif', statements, warnings: warningsOf(left), tradesBooked, isLocal: true };
}

/**
 * Whether it is the record that Quicken writes for the opening balance, which is not a booking: a transfer with that name, or the first
 * one, of the account to itself. Later ones correct the balance.
 */
function isOpening({ fields }: QifRecord, account: string | undefined): boolean {
  const { other } = categoryOf(fields['L'] ?? '');
  if (other === undefined) return false;
  return other === account || /^opening balance$/i.test(fields['P']?.trim() ?? '');
}

function bookingOf({ line, fields, splits }: QifRecord): Booking {
  const { category, tag, other } = categoryOf(fields['L'] ?? '');
  const parts = splits.map((one) => joinTexts(one)).join('; ');
  return {
    line,
    date: dayOf(fields['D'] ?? ''),
    amount: (fields['T'] ?? fields['U'] ?? '').replace(/\s/g, ''),
    name: joinTexts([[fields['P'], fields['Y'], fields['M'], other].find((text) => text?.trim())]),
    notes: joinTexts([fields['M'], fields['P'] && fields['Y'], parts, chequeOf(fields['N'])]),
    category,
    tag,
  };
}

/** The cheque number; some programs write the kind of booking there, which has no digits. */
const chequeOf = (number = ''): string => (/\d/.test(number) ? number : '');

/** Whether an action moves the cash of its account; a trade that names another account is paid from that one. */
function movesMoney({ fields }: QifRecord, action: string): boolean {
  const isPaidElsewhere = PAID_HERE.test(action) && /^\|?\[/.test(fields['L'] ?? '');
  return !isPaidElsewhere && (MONEY_IN.test(action) || MONEY_OUT.test(action));
}

/** The booking of an investment action. Quicken writes money out without a sign: the action determines it. */
function movementOf(record: QifRecord, action: string): Booking {
  const booking = bookingOf(record);
  const amount = booking.amount || (record.fields['$'] ?? '').trim();
  return {
    ...booking,
    amount: MONEY_OUT.test(action) && /^[\d.,]/.test(amount) ? `-${amount}` : amount,
    name: booking.name ?? action,
  };
}

/** Takes the name as the ticker: the list that has the symbol may follow. Quicken writes a sold quantity without a minus. */
function tradeOf({ line, fields }: QifRecord, action: string): Trade {
  const name = fields['Y']?.trim() ?? '';
  const quantity = (fields['Q'] ?? '').replace(/\s/g, '');
  const isSold = /^(?:sell|shtsell)/i.test(action);
  return {
    line,
    date: dayOf(fields['D'] ?? ''),
    ticker: name,
    quantity: isSold && /^[\d.,]/.test(quantity) ? `-${quantity}` : quantity,
    price: (fields['I'] ?? '').replace(/\s/g, ''),
    name,
  };
}

/** `Group:Category/Class`, or `[Account]` for a transfer, which is not a category. */
function categoryOf(text: string): Pick<Booking, 'category' | 'tag'> & { other?: string } {
  const transfer = /^\[([^\]]*)\]/.exec(text)?.[1];
  if (transfer !== undefined) return { other: transfer };
  if (/^-+split-+$/i.test(text.trim())) return {};
  const [path = '', tag = ''] = text.split('/');
  const category = path
    .split(':')
    .map((part) => part.trim())
    .join(': ');
  return { category: category || undefined, tag: tag.trim() || undefined };
}

/** Quicken writes `1/ 2'24`: an apostrophe before years from 2000 on. The order of day and month stays open. */
function dayOf(text: string): string {
  const plain = text.replace(/\s/g, '');
  const [, one = '', two = '', sign, year = ''] =
    /^(\d{1,2})[-/.](\d{1,2})([-/.'])(\d{1,4})$/.exec(plain) ?? [];
  if (sign === undefined) return plain;
  const century = sign === "'" || Number(year) < 50 ? '20' : '19';
  return `${one.padStart(2, '0')}/${two.padStart(2, '0')}/${year.length > 2 ? year : century + year.padStart(2, '0')}`;
}

function warningsOf({ openings, actions }: LeftOut): Warning[] {
  const kinds = [...actions].map(([action, count]) => `${excerpt(action || '""')} ${count}`);
  return [
    ...(kinds.length === 0 ? [] : [warning('actions_left_out', { actions: listed(kinds) })]),
    ...(openings === 0 ? [] : [warning('openings_left_out', { count: openings })]),
  ];
}
