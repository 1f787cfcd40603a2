import type { AnySql } from '../../postgres/connect.ts';
import { CONTRIBUTIONS_CATEGORY } from '#preflight/rules/transfer-kinds';

/** The category for contributions to investments; null if the household has none. */
export async function findContributionsCategory(
  sql: AnySql,
  householdId: string,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from categories
    where household_id = ${householdId} and name = ${CONTRIBUTIONS_CATEGORY}`;
  return row?.id ?? null;
}

/** The same, but creates the category if it is missing. */
export async function upsertContributionsCategory(
  sql: AnySql,
  householdId: string,
): Promise<string | null> {
  await sql`
    insert into categories (household_id, name)
    values (${householdId}, ${CONTRIBUTIONS_CATEGORY})
    on conflict (household_id, name) do nothing`;
  return findContributionsCategory(sql, householdId);
}
