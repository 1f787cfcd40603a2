import type { AnySql, Fragment } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { SYNTHETIC_KEY_PATTERN } from '../../imports/match/content-hash.ts';
import { insertRuleWorkOf } from '../../rules/store/rule-work.ts';
import { isBankRow } from './read-scope.ts';
import type { ReadScope } from './read-scope.ts';
import { ofHousehold } from '../../postgres/plans.ts';

/**
 * Writes the result of a reconciliation, as set-based statements in one transaction. Amount, currency, date and the
 * pending flag always come from the provider; a name only until a person or a rule sets it.
 */

/** Assigns to the row `stored` what the bank says in the row `listed`, both by their names in the statement. */
export function bankContent(
  sql: AnySql,
  stored: string,
  listed: string,
  [merchant, description] = ['provider_merchant', 'provider_description'],
): Fragment {
  const said = (column: string) => sql(`${listed}.${column}`);
  const own = (column: string) => sql(`${stored}.${column}`);
  return sql`
    date = ${said('date')},
    amount = ${said('amount')},
    currency = ${said('currency')},
    name = case
      when ${own('locked_attributes')} ? 'name' or ${own('rule_attributes')} ? 'name' then ${own('name')}
      else ${said('name')}
    end,
    provider_merchant = ${said(merchant)},
    provider_description = ${said(description)},
    extra = (${own('extra')} - 'provider') || coalesce(${said('extra')}, '{}'),
    content_hash = ${said('content_hash')}`;
}

const providerFields = (sql: AnySql) => sql`
  ${bankContent(sql, 'stored', 'listed', ['merchant', 'description'])},
  missed_reads = 0,
  stale_pending = false,
  removed_at = case when stored.removed_reason = 'vanished' then null else stored.removed_at end,
  removed_reason = nullif(stored.removed_reason, 'vanished')`;

/**
 * The last part of a statement: notes for rules what a CTE `written` updated, and returns the split ones of it of which something
 * changed that their lines share. The statement itself still sees the rows as they were.
 */
const noteWritten = (sql: AnySql, householdId: string): Fragment => sql`
  , noted as (
    ${insertRuleWorkOf(sql, householdId, sql`written`)}
  )
  select written.id
  from written
  join transactions before on before.${ofHousehold(sql, householdId)} and before.id = written.id
  where written.is_split_parent
    and (before.date, before.amount, before.currency, before.pending)
      is distinct from (written.date, written.amount, written.currency, written.pending)`;

const fieldsOfWritten = (sql: AnySql): Fragment => sql`
  stored.id, stored.is_split_parent, stored.date, stored.amount, stored.currency, stored.pending`;

/**
 * Tier 1: updates the known rows that `markKnownRows` found to differ. Rules look again at one of which only further fields changed,
 * but nobody else sees these, so that it does not count as changed. Returns the split ones whose lines have to follow.
 */
export async function updateKnownRows(sql: AnySql, scope: ReadScope, now: Date): Promise<string[]> {
  const split = await sql<{ id: string }[]>`
    with written as (
      update transactions stored
      set ${providerFields(sql)},
        pending = listed.pending and (stored.pending or stored.external_id !~ ${SYNTHETIC_KEY_PATTERN}),
        absorbed_pending = stored.absorbed_pending or (stored.pending and not listed.pending),
        updated_at = case when listed.differs then ${now} else stored.updated_at end
      from read_rows listed
      where (listed.differs or listed.retold)
        and stored.${ofHousehold(sql, scope.householdId)}
        and stored.account_id = ${scope.accountId}
        and stored.id = listed.transaction_id
      returning ${fieldsOfWritten(sql)}
    )
    ${noteWritten(sql, scope.householdId)}`;
  return split.map(({ id }) => id);
}

/** Makes the keys of these rows aliases, which they stay when the rows get other keys. */
export function keepFormerKeys(
  sql: AnySql,
  { householdId, accountId }: Pick<ReadScope, 'householdId' | 'accountId'>,
  ids: readonly string[],
  now: Date,
) {
  return sql<{ key: string }[]>`
    insert into transaction_aliases (household_id, account_id, external_id, transaction_id, created_at)
    select household_id, account_id, external_id, id, ${now}
    from transactions
    where household_id = ${householdId}
      and account_id = ${accountId}
      and id = any(${ids as string[]}::uuid[])
      and external_id is not null
    on conflict (account_id, external_id) do update
    set transaction_id = excluded.transaction_id
    returning external_id as key`;
}

/**
 * Gives stored rows the content and keys of listed ones; their old keys become aliases. Returns the old keys, because banks may
 * list a row under both keys while it posts, and the split rows whose lines have to follow.
 */
export async function applyClaims(
  sql: AnySql,
  scope: ReadScope,
  claims: readonly { id: string; key: string }[],
  now: Date,
): Promise<{ formerKeys: string[]; split: string[] }> {
  if (claims.length === 0) return { formerKeys: [], split: [] };
  const ids = claims.map(({ id }) => id);
  const former = await keepFormerKeys(sql, scope, ids, now);
  const split = await sql<{ id: string }[]>`
    with written as (
      update transactions stored
      set ${providerFields(sql)},
        external_id = listed.row_key,
        pending = listed.pending,
        absorbed_pending = stored.absorbed_pending or (stored.pending and not listed.pending),
        updated_at = ${now}
      from ${valueTable(sql, 'claim', claims, { id: 'uuid', key: 'text' })}
      join read_rows listed on listed.row_key = claim.key
      where stored.id = claim.id
        and stored.${ofHousehold(sql, scope.householdId)}
        and stored.account_id = ${scope.accountId}
      returning ${fieldsOfWritten(sql)}
    )
    ${noteWritten(sql, scope.householdId)}`;
  return { formerKeys: former.map(({ key }) => key), split: split.map(({ id }) => id) };
}

