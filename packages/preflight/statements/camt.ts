import { addDecimals, negateDecimal } from '../money.ts';
import { MalformedCsvError } from '../report.ts';
import { listed } from '../text.ts';
import { unexplained } from './prove-balances.ts';
import { joinTexts, plainDecimal, realId, withReference } from './statement.ts';
import { createPathTree, textAt, textsAt, visitXml } from './xml-elements.ts';
import type { Booking, Statement, StatementFile } from './statement.ts';
import type { XmlElement, XmlPaths } from './xml-elements.ts';
import { warning } from '../warnings/warning.ts';

const STATEMENTS: ReadonlySet<string> = new Set(['Stmt', 'Rpt', 'Ntfctn']);
/** Where the different versions keep the id of an account. */
const ACCOUNT_IDS = ['Id/IBAN', 'Id/Othr/Id', 'Id/BBAN', 'Id/PrtryAcct/Id'];
const { root, add } = createPathTree();
const READ = { wanted: new Set(['Acct', 'Bal', 'Ntry']), parts: new Set(['TxDtls']), root };
const RETURN = ['Rsn/Cd', 'Rsn/Prtry', 'AddtlInf', 'OrgnlBkTxCd/Prtry/Cd'];
/** Paths within accounts, balances, entries and their details. */
const AT = {
  accountId: add(...ACCOUNT_IDS),
  accountCurrency: add('Ccy'),
  owner: add('Ownr/Nm', 'Ownr/Pty/Nm'),
  balanceKind: add('Tp/CdOrPrtry/Cd', 'Tp/Cd'),
  amount: add('Amt'),
  currency: add('Amt@Ccy'),
  side: add('CdtDbtInd'),
  state: add('Sts/Cd', 'Sts'),
  date: add('BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'),
  balanceDate: add('Dt/Dt', 'Dt/DtTm'),
  reference: add('AcctSvcrRef'),
  detailReference: add('Refs/AcctSvcrRef'),
  payersReference: add('Refs/EndToEndId'),
  payeesReference: add('RmtInf/Strd/CdtrRefInf/Ref'),
  orderReference: add('Refs/PmtInfId'),
  batchReference: add('NtryDtls/Btch/PmtInfId', 'NtryDtls/Btch/MsgId'),
  isReversal: add('RvslInd'),
  purpose: add('RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/AddtlRmtInf'),
  returned: add(...RETURN.map((path) => `RtrInf/${path}`)),
  detailText: add('AddtlTxInf'),
  entryText: add('AddtlNtryInf'),
  tradingParty: add('RltdPties/TradgPty/Nm'),
};
/** Where a detail may state its amount, each with its currency. */
const DETAIL_AMOUNTS = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'].map((path) => ({
  amount: add(path),
  currency: add(`${path}@Ccy`),
}));
const PARTY = { Cdtr: pathsOfParty('Cdtr'), Dbtr: pathsOfParty('Dbtr') };

function pathsOfParty(side: string): Record<'names' | 'accounts', XmlPaths> {
  const names = [side, `Ultmt${side}`].flatMap((role) => [
    `RltdPties/${role}/Nm`,
    `RltdPties/${role}/Pty/Nm`,
  ]);
  return {
    names: add(...names),
    accounts: add(...ACCOUNT_IDS.map((path) => `RltdPties/${side}Acct/${path}`)),
  };
}

/** More entries than a file can hold unless they are empty: empty ones take the most memory for their size. */
const ENTRIES_MAX = 100_000;

