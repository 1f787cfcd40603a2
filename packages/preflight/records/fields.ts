/** The fields of native records, and the parts that several record types share. */
import {
  ATTRIBUTES,
  choice,
  CURRENCY,
  DATE,
  FLAG,
  ID,
  ID_LIST,
  MONEY,
  NAME,
  NOTE,
  stampsOf,
  text,
} from './field-kinds.ts';
import { SECURITY_LENGTH_MAX } from './lengths.ts';
import type { FieldKind, StagedValue } from './field-kinds.ts';

/** Kinds of record that another record can name by id. Split lines of a transaction count as transactions. */
export const REFERENCED_KINDS = [
  'accounts',
  'categories',
  'tags',
  'merchants',
  'recurring_transactions',
  'transactions',
  'budgets',
] as const;
export type ReferencedKind = (typeof REFERENCED_KINDS)[number];

export interface Field {
  readonly kind: FieldKind;
  /**
   * Must not be blank. `by_preflight`: preflight requires it, because every export of the reference application has it.
   * An import accepts a record without it, and so does preflight if the record names the field as unknown.
   * `by_import`: the reference application's preflight does without it, but not its import. Preflight asks it of chunks only.
   */
  readonly required?: true | 'by_preflight' | 'by_import';
  /** If this is blank or of the wrong kind, an import leaves the record out instead of failing. */
  readonly skips?: true;
  /** A flow: in an export, money out is positive; in the database it is negative. */
  readonly flow?: true;
  /** The record's own id, by which other records name it. */
  readonly identifies?: ReferencedKind | 'rules';
  /** The id of another record. */
  readonly names?: ReferencedKind;
  /** The record that it names may be missing: then this record is left out at import. */
  readonly soft?: true;
  /** Staging column; the field's own name by default, null for none. */
  readonly column?: string | null;
  /** Not stored in the record's own table, or not as it is: the statements of import and export handle it by name. */
  readonly elsewhere?: true;
  /** The value that is staged when the field is blank. */
  readonly byDefault?: StagedValue;
}
export type Fields = Readonly<Record<string, Field>>;

/** The column in which a field is staged; null when it has none. */
export function columnOf(name: string, { column }: Field): string | null {
  return column === undefined ? name : column;
}

/** Any record may carry a list of tag ids in this field. */
export const TAG_IDS_FIELD = 'tag_ids';
/** Names the fields that our own export does not know although preflight requires them: a balance, a price. */
export const UNKNOWN_FIELD = 'unknown';

export const required = true;
export const id = (identifies: ReferencedKind | 'rules') =>
  ({ kind: ID, required, identifies, column: 'source_id' }) as const;
export const named = { kind: NAME, required } as const;
export const money = { kind: MONEY } as const;
export const amount = { kind: MONEY, required } as const;
export const date = { kind: DATE, required } as const;
export const dateOrSkip = { kind: DATE, required, skips: true } as const;
export const currency = { kind: CURRENCY } as const;
export const note = { kind: NOTE } as const;
export const flag = { kind: FLAG } as const;
export const label = { kind: text(255) } as const;
export const color = (byDefault: string) => ({ kind: text(32), byDefault }) as const;
export const accountRef = { kind: ID, names: 'accounts', column: 'account_ref' } as const;
export const account = { ...accountRef, required } as const;
export const category = { kind: ID, names: 'categories', column: 'category_ref' } as const;
export const merchant = { kind: ID, names: 'merchants', column: 'merchant_ref' } as const;
export const inflow = { kind: ID, required, names: 'transactions', column: 'inflow_ref' } as const;
export const outflow = { ...inflow, column: 'outflow_ref' } as const;
export const rejected = { soft: true, skips: true } as const;
const component = { kind: MONEY, column: null } as const;
export const securityText = text(SECURITY_LENGTH_MAX);
export const elsewhere = true;
export const mic = { kind: text(32), column: 'mic', elsewhere } as const;
export const security = {
  // A record without one is left out, unless `security` identifies it.
  ticker: { kind: securityText, required: 'by_preflight', elsewhere },
  currency,
  exchange_operating_mic: mic,
  security_name: { kind: securityText, elsewhere },
  security: { kind: ATTRIBUTES, column: null },
} as const;

/** Parts of a balance; those that a record leaves out stay unchanged. */
export const BALANCE_COMPONENTS = {
  start_balance: component,
  end_balance: component,
  start_cash_balance: component,
  start_non_cash_balance: component,
  end_cash_balance: component,
  end_non_cash_balance: component,
  cash_inflows: component,
  cash_outflows: component,
  non_cash_inflows: component,
  non_cash_outflows: component,
  net_market_flows: component,
  cash_adjustments: component,
  non_cash_adjustments: component,
} as const;

/** The purpose of a transaction: spending and income, or a side of a transfer. */
export const TRANSACTION_KINDS = [
  'standard',
  'funds_movement',
  'cc_payment',
  'loan_payment',
  'investment_contribution',
  'one_time',
] as const;

const stamps = { kind: stampsOf(() => OWNED) } as const;

/** What a transaction and each of its split lines may hold. */
export const entry = {
  name: { kind: text() },
  provider_merchant: note,
  provider_description: note,
  extra: { kind: ATTRIBUTES },
  locked_attributes: stamps,
  rule_attributes: stamps,
  notes: note,
  kind: { kind: choice(TRANSACTION_KINDS), byDefault: 'standard' },
  excluded: flag,
  pending: flag,
  investment_activity_label: label,
  category_id: category,
  merchant_id: merchant,
  [TAG_IDS_FIELD]: { kind: ID_LIST, names: 'tags', column: 'tag_refs', elsewhere: true },
} as const satisfies Fields;

/** What only the source of a transaction and the service can say about it. */
const OF_THE_SOURCE = [
  ...['provider_merchant', 'provider_description', 'extra', 'pending'],
  ...['locked_attributes', 'rule_attributes'],
];

/** Attributes of a transaction that a person or a rule can own. Others in an export mean nothing here. */
const OWNED: readonly string[] = [
  ...['account_id', 'date', 'amount'],
  ...Object.keys(entry).filter((name) => !OF_THE_SOURCE.includes(name)),
];
