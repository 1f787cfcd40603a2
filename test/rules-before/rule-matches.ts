import type { PendingQuery, Row } from 'postgres';
import type { AnySql, Tx } from '../../shared/db/connect.ts';
import type { ActionEffect } from './compile-match.ts';
import type { Fragment } from './fragment.ts';
import { fragmentQuery } from './fragment-query.ts';

/**
 * Finds the transactions that a rule matches, once: every action then works on this set, whatever
 * the actions before it changed. Returns how many there are.
 *
 * Candidates are the household's transactions on accounts that are not disabled; of a split
 * transaction the parts and not the whole. The set lives in a temporary table of the connection and
 * is emptied when the transaction ends.
 */
export async function fillRuleMatches(
  tx: Tx,
  householdId: string,
  match: Fragment,
): Promise<number> {
  await tx`
    create temporary table if not exists rule_matches (
      transaction_id uuid primary key,
      modified boolean not null default false
    ) on commit delete rows`;
  await tx`delete from rule_matches`;
  const { count } = await tx`
    insert into rule_matches (transaction_id)
    select t.id
    from transactions t
    join accounts a on a.household_id = t.household_id and a.id = t.account_id
    where t.household_id = ${householdId}
      and a.status in ('active', 'draft')
      and t.removed_at is null
      and not t.is_split_parent
      and (${fragmentQuery(tx, match)})`;
  // A temporary table has no statistics of its own; the guess for one without is a few rows.
  if (count > 50) await tx`analyze rule_matches`;
  return count;
}

/** How many matched transactions some action changed. */
export async function countModifiedMatches(tx: Tx): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count
    from rule_matches
    where modified`;
  return row?.count ?? 0;
}

/**
 * The matched transactions that an effect would change, locked ones included: transaction_id,
 * attribute, old_value, new_value, locked. Rows that hold the value already are not among them.
 * Both the engine and the preview start from this, so they cannot disagree.
 */
export function effectTargets(
  sql: AnySql,
  householdId: string,
  effect: Extract<ActionEffect, { kind: 'set' | 'add_tag' }>,
): PendingQuery<Row[]> {
  switch (effect.kind) {
    case 'set': {
      const column = sql(effect.column);
      const value = fragmentQuery(sql, effect.value);
      return sql`
        select t.id as transaction_id, ${effect.column}::text as attribute,
          t.${column}::text as old_value, (${value})::text as new_value,
          t.locked_attributes ? ${effect.column} as locked
        from rule_matches m
        join transactions t on t.id = m.transaction_id
        where t.household_id = ${householdId}
          and t.${column} is distinct from ${value}
          and ${targetExists(sql, householdId, effect)}`;
    }
    case 'add_tag':
      return sql`
        select t.id as transaction_id, 'tag_ids' as attribute,
          tags.ids as old_value, concat_ws(',', tags.ids, ${effect.tagId}::text) as new_value,
          t.locked_attributes ? 'tag_ids' as locked
        from rule_matches m
        join transactions t on t.id = m.transaction_id
        left join lateral (
          select string_agg(tt.tag_id::text, ',' order by tt.tag_id) as ids
          from transaction_tags tt
          where tt.transaction_id = t.id
        ) tags on true
        where t.household_id = ${householdId}
          and not exists (
            select 1
            from transaction_tags tt
            where tt.transaction_id = t.id and tt.tag_id = ${effect.tagId}
          )
          and exists (select 1 from tags where household_id = ${householdId} and id = ${effect.tagId})`;
  }
}

/** A record that was deleted since the rule was saved turns the action into no change at all. */
function targetExists(
  sql: AnySql,
  householdId: string,
  effect: Extract<ActionEffect, { kind: 'set' }>,
): PendingQuery<Row[]> {
  const value = fragmentQuery(sql, effect.value);
  switch (effect.column) {
    case 'category_id':
      return sql`exists (select 1 from categories where household_id = ${householdId} and id = ${value})`;
    case 'merchant_id':
      return sql`exists (select 1 from merchants where household_id = ${householdId} and id = ${value})`;
    default:
      return sql`true`;
  }
}