interface Open extends Statement {
  owner?: string | undefined;
  /** The day of all its balances; null if they differ or lack one. */
  day?: string | null;
  reversals: Set<Booking>;
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Reads CAMT.052, .053 and .054 in all versions (ISO 20022, bank-to-customer cash management). Throws MalformedCsvError. */
export function readCamt(bytes: Uint8Array): StatementFile {
  const statements: Open[] = [];
  let information = 0;
  let entries = 0;
  let undated = 0;
  let negative = 0;
  visitXml(bytes, READ, {
    onOpen(name, line) {
      if (STATEMENTS.has(name)) statements.push({ line, bookings: [], reversals: new Set() });
    },
    onElement(element) {
      const statement = statements.at(-1);
      if (statement === undefined) return;
      if (element.name === 'Acct') readAccount(element, statement);
      else if (element.name === 'Bal') readBalance(element, statement);
      else if (textAt(element, AT.state) === 'INFO') information += 1;
      else {
        if (textAt(element, AT.amount)?.startsWith('-') === true) negative += 1;
        if (readEntry(element, statement)) undated += 1;
      }
      if (element.name === 'Ntry' && ++entries > ENTRIES_MAX) refuseEntry(element);
    },
  });
  const warnings = [
    ...(information === 0 ? [] : [warning('information_left_out', { count: information })]),
    ...(negative === 0 ? [] : [warning('amounts_negative', { count: negative })]),
    ...(undated === 0 ? [] : [warning('entries_undated', { count: undated })]),
  ];
  return { format: 'camt', statements: statements.map(withReversals), warnings };
}

function refuseEntry({ line }: XmlElement): never {
  throw new MalformedCsvError(
    `The file has more than ${ENTRIES_MAX} entries: entry ${ENTRIES_MAX + 1} is in line ${line}.`,
    line,
  );
}

function readAccount(element: XmlElement, statement: Open): void {
  const account = textAt(element, AT.accountId);
  statement.account = account?.replace(/\s/g, '') ?? statement.account;
  statement.currency = textAt(element, AT.accountCurrency) ?? statement.currency;
  statement.owner = textAt(element, AT.owner) ?? statement.owner;
}

/** Reads the booked opening and closing balances; interim ones lie between, and available ones include what is not booked. */
function readBalance(element: XmlElement, statement: Open): void {
  const day = textAt(element, AT.balanceDate)?.slice(0, DAY_LENGTH) ?? null;
  statement.day = statement.day === undefined || statement.day === day ? day : null;
  const kind = textAt(element, AT.balanceKind);
  const value = plainDecimal(signed(textAt(element, AT.amount), textAt(element, AT.side)));
  if (value === null) return;
  statement.currency ??= textAt(element, AT.currency);
  if (kind === 'OPBD') statement.opening = value;
  else if (kind === 'PRCD') statement.opening ??= value;
  else if (kind === 'CLBD') statement.closing = value;
}

/** Adds the bookings of an entry. True if it takes the day of the balances, as payment systems that settle daily write no date. */
function readEntry(entry: XmlElement, statement: Open): boolean {
  const side = textAt(entry, AT.side);
  // The standard has no amounts below zero: a minus repeats the side, most likely.
  const amount = signed(textAt(entry, AT.amount)?.replace(/^-/, ''), side);
  const currency = textAt(entry, AT.currency) ?? statement.currency;
  const state = textAt(entry, AT.state);
  const details = entry.parts;
  const only = details.length === 1 ? details[0] : undefined;
  const day = textAt(entry, AT.date)?.slice(0, DAY_LENGTH);
  const date = day ?? statement.day ?? '';
  const pending = state === 'PDNG' || state === 'FUTR';
  // One literal: spreading objects together costs a kilobyte, and as much time as everything else about an entry.
  const book = (line: number, own: string, of: XmlElement[], id: string | undefined): Booking => {
    const { name, notes } = wordsOf(entry, of, statement, own);
    return { line, date, amount: own, currency, name, notes, id: realId(id), pending };
  };
  const parts = only === undefined ? partsOf(details, side, currency, amount) : undefined;
  const made = parts?.map(({ detail, own }) =>
    book(detail.line, own, [detail], textAt(detail, AT.detailReference)),
  ) ?? [
    book(
      entry.line,
      amount,
      details,
      textAt(entry, AT.reference) ?? (only && textAt(only, AT.detailReference)),
    ),
  ];
  statement.bookings.push(...made);
  if (textAt(entry, AT.isReversal) === 'true') for (const one of made) statement.reversals.add(one);
  return day === undefined && typeof statement.day === 'string';
}

/** The amount, negative for a debit; empty if the side is missing, since a sign is never guessed. */
function signed(amount = '', side = ''): string {
  const value = plainDecimal(amount) ?? amount;
  if (side === 'CRDT') return value;
  return side === 'DBIT' ? negateDecimal(value) : '';
}

/** The details of a batch booking with their amounts; undefined if they do not add up to the booking. */
function partsOf(
  details: readonly XmlElement[],
  side: string | undefined,
  currency: string | undefined,
  amount: string,
): { detail: XmlElement; own: string }[] | undefined {
  const parts: { detail: XmlElement; own: string }[] = [];
  for (const detail of details) {
    const own = amountOfDetail(detail, side, currency);
    if (own === undefined) return undefined;
    parts.push({ detail, own });
  }
  const isSplit =
    parts.length > 1 && addDecimals(parts.map(({ own }) => own)) === plainDecimal(amount);
  return isSplit ? parts : undefined;
}

/** The signed amount of a detail in the currency of the entry; undefined if it states none. */
function amountOfDetail(
  detail: XmlElement,
  side: string | undefined,
  currency: string | undefined,
): string | undefined {
  const own = DETAIL_AMOUNTS.find(
    (at) => textAt(detail, at.currency) === currency && textAt(detail, at.amount) !== undefined,
  );
  if (own === undefined) return undefined;
  const text = signed(textAt(detail, own.amount), textAt(detail, AT.side) ?? side);
  return plainDecimal(text) ?? undefined;
}

/**
 * The counterparty and the purpose of a booking, with the payer's reference. Several details name a counterparty only if all
 * name the same one; otherwise the notes have the names.
 */
function wordsOf(
  entry: XmlElement,
  details: readonly XmlElement[],
  statement: Open,
  amount: string,
): Pick<Booking, 'name' | 'notes'> {
  const parties = details.map((detail) => partyOf(entry, detail, statement, amount));
  const party = parties.every((other) => other === parties[0]) ? parties[0] : undefined;
  const only = details.length === 1 ? details[0] : undefined;
  const purpose = joinTexts(textsAt(details, AT.purpose));
  const others = party === undefined ? namesOf(parties) : undefined;
  const reference = only === undefined ? textAt(entry, AT.batchReference) : referenceOf(only);
  return {
    name: party ?? bankText(entry, only) ?? purpose,
    notes: withReference(joinTexts([purpose, others]) ?? bankText(entry, only), reference),
  };
}

/** The first few of the counterparties of a batch that stays one row. */
function namesOf(parties: readonly (string | undefined)[]): string | undefined {
  const names = new Set(parties.filter((name) => name !== undefined));
  return names.size === 0 ? undefined : listed([...names]);
}

/** The payer's reference, else that of the payment order, unless the purpose already has the payee's reference. */
function referenceOf(detail: XmlElement): string | undefined {
  const own = realId(textAt(detail, AT.payersReference));
  if (own !== undefined || textAt(detail, AT.payeesReference) !== undefined) return own;
  return textAt(detail, AT.orderReference);
}

/** The bank's own description of a booking. */
function bankText(entry: XmlElement, detail: XmlElement | undefined): string | undefined {
  const own = detail && joinTexts(textsAt([detail], AT.detailText));
  return own ?? joinTexts([textAt(entry, AT.entryText)]);
}

/**
 * The counterparty: the creditor of money out, the debtor of money in. A reversal or return keeps the parties of the original.
 * The owner of the account is named only if the file names nobody else.
 */
function partyOf(
  entry: XmlElement,
  detail: XmlElement,
  { owner, account }: Open,
  amount: string,
): string | undefined {
  const isReturn =
    textAt(entry, AT.isReversal) === 'true' || textAt(detail, AT.returned) !== undefined;
  const sides =
    amount.startsWith('-') === isReturn ? [PARTY.Dbtr, PARTY.Cdtr] : [PARTY.Cdtr, PARTY.Dbtr];
  let own: string | undefined;
  for (const { names, accounts } of sides) {
    const name = joinTexts([textAt(detail, names)]);
    if (name === undefined) continue;
    const at = account && textAt(detail, accounts)?.replace(/\s/g, '');
    const isOwn = isSameName(name, owner) || (at !== undefined && at === account);
    if (!isOwn) return name;
    own ??= name;
  }
  return joinTexts([textAt(detail, AT.tradingParty)]) ?? own;
}

/** Whether one name equals or begins with the other: one may include the legal form. */
function isSameName(one = '', other = ''): boolean {
  if (one === '' || other === '') return false;
  const [shorter = '', longer = ''] = [one, other]
    .map((name) => name.toLowerCase())
    .sort((a, b) => a.length - b.length);
  return `${longer} `.startsWith(`${shorter} `);
}

/**
 * By the standard a reversal states its own side; some banks state the side of the entry that it reverses. Only the balances can
 * tell: without them the standard applies.
 */
function withReversals({ owner: _owner, reversals, ...statement }: Open): Statement {
  if (reversals.size === 0 || (unexplained(statement) ?? '0') === '0') return statement;
  const turned = statement.bookings.map((one) =>
    reversals.has(one) ? { ...one, amount: negateDecimal(one.amount) } : one,
  );
  const other = { ...statement, bookings: turned };
  return unexplained(other) === '0' ? other : statement;
}
