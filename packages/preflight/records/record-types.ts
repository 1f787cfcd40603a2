/**
 * The native export: NDJSON, one record `{type, data}` per line. This table alone says what each record type holds: preflight's
 * checks, the reading of an import session, its staging columns, what it copies and what an export writes derive from it.
 */
import {
  ANYTHING,
  choice,
  count,
  DATE,
  DAY_OF_MONTH,
  FLAG,
  ID,
  MONEY,
  NAME,
  PRICE,
  QUANTITY,
  SIGN,
  text,
} from './field-kinds.ts';
import {
  id,
  named,
  money,
  amount,
  date,
  dateOrSkip,
  currency,
  note,
  flag,
  label,
  color,
  accountRef,
  account,
  category,
  merchant,
  inflow,
  outflow,
  rejected,
  security,
  BALANCE_COMPONENTS,
  elsewhere,
  entry,
  required,
} from './fields.ts';
import type { Fields, ReferencedKind } from './fields.ts';
import * as provenance from './provenance.ts';

export interface RecordType {
  /** As written in `type`, exactly. */
  readonly name: string;
  /** Key of entity_counts and of an import session's summary. */
  readonly entityKey: string;
  /** In the order in which faults are reported. Other fields may come in any order. */
  readonly fields: Fields;
  /** The reference application does not have this type, and does not count it. */
  readonly isOurs?: true;
}

