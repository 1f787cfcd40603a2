import type { Sql, Tx } from '../../db/connect.ts';
import { exportRules } from './export-rules.ts';

/** Rows fetched at a time: what an export costs in memory. */
const FETCHED_ROWS = 500;

/** One statement per record type, each row the text of one line. */
type ExportQuery = (
  tx: Tx,
  householdId: string,
) => { cursor(rows: number): AsyncIterable<unknown[]> };

/**
 * The household as a native export, line by line, from one snapshot. Records stand after everything they
 * name, so that any cut between two lines gives chunks that can be imported in order. Flows carry the
 * export's sign: money out is positive.
 */
export async function* exportLines(
  sql: Sql,
  householdId: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const connection = await sql.reserve();
  try {
    await connection`begin isolation level repeatable read read only`;
    for (const query of EXPORT) {
      const rows = query(connection as unknown as Tx, householdId).cursor(FETCHED_ROWS);
      for await (const batch of rows) {
        if (signal.aborted) return;
        yield batch.map((row) => `${(row as { line: string }).line}\n`).join('');
      }
    }
  } finally {
    await connection`rollback`.catch(() => undefined);
    connection.release();
  }
}

const accounts: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Account', 'data', jsonb_build_object(
    'id', id, 'name', name, 'accountable_type', accountable_type,
    'accountable', jsonb_build_object('subtype', subtype), 'currency', currency,
    'balance', trim_scale(balance)::text, 'cash_balance', trim_scale(cash_balance)::text,
    'currency_unknown', currency is null, 'status', status, 'institution_name', institution_name,
    'institution_domain', institution_domain, 'notes', notes,
    -- The valuations below hold the opening anchor; the import must not make another.
    'skip_opening_balance_import', true))::text as line
  from accounts
  where household_id = ${householdId}
  order by created_at, id`;

const categories: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Category', 'data', jsonb_build_object(
    'id', id, 'name', name, 'color', color, 'classification', classification, 'icon', icon,
    'parent_id', parent_id))::text as line
  from categories
  where household_id = ${householdId}
  order by parent_id is not null, name, id`;

const tags: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Tag', 'data', jsonb_build_object(
    'id', id, 'name', name, 'color', color))::text as line
  from tags
  where household_id = ${householdId}
  order by name, id`;

const merchants: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Merchant', 'data', jsonb_build_object(
    'id', id, 'name', name, 'color', color, 'website_url', website_url,
    'logo_url', logo_url))::text as line
  from merchants
  where household_id = ${householdId}
  order by name, id`;

const recurringTransactions: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'RecurringTransaction', 'data', jsonb_build_object(
    'id', id, 'account_id', account_id, 'merchant_id', merchant_id, 'name', name,
    'amount', trim_scale(-amount)::text, 'currency', currency,
    'expected_day_of_month', expected_day_of_month, 'last_occurrence_date', last_occurrence_date,
    'next_expected_date', next_expected_date, 'status', status,
    'occurrence_count', occurrence_count))::text as line
  from recurring_transactions
  where household_id = ${householdId}
  order by created_at, id`;

const transactions: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Transaction', 'data', jsonb_build_object(
    'id', t.id, 'account_id', t.account_id, 'date', t.date, 'amount', trim_scale(-t.amount)::text,
    'currency', t.currency, 'name', t.name, 'notes', t.notes, 'kind', t.kind,
    'excluded', t.excluded, 'pending', t.pending, 'category_id', t.category_id,
    'merchant_id', t.merchant_id, 'investment_activity_label', t.investment_activity_label,
    'provider_merchant', t.provider_merchant, 'provider_description', t.provider_description,
    'extra', t.extra, 'locked_attributes', t.locked_attributes, 'rule_attributes', t.rule_attributes,
    'tag_ids', coalesce((
      select jsonb_agg(tt.tag_id order by tt.tag_id)
      from transaction_tags tt
      where tt.transaction_id = t.id
    ), '[]')) || case
      -- Said beside the lines: all of them may be gone.
      when t.is_split_parent then jsonb_build_object('is_split_parent', true, 'split_lines', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', s.id, 'amount', trim_scale(-s.amount)::text, 'name', s.name, 'notes', s.notes,
          'kind', s.kind, 'excluded', s.excluded, 'category_id', s.category_id,
          'merchant_id', s.merchant_id, 'date', s.date, 'pending', s.pending,
          'investment_activity_label', s.investment_activity_label,
          'provider_merchant', s.provider_merchant, 'provider_description', s.provider_description,
          'extra', s.extra, 'locked_attributes', s.locked_attributes, 'rule_attributes', s.rule_attributes,
          'tag_ids', coalesce((
            select jsonb_agg(tt.tag_id order by tt.tag_id)
            from transaction_tags tt
            where tt.transaction_id = s.id
          ), '[]')) order by s.amount, s.name, s.id)
          -- Not in where: it would let the planner scan a partial index of all rows for each parent.
          filter (where s.removed_at is null)
        from transactions s
        where s.parent_id = t.id
      ), '[]'))
      else '{}'
    end)::text as line
  from transactions t
  where t.household_id = ${householdId}
    and t.removed_at is null
    and t.parent_id is null
  order by t.date desc, t.id`;