/**
 * Inserts every row of the read with an unknown key, except these. Returns how many. Any other writer of bank rows waits for the
 * account's lock or the lease, so none of the keys can be taken meanwhile.
 */
export async function insertFreshRows(
  sql: AnySql,
  scope: ReadScope,
  exceptKeys: readonly string[],
  now: Date,
): Promise<number> {
  const [written] = await sql<{ count: number }[]>`
    with written as (
      insert into transactions (
        household_id, account_id, source, external_id, date, first_seen_date, amount, currency, name,
        provider_merchant, provider_description, extra, content_hash, pending, created_at, updated_at
      )
      select ${scope.householdId}::uuid, ${scope.accountId}::uuid, 'provider', row_key, date, date, amount,
        currency, name, merchant, description, coalesce(extra, '{}'), content_hash, pending, ${now}::timestamptz, ${now}::timestamptz
      from read_rows listed
      where transaction_id is null
        and not exists (
          select 1
          from unnest(${exceptKeys as string[]}::text[]) as except_key
          where except_key = listed.row_key
        )
      order by page, position
      returning id
    ), noted as (
      ${insertRuleWorkOf(sql, scope.householdId, sql`written`)}
    )
    select count(*)::integer as count from written`;
  return written?.count ?? 0;
}

/** Deletes those of these aliases that are now the key of another row. */
export async function deleteTakenAliases(
  sql: AnySql,
  { householdId, accountId }: ReadScope,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from transaction_aliases alias
    using transactions stored
    where alias.household_id = ${householdId}
      and alias.account_id = ${accountId}
      and alias.external_id = any(${keys as string[]}::text[])
      and ${isBankRow(sql, { householdId, accountId }, sql`stored`, sql`alias.external_id`)}`;
}

/** Stores suppressed keys as aliases of the row that they duplicate; a posted row has then absorbed its pending form. */
export async function applySuppressions(
  sql: AnySql,
  scope: ReadScope,
  suppressed: readonly { key: string; pending: boolean; id: string | null; byKey: string | null }[],
  now: Date,
): Promise<void> {
  if (suppressed.length === 0) return;
  await sql`
    with covered as (
      select suppressed.key, suppressed.pending, stored.id
      from ${valueTable(sql, 'suppressed', suppressed, { key: 'text', pending: 'boolean', id: 'uuid', byKey: 'text' })}
      join transactions stored
        on stored.${ofHousehold(sql, scope.householdId)}
        and stored.account_id = ${scope.accountId}
        and stored.source = 'provider'
        and (stored.id = suppressed.id or stored.external_id = suppressed.by_key)
    ), absorbed as (
      update transactions
      set absorbed_pending = true
      where ${ofHousehold(sql, scope.householdId)}
        and not pending
        and not absorbed_pending
        and id in (select id from covered where pending)
    )
    insert into transaction_aliases (household_id, account_id, external_id, transaction_id, created_at)
    select ${scope.householdId}::uuid, ${scope.accountId}::uuid, key, id, ${now}::timestamptz
    from covered
    on conflict (account_id, external_id) do nothing`;
}

/** Tier 7: counts misses, soft-deletes rows, flags edited ones, and resets rows that are back. */
export async function applyAbsences(
  sql: AnySql,
  scope: ReadScope,
  change: { missed: string[]; removed: string[]; flagged: string[]; seenAgain: string[] },
  now: Date,
): Promise<void> {
  const update = (ids: string[], values: Fragment) => sql`
    update transactions
    set ${values}
    where household_id = ${scope.householdId}
      and account_id = ${scope.accountId}
      and id = any(${ids}::uuid[])`;
  const missedAgain = sql`missed_reads = missed_reads + 1`;
  const { missed, removed, flagged, seenAgain } = change;
  if (missed.length > 0) await update(missed, missedAgain);
  if (removed.length > 0) {
    const gone = sql`${missedAgain}, removed_at = ${now}, removed_reason = 'vanished', updated_at = ${now}`;
    // Its transfer ends, so the other side has to be checked again.
    await sql`
      with written as (${update(removed, gone)} returning id)
      ${insertRuleWorkOf(sql, scope.householdId, sql`written`)}`;
  }
  if (flagged.length > 0) {
    await update(flagged, sql`${missedAgain}, stale_pending = true, updated_at = ${now}`);
  }
  if (seenAgain.length > 0) await update(seenAgain, sql`missed_reads = 0, stale_pending = false`);
}

/** Lets a person choose between several pending rows. */
export async function insertSuggestions(
  sql: AnySql,
  scope: ReadScope,
  suggestions: readonly { ref: string; candidates: string[] }[],
  now: Date,
): Promise<void> {
  for (const { ref, candidates } of suggestions) {
    await sql`
      insert into transaction_suggestions (household_id, transaction_id, candidate_ids, created_at)
      select household_id, id, ${candidates}::uuid[], ${now}
      from transactions
      where household_id = ${scope.householdId}
        and account_id = ${scope.accountId}
        and source = 'provider'
        and external_id = ${ref}
      on conflict (transaction_id) do nothing`;
  }
}
