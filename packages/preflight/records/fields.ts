/** What the fields of native records are, and the parts that several record types share. */
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
   * Must not be blank. `by_preflight`: the preflight asks for it, as every export of the reference application has it;
   * an import takes a record without, and the preflight, too, where the record names the field as unknown.
   */
  readonly required?: true | 'by_preflight';
  /** An import leaves the record out, instead of failing, when this is blank or of a wrong kind. */
  readonly skips?: true;
  /** A flow: the export writes money out as positive, the database as negative. */
  readonly flow?: true;
  /** The record's own id, by which others name it. */
  readonly identifies?: ReferencedKind | 'rules';
  /** The id of another record. */
  readonly names?: ReferencedKind;
  /** The record that is named may be missing: this one is then left out at import. */
  readonly soft?: true;
  /** Staging column; the field's own name by default, null for none. */
  readonly column?: string | null;
  /** Not in the record's own table, or not as it is: the statements of import and export deal with it by name. */
  readonly elsewhere?: true;
  /** Staged when the field is blank. */
  readonly byDefault?: StagedValue;
}
export type Fields = Readonly<Record<string, Field>>;

/** Where a field is staged; null when it has no column. */
export function columnOf(name: string, { column }: Field): string | null {
  return column === undefined ? name : column;
}

/** Any record may carry a list of tag ids under this name. */
export const TAG_IDS_FIELD = 'tag_ids';
/** Names the fields that our own export does not know, though the preflight asks for them: a balance, a price. */
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
  // One without is left out, unless `security` says what it is.
  ticker: { kind: securityText, required: 'by_preflight', elsewhere },
  currency,
  exchange_operating_mic: mic,
  security_name: { kind: securityText, elsewhere },
  security: { kind: ATTRIBUTES, column: null },
} as const;

/** Parts of a balance; those that a record leaves out are kept. */
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

/** What a transaction is for: spending and income, or a side of a transfer. */
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

/** What only the source of a transaction and the service say of it. */
const OF_THE_SOURCE = [
  ...['provider_merchant', 'provider_description', 'extra', 'pending'],
  ...['locked_attributes', 'rule_attributes'],
];

/** Attributes of a transaction that a person or a rule can own. Others of an export mean nothing here. */
const OWNED: readonly string[] = [
  ...['account_id', 'date', 'amount'],
  ...Object.keys(entry).filter((name) => !OF_THE_SOURCE.includes(name)),
];