/** The record types, in the order in which an import applies them, regardless of the order of the lines. */
export const RECORD_TYPES = [
  {
    name: 'Account',
    entityKey: 'accounts',
    fields: {
      id: id('accounts'),
      name: named,
      balance: { kind: MONEY, required: 'by_preflight' },
      // One of ACCOUNT_TYPES, with one of its subtypes: both are checked together.
      accountable_type: { kind: ANYTHING, required: 'by_preflight' },
      cash_balance: money,
      currency,
      subtype: { kind: ANYTHING },
      status: { kind: choice(['active', 'disabled', 'draft']), byDefault: 'active' },
      institution_name: label,
      institution_domain: label,
      number: label,
      notes: note,
      currency_unknown: { ...flag, elsewhere },
      // The balance is that of the opening valuation; transactions change it.
      balance_is_opening: { ...flag, elsewhere },
      opening_balance_date: { kind: DATE, column: 'opening_date', elsewhere },
      ...provenance.accountOrigin,
      skip_opening_balance_import: { kind: FLAG, column: null },
      authoritative_balance_history: { kind: FLAG, column: null },
    },
  },
  {
    name: 'Balance',
    entityKey: 'balances',
    fields: {
      account_id: account,
      date: dateOrSkip,
      balance: { kind: MONEY, required, skips: true },
      cash_balance: money,
      currency,
      ...BALANCE_COMPONENTS,
      flows_factor: { kind: SIGN },
    },
  },
  {
    name: 'Category',
    entityKey: 'categories',
    fields: {
      id: id('categories'),
      name: named,
      parent_id: { ...category, column: 'parent_ref' },
      color: color('#737373'),
      classification: { kind: choice(['expense', 'income']), byDefault: 'expense' },
      icon: { kind: text(64) },
      lucide_icon: { kind: text(64), column: null },
    },
  },
  {
    name: 'Tag',
    entityKey: 'tags',
    fields: { id: id('tags'), name: named, color: color('#e99537') },
  },
  {
    name: 'Merchant',
    entityKey: 'merchants',
    fields: {
      id: id('merchants'),
      name: named,
      color: color('#6172f3'),
      website_url: { kind: text(2000) },
      logo_url: { kind: text(2000) },
    },
  },
  {
    name: 'RecurringTransaction',
    entityKey: 'recurring_transactions',
    fields: {
      id: id('recurring_transactions'),
      amount: { ...amount, flow: true },
      expected_day_of_month: { kind: DAY_OF_MONTH, required, skips: true },
      last_occurrence_date: dateOrSkip,
      next_expected_date: dateOrSkip,
      currency,
      name: { kind: text() },
      status: { kind: choice(['active', 'inactive']), byDefault: 'active' },
      occurrence_count: { kind: count(0, 2_147_483_647), byDefault: 0 },
      account_id: accountRef,
      merchant_id: merchant,
    },
  },
  {
    name: 'Transaction',
    entityKey: 'transactions',
    fields: {
      id: { ...id('transactions'), column: 'external_id' },
      account_id: account,
      date,
      amount: { ...amount, flow: true },
      currency,
      // The id that a client gave it.
      external_id: { kind: ID, column: 'client_external_id' },
      ...entry,
      // A split transaction whose lines are all gone.
      is_split_parent: { ...flag, elsewhere },
      ...provenance.transactionOrigin,
    },
  },
  {
    name: 'DeletedTransaction',
    entityKey: 'deleted_transactions',
    isOurs: true,
    fields: provenance.deletedTransaction,
  },
  {
    name: 'Transfer',
    entityKey: 'transfers',
    fields: {
      inflow_transaction_id: inflow,
      outflow_transaction_id: outflow,
      status: { kind: choice(['pending', 'confirmed']), byDefault: 'pending' },
      // The side that a rule created.
      mirror: { kind: choice(['inflow', 'outflow']), elsewhere },
      notes: note,
    },
  },
  {
    name: 'RejectedTransfer',
    entityKey: 'rejected_transfers',
    fields: {
      inflow_transaction_id: { ...inflow, ...rejected },
      outflow_transaction_id: { ...outflow, ...rejected },
    },
  },
  {
    name: 'Trade',
    entityKey: 'trades',
    fields: {
      account_id: account,
      date,
      amount: { ...amount, flow: true },
      qty: { kind: QUANTITY, required, column: 'quantity' },
      price: { kind: PRICE, required },
      ...security,
      id: { kind: ID, required: 'by_import', column: 'external_id' },
      name: { kind: text() },
      fee: money,
      investment_activity_label: label,
      notes: note,
      ...provenance.tradeOrigin,
    },
  },
  {
    name: 'Holding',
    entityKey: 'holdings',
    fields: {
      account_id: account,
      date,
      amount: { kind: MONEY, required: 'by_preflight', column: 'value' },
      qty: { kind: QUANTITY, required, column: 'quantity' },
      price: { kind: PRICE, required: 'by_preflight' },
      ...security,
      cost_basis: money,
      // Distinguishes several holdings of one security on one day.
      position: { kind: count(2, 999_999), elsewhere },
      cost_basis_source: { kind: choice(['manual', 'calculated', 'provider']) },
      ...provenance.holdingOrigin,
    },
  },
  {
    name: 'Valuation',
    entityKey: 'valuations',
    fields: {
      account_id: account,
      date,
      amount,
      currency,
      id: { kind: ID, required: 'by_import', column: 'external_id' },
      kind: {
        kind: choice(['reconciliation', 'opening_anchor', 'current_anchor']),
        byDefault: 'reconciliation',
      },
      name: { kind: text() },
      notes: note,
    },
  },
  {
    name: 'Budget',
    entityKey: 'budgets',
    fields: {
      id: id('budgets'),
      start_date: dateOrSkip,
      end_date: dateOrSkip,
      budgeted_spending: money,
      expected_income: money,
      currency,
    },
  },
  {
    name: 'BudgetCategory',
    entityKey: 'budget_categories',
    fields: {
      budget_id: { kind: ID, required, names: 'budgets', column: 'budget_ref' },
      category_id: { ...category, required },
      budgeted_spending: { kind: MONEY, byDefault: '0' },
      currency,
    },
  },
  {
    name: 'ImportProfile',
    entityKey: 'import_profiles',
    isOurs: true,
    fields: provenance.importProfile,
  },
  {
    name: 'Rule',
    entityKey: 'rules',
    fields: {
      id: id('rules'),
      name: { kind: NAME },
      effective_date: { kind: DATE },
    },
  },
] as const satisfies readonly RecordType[];

export type RecordTypeName = (typeof RECORD_TYPES)[number]['name'];
export type EntityKey = (typeof RECORD_TYPES)[number]['entityKey'];
export type NamedRecordType = RecordType & { name: RecordTypeName; entityKey: EntityKey };

const byName = new Map<string, NamedRecordType>(RECORD_TYPES.map((type) => [type.name, type]));
const nameByKind = new Map(
  RECORD_TYPES.flatMap((type: NamedRecordType) => {
    const kind = type.fields['id']?.identifies;
    return kind === undefined ? [] : [[kind, type.name] as const];
  }),
);

/** The record type with exactly this name; undefined if it is not supported. */
export function findRecordType(name: string): NamedRecordType | undefined {
  return byName.get(name);
}

/** The name of the type that ids of this kind belong to. */
export function typeOfKind(kind: ReferencedKind): RecordTypeName {
  return nameByKind.get(kind) ?? 'Transaction';
}
