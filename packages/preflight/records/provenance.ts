/**
 * Where a record comes from: how the bank or a file identifies it, so that a restored household recognises its own
 * rows. Ids of the provider are not credentials, and only count in the household that imports them.
 */
import { isLongerInUtf8 } from '../bytes.ts';
import { HEADER_CHARS_MAX } from '../csv/settings.ts';
import { CSV_TYPES } from '../types/csv-types.ts';
import { isObject } from '../is-object.ts';
import { negateDecimal } from '../money.ts';
import {
  ATTRIBUTES,
  choice,
  DATE,
  FLAG,
  ID,
  MONEY,
  NAME,
  NOTE,
  PRICE,
  QUANTITY,
  strictValue,
  text,
} from './field-kinds.ts';
import {
  account,
  accountRef,
  amount,
  currency,
  date,
  elsewhere,
  flag,
  named,
  note,
  required,
} from './fields.ts';
import type { FieldKind, RecordData } from './field-kinds.ts';
import type { Fields } from './fields.ts';
import { ID_LENGTH_MAX, KEY_BYTES_MAX, KEY_LENGTH_MAX, KNOWN_AS_MAX } from './lengths.ts';

const KEY_TEXT = text(KEY_LENGTH_MAX);

const KEY = strictValue('text', `an id of at most ${KEY_LENGTH_MAX} characters`, (value) => {
  const key = KEY_TEXT.read(value);
  return typeof key === 'string' && !isLongerInUtf8(key, KEY_BYTES_MAX) ? key : undefined;
});

const textsOf = (kind: FieldKind, what: string): FieldKind =>
  strictValue('text[]', `a list of at most ${KNOWN_AS_MAX} ${what}`, (value) =>
    listOf(value, (each) => (kind.read(each) ?? undefined) as string | undefined),
  );
const KEYS = textsOf(KEY, 'ids');
const NAMES = textsOf(NAME, 'names');

/** SHA-256 in hex. @internal */
export const DIGEST = strictValue('text', '64 hexadecimal digits', (value) =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : undefined,
);

/** A type of CSV import; any other counts as blank. */
export const CSV_TYPE = choice(Object.keys(CSV_TYPES));

const LABEL = text(HEADER_CHARS_MAX);
const FILE = {
  name: NOTE,
  date: DATE,
  external_id: text(ID_LENGTH_MAX),
  type: CSV_TYPE,
  pending: FLAG,
} as const;
const LABELS = ['date_col_label', 'name_col_label', 'external_id_col_label'] as const;

/** It is only compared with what other files say, so that any text will do for a currency, an account or a security. */
const AS_READ = {
  date: DATE,
  amount: MONEY,
  currency: NOTE,
  name: NOTE,
  account: NOTE,
  account_id: ID,
} as const;
const TRADE_AS_READ = {
  ticker: NOTE,
  exchange_operating_mic: NOTE,
  qty: QUANTITY,
  price: PRICE,
} as const;

/** What the file says in a row that a person corrected. An unusable value, which may be why it was corrected, counts as not said. */
function readAsRead(value: unknown): object | null {
  if (!isObject(value)) return null;
  const { amount: flow, ...others } = readEach(AS_READ, value);
  const { qty: quantity, ...security } = readEach(TRADE_AS_READ, value);
  const amount = typeof flow === 'string' ? negateDecimal(flow) : null;
  return { ...others, amount, more: { ...security, quantity } };
}

const readEach = (kinds: Readonly<Record<string, FieldKind>>, from: RecordData) =>
  Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, kind.read(from[name]) ?? null]),
  );

/** A row of a file, with the settings that show whether another file has the same layout. */
function readFile(value: unknown): object | undefined {
  if (!isObject(value)) return undefined;
  const settings = LABELS.map((name) => [name, LABEL.read(value[name])] as const);
  const own = Object.entries(FILE).map(([name, kind]) => [name, kind.read(value[name])] as const);
  if ([...settings, ...own].some(([, read]) => read === undefined)) return undefined;
  const { name, date, ...others } = Object.fromEntries(own);
  if (typeof name !== 'string' || typeof date !== 'string') return undefined;
  const given = settings.filter(([, label]) => label !== null);
  const asRead = readAsRead(value['as_read']);
  return {
    name,
    date,
    ...others,
    settings: Object.fromEntries(given),
    ...(asRead === null ? {} : { as_read: asRead }),
  };
}

const FILES = strictValue(
  'jsonb',
  `a list of at most ${KNOWN_AS_MAX} rows of files, each with name and date`,
  (value) => {
    const files = listOf(value, readFile);
    return files === undefined ? undefined : JSON.stringify(files);
  },
);

function listOf<T>(value: unknown, read: (each: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value) || value.length > KNOWN_AS_MAX) return undefined;
  const list = value.map(read);
  return list.includes(undefined) ? undefined : (list as T[]);
}

const SOURCES = ['provider', 'csv_import', 'manual'] as const;

// The rows of files that this record stands for.
const files = { kind: FILES, elsewhere } as const;

/** What a trade may say about its origin. */
export const tradeOrigin = { files } as const satisfies Fields;

/** What a transaction may say about its origin; its split lines have none. */
export const transactionOrigin = {
  source: { kind: choice(SOURCES), elsewhere },
  // The bank's key of the row, and the keys that it had before.
  provider_id: { kind: KEY, elsewhere },
  provider_former_ids: { kind: KEYS, elsewhere },
  provider_digest: { kind: DIGEST, elsewhere },
  first_seen_date: { kind: DATE },
  absorbed_pending: flag,
  files,
} as const satisfies Fields;

/** What an account may say about how files name it, and about its counterpart at the provider. */
export const accountOrigin = {
  former_names: { kind: NAMES },
  provider_account_id: { kind: KEY, elsewhere },
  provider_account_name: { kind: NOTE, elsewhere },
  provider_digest_account_id: { kind: KEY, elsewhere },
  provider_history_floor: { kind: DATE, elsewhere },
  provider_ignored: { kind: FLAG, elsewhere },
} as const satisfies Fields;

/** A row of the bank that a person deleted, and that must not come back. */
export const deletedTransaction = {
  account_id: account,
  date,
  amount: { ...amount, flow: true },
  currency,
  source: { kind: choice(['provider']), byDefault: 'provider', elsewhere },
  provider_id: { kind: KEY, required, elsewhere },
  provider_digest: { kind: DIGEST, elsewhere },
  provider_merchant: note,
  provider_description: note,
} as const satisfies Fields;

/** What a position may say about its counterpart at the provider. */
export const holdingOrigin = {
  source: { kind: choice(['provider']), elsewhere },
  provider_id: { kind: KEY, elsewhere },
} as const satisfies Fields;

/** How a bank's exports are read. */
export const importProfile = {
  name: named,
  type: { kind: CSV_TYPE, byDefault: 'TransactionImport' },
  account_id: accountRef,
  // Settings that no import knows are ignored.
  settings: { kind: ATTRIBUTES },
  header_fingerprint: { kind: DIGEST },
} as const satisfies Fields;
