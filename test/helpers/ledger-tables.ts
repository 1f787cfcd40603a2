import type { Sql } from '../../shared/postgres/connect.ts';

/** The tables of a ledger, what others name first, and how a row of each is distinguished from the others. */
const TABLES = {
  accounts: 'name',
  categories: 'name',
  tags: 'name',
  merchants: 'name',
  securities: 'concat_ws(chr(31), ticker, exchange_operating_mic, name)',
  transactions: 'name',
  budgets: 'start_date::text',
  rules: 'name',
  balances: null,
  recurring_transactions: null,
  transaction_tags: null,
  transfers: null,
  rejected_transfers: null,
  trades: null,
  holdings: null,
  valuations: null,
  budget_categories: null,
  provider_accounts: null,
  transaction_aliases: null,
  import_profiles: null,
} as const;

/** What a row has because of where and when it was written. */
const OF_THE_ROW = new Set([
  'id',
  'household_id',
  'created_at',
  'updated_at',
  'import_session_id',
  'balance_at',
  // The first of the files that know the row, which an export lists in another order.
  'import_id',
  'import_name',
  'import_date',
  'import_external_id',
]);

/** Of a row that a session brought and neither bank nor file has. */
const OF_A_SESSION = new Set(['source', 'external_id']);
const ORIGINS: ReadonlySet<unknown> = new Set(['provider', 'csv_import']);

/** Every row of a household's ledger that is not removed, as text and without ids: two that are equal say the same. */
export async function listLedgerRows(sql: Sql, householdId: string): Promise<string[]> {
  const labels = new Map<string, string>();
  const rows: string[] = [];
  const tables = Object.entries(TABLES);
  for (const [table, label] of tables) {
    if (label === null) continue;
    const named = await sql.unsafe<{ id: string; label: string | null }[]>(
      `select id, ${label} as label from ${table} where household_id = $1`,
      [householdId],
    );
    for (const each of named) labels.set(each.id, `${table} ${each.label ?? ''}`);
  }
  const show = (value: unknown): unknown => {
    if (typeof value === 'string') return labels.get(value) ?? value;
    if (Array.isArray(value)) return value.map(show);
    if (typeof value !== 'object' || value === null) return value;
    const hasOrigin = !('source' in value) || ORIGINS.has(value.source);
    const own = Object.entries(value).filter(
      ([name]) => !OF_THE_ROW.has(name) && (hasOrigin || !OF_A_SESSION.has(name)),
    );
    return Object.fromEntries(own.map(([name, each]) => [name, show(each)]));
  };
  for (const [table] of tables) {
    const gone = 'select id from transactions where household_id = $1 and removed_at is not null';
    const present =
      table === 'transactions'
        ? 'and removed_at is null'
        : table === 'transaction_tags'
          ? `and transaction_id not in (${gone})`
          : '';
    const found = await sql.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(t) as row from ${table} t where household_id = $1 ${present}`,
      [householdId],
    );
    for (const { row } of found) rows.push(`${table} ${JSON.stringify(show(row))}`);
  }
  return rows.sort();
}