const transfers: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Transfer', 'data', jsonb_build_object(
    'id', f.id, 'inflow_transaction_id', f.inflow_transaction_id,
    'outflow_transaction_id', f.outflow_transaction_id, 'status', f.status,
    'notes', f.notes, 'mirror', case
      when i.mirror_of = o.id then 'inflow'
      when o.mirror_of = i.id then 'outflow'
    end))::text as line
  from transfers f
  join transactions i on i.id = f.inflow_transaction_id and i.removed_at is null
  join transactions o on o.id = f.outflow_transaction_id and o.removed_at is null
  where f.household_id = ${householdId}
  order by f.created_at, f.id`;

const rejectedTransfers: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'RejectedTransfer', 'data', jsonb_build_object(
    'id', f.id, 'inflow_transaction_id', f.inflow_transaction_id,
    'outflow_transaction_id', f.outflow_transaction_id))::text as line
  from rejected_transfers f
  join transactions i on i.id = f.inflow_transaction_id and i.removed_at is null
  join transactions o on o.id = f.outflow_transaction_id and o.removed_at is null
  where f.household_id = ${householdId}
  order by f.created_at, f.id`;

/** The security `s` whole: `ticker` is for readers that need one, and may be another of its names. */
const security = (tx: Tx) => tx`jsonb_build_object(
  'ticker', s.ticker, 'exchange_operating_mic', s.exchange_operating_mic, 'name', s.name,
  'currency', s.currency, 'isin', s.isin, 'figi', s.figi, 'cusip', s.cusip)`;

const trades: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Trade', 'data', jsonb_build_object(
    'id', t.id, 'account_id', t.account_id, 'date', t.date, 'name', t.name,
    'ticker', coalesce(s.ticker, s.isin, s.name), 'security_name', s.name,
    'exchange_operating_mic', s.exchange_operating_mic, 'security', ${security(tx)}, 'qty', trim_scale(t.quantity)::text,
    'price', trim_scale(t.price)::text, 'amount', trim_scale(-t.amount)::text,
    'currency', t.currency, 'fee', trim_scale(t.fee)::text, 'notes', t.notes,
    'investment_activity_label', t.investment_activity_label))::text as line
  from trades t
  join securities s on s.id = t.security_id
  where t.household_id = ${householdId}
  order by t.date desc, t.id`;

const holdings: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Holding', 'data', jsonb_build_object(
    'id', h.id, 'account_id', h.account_id, 'date', h.date,
    'ticker', coalesce(s.ticker, s.isin, s.name), 'security_name', s.name,
    'exchange_operating_mic', s.exchange_operating_mic, 'security', ${security(tx)}, 'qty', trim_scale(h.quantity)::text,
    'price', trim_scale(h.price)::text, 'amount', trim_scale(h.value)::text,
    'currency', h.currency, 'cost_basis', trim_scale(h.cost_basis)::text,
    'cost_basis_source', h.cost_basis_source,
    -- Of several positions of one security on one day: which one; null for the first.
    'position', nullif(row_number() over (
      partition by h.account_id, h.security_id, h.date, h.currency
      order by h.external_id nulls first, h.id
    ), 1)))::text as line
  from holdings h
  join securities s on s.id = h.security_id
  where h.household_id = ${householdId}
  order by h.date desc, h.id`;

const valuations: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Valuation', 'data', jsonb_build_object(
    'id', id, 'account_id', account_id, 'date', date, 'kind', kind, 'name', name,
    'amount', trim_scale(amount)::text, 'currency', currency, 'notes', notes))::text as line
  from valuations
  where household_id = ${householdId}
  order by date desc, id`;

const balances: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Balance', 'data', components || jsonb_build_object(
    'id', id, 'account_id', account_id, 'date', date, 'currency', currency,
    'balance', trim_scale(balance)::text, 'cash_balance', trim_scale(cash_balance)::text,
    'flows_factor', flows_factor))::text as line
  from balances
  where household_id = ${householdId}
  order by date desc, id`;

const budgets: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'Budget', 'data', jsonb_build_object(
    'id', id, 'start_date', start_date, 'end_date', end_date,
    'budgeted_spending', trim_scale(budgeted_spending)::text,
    'expected_income', trim_scale(expected_income)::text, 'currency', currency))::text as line
  from budgets
  where household_id = ${householdId}
  order by start_date, end_date, id`;

const budgetCategories: ExportQuery = (tx, householdId) => tx`
  select json_build_object('type', 'BudgetCategory', 'data', jsonb_build_object(
    'id', id, 'budget_id', budget_id, 'category_id', category_id,
    'budgeted_spending', trim_scale(budgeted_spending)::text, 'currency', currency))::text as line
  from budget_categories
  where household_id = ${householdId}
  order by created_at, id`;

const EXPORT: readonly ExportQuery[] = [
  accounts,
  categories,
  tags,
  merchants,
  recurringTransactions,
  transactions,
  transfers,
  rejectedTransfers,
  trades,
  holdings,
  valuations,
  balances,
  budgets,
  budgetCategories,
  exportRules,
];
