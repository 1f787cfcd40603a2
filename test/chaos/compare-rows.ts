import type { Sql } from '../../shared/postgres/connect.ts';
import { countRows, rowText, type RowText } from './provider-data.ts';

export type Difference = { lost: number; doubled: number; foreign: number; example: string | null };

/** Compares what a connection (alone in its household) has on file, removed rows included, with what the provider has for its key. */
export async function compareRows(
  sql: Sql,
  connection: { householdId: string; connectionId: string },
  expected: Map<RowText, number>,
): Promise<Difference> {
  const rows = await sql<
    { account: string; id: string; day: string; amount: string; text: string; removed: boolean }[]
  >`
    select coalesce(links.provider_account_id, 'of no account') as account, t.external_id as id, t.date::text as day, t.amount::text as amount,
      t.provider_description as text, t.removed_at is not null as removed
    from transactions t
    left join provider_accounts links
      on links.connection_id = ${connection.connectionId}
      and links.account_id = t.account_id
    where t.household_id = ${connection.householdId}`;
  const stored = countRows(
    rows.map(({ account, id, day, amount, text, removed }) => {
      // Rows without an id are kept under a key of ours.
      const known = /^k\d+-\d+$/.test(id) ? id : null;
      return `${rowText(account, known, day, amount, text)}${removed ? ' (removed)' : ''}`;
    }),
  );
  const difference: Difference = { lost: 0, doubled: 0, foreign: 0, example: null };
  for (const row of new Set([...expected.keys(), ...stored.keys()])) {
    const wanted = expected.get(row) ?? 0;
    const found = stored.get(row) ?? 0;
    if (wanted === found) continue;
    if (wanted === 0) difference.foreign += found;
    else if (found < wanted) difference.lost += wanted - found;
    else difference.doubled += found - wanted;
    difference.example ??= `${row}: ${found} instead of ${wanted}`;
  }
  return difference;
}
