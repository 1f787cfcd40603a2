/**
 * The native export: NDJSON, one record `{type, data}` per line. This folder reads and judges it; it knows
 * neither HTTP nor SQL. The table below is the one place that says what each record type holds.
 */

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

/** A field that names another record. A soft one may dangle: the record is then left out at import. */
export interface Reference {
  readonly field: string;
  readonly kind: ReferencedKind;
  readonly soft?: true;
}

/** What a value must be when it is there. Fields that no kind names are taken as they come. */
export type FieldKind =
  | 'text'
  | 'name'
  | 'money'
  | 'quantity'
  | 'price'
  | 'date'
  | 'currency'
  | 'day_of_month'
  | 'attributes';

export interface RecordType {
  /** As written in `type`, exactly. */
  readonly name: string;
  /** Key of entity_counts and of an import session's summary. */
  readonly entityKey: string;
  /** Fields that must not be blank, in the order in which they are reported. */
  readonly required: readonly string[];
  /** The kind that this record's `id` identifies; null when nothing refers to it by id. */
  readonly idKind: ReferencedKind | 'rules' | null;
  readonly references: readonly Reference[];
  /** Fields whose value is checked, in the order in which they are reported. */
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Money fields that are flows: the export writes money out as positive, the database as negative. */
  readonly flows: readonly string[];
}

const account: Reference = { field: 'account_id', kind: 'accounts' };
const category: Reference = { field: 'category_id', kind: 'categories' };
const merchant: Reference = { field: 'merchant_id', kind: 'merchants' };
const inflow: Reference = { field: 'inflow_transaction_id', kind: 'transactions' };
const outflow: Reference = { field: 'outflow_transaction_id', kind: 'transactions' };

const security = {
  required: ['account_id', 'date', 'amount', 'qty', 'price', 'ticker'],
  idKind: null,
  references: [account],
  fields: {
    date: 'date',
    amount: 'money',
    qty: 'quantity',
    price: 'price',
    currency: 'currency',
    ticker: 'text',
  },
} as const;

/** The fifteen record types, in the order in which an import applies them whatever the order of the lines. */
export const RECORD_TYPES = [
  {
    name: 'Account',
    entityKey: 'accounts',
    required: ['id', 'name', 'balance', 'accountable_type'],
    idKind: 'accounts',
    references: [],
    fields: { name: 'name', balance: 'money', cash_balance: 'money', currency: 'currency' },
    flows: [],
  },
  {
    name: 'Balance',
    entityKey: 'balances',
    required: ['account_id', 'date', 'balance'],
    idKind: null,
    references: [account],
    fields: { date: 'date', balance: 'money', cash_balance: 'money', currency: 'currency' },
    flows: [],
  },
  {
    name: 'Category',
    entityKey: 'categories',
    required: ['id', 'name'],
    idKind: 'categories',
    references: [{ field: 'parent_id', kind: 'categories' }],
    fields: { name: 'name' },
    flows: [],
  },
  {
    name: 'Tag',
    entityKey: 'tags',
    required: ['id', 'name'],
    idKind: 'tags',
    references: [],
    fields: { name: 'name' },
    flows: [],
  },
  {
    name: 'Merchant',
    entityKey: 'merchants',
    required: ['id', 'name'],
    idKind: 'merchants',
    references: [],
    fields: { name: 'name' },
    flows: [],
  },
  {
    name: 'RecurringTransaction',
    entityKey: 'recurring_transactions',
    required: [
      'id',
      'amount',
      'expected_day_of_month',
      'last_occurrence_date',
      'next_expected_date',
    ],
    idKind: 'recurring_transactions',
    references: [account, merchant],
    fields: {
      amount: 'money',
      expected_day_of_month: 'day_of_month',
      last_occurrence_date: 'date',
      next_expected_date: 'date',
      currency: 'currency',
    },
    flows: ['amount'],
  },
  {
    name: 'Transaction',
    entityKey: 'transactions',
    required: ['id', 'account_id', 'date', 'amount'],
    idKind: 'transactions',
    references: [account, category, merchant],
    fields: {
      date: 'date',
      amount: 'money',
      currency: 'currency',
      name: 'text',
      provider_merchant: 'text',
      provider_description: 'text',
      extra: 'attributes',
      locked_attributes: 'attributes',
      rule_attributes: 'attributes',
    },
    flows: ['amount'],
  },
  {
    name: 'Transfer',
    entityKey: 'transfers',
    required: ['inflow_transaction_id', 'outflow_transaction_id'],
    idKind: null,
    references: [inflow, outflow],
    fields: {},
    flows: [],
  },
  {
    name: 'RejectedTransfer',
    entityKey: 'rejected_transfers',
    required: ['inflow_transaction_id', 'outflow_transaction_id'],
    idKind: null,
    references: [
      { ...inflow, soft: true },
      { ...outflow, soft: true },
    ],
    fields: {},
    flows: [],
  },
  { name: 'Trade', entityKey: 'trades', flows: ['amount'], ...security },
  { name: 'Holding', entityKey: 'holdings', flows: [], ...security },
  {
    name: 'Valuation',
    entityKey: 'valuations',
    required: ['account_id', 'date', 'amount'],
    idKind: null,
    references: [account],
    fields: { date: 'date', amount: 'money', currency: 'currency' },
    flows: [],
  },
  {
    name: 'Budget',
    entityKey: 'budgets',
    required: ['id', 'start_date', 'end_date'],
    idKind: 'budgets',
    references: [],
    fields: {
      start_date: 'date',
      end_date: 'date',
      budgeted_spending: 'money',
      expected_income: 'money',
      currency: 'currency',
    },
    flows: [],
  },
  {
    name: 'BudgetCategory',
    entityKey: 'budget_categories',
    required: ['budget_id', 'category_id'],
    idKind: null,
    references: [{ field: 'budget_id', kind: 'budgets' }, category],
    fields: { budgeted_spending: 'money', currency: 'currency' },
    flows: [],
  },
  {
    name: 'Rule',
    entityKey: 'rules',
    required: ['id'],
    idKind: 'rules',
    references: [],
    fields: { name: 'name' },
    flows: [],
  },
] as const satisfies readonly RecordType[];

export type RecordTypeName = (typeof RECORD_TYPES)[number]['name'];
export type EntityKey = (typeof RECORD_TYPES)[number]['entityKey'];

const byName = new Map<string, RecordType & { name: RecordTypeName; entityKey: EntityKey }>(
  RECORD_TYPES.map((type) => [type.name, type]),
);

/** The record type of that exact name, or undefined when it is not supported. */
export function findRecordType(
  name: string,
): (RecordType & { name: RecordTypeName; entityKey: EntityKey }) | undefined {
  return byName.get(name);
}

/** Names under which a transaction may carry its split lines; the first that is there counts. */
export const SPLIT_LINES_FIELDS = ['split_lines', 'splitLines', 'splits'] as const;
/** Names under which a split line may carry its amount; the first that is not blank counts. */
export const SPLIT_AMOUNT_FIELDS = ['amount', 'amount_money', 'amount_decimal'] as const;
/** References that a split line may hold beside `tag_ids`. */
export const SPLIT_REFERENCES: readonly Reference[] = [category, merchant];
/** Any record may carry a list of tag ids under this name. */
export const TAG_IDS_FIELD = 'tag_ids';
