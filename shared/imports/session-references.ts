import type { AnySql } from '../postgres/connect.ts';
import { countRows } from '../postgres/page.ts';
import { idDigest } from './session/chunk-check.ts';
import { isUuid } from '#preflight/uuid';

export interface NamedRecord {
  kind: string;
  id: string;
}

/** Kinds that a session may name, by the table that holds them. */
const TABLES = ['accounts', 'budgets', 'categories', 'merchants', 'tags', 'transactions'] as const;

export function recordKey({ kind, id }: NamedRecord): string {
  return `${kind} ${id}`;
}

/** Which of the named records the household itself has, by `recordKey`. */
export async function findOwnRecords(
  sql: AnySql,
  householdId: string,
  named: readonly NamedRecord[],
): Promise<Set<string>> {
  const own = new Set<string>();
  for (const kind of TABLES) {
    const asked = named.filter((each) => each.kind === kind && isUuid(each.id));
    if (asked.length === 0) continue;
    const rows = await sql<{ id: string }[]>`
      select id
      from ${sql(kind)}
      where household_id = ${householdId}
        and id = any(${asked.map(({ id }) => id)}::uuid[])
        ${kind === 'transactions' ? sql`and removed_at is null` : sql``}`;
    const found = new Set(rows.map(({ id }) => id));
    for (const each of asked) if (found.has(each.id.toLowerCase())) own.add(recordKey(each));
  }
  return own;
}

/** Which of the named records the chunks before this one contain, by `recordKey`; null while one of those chunks is missing. */
export async function findEarlierRecords(
  sql: AnySql,
  householdId: string,
  sessionId: string,
  sequence: number,
  named: readonly NamedRecord[],
): Promise<Set<string> | null> {
  const there = sql`
    from import_chunks
    where household_id = ${householdId}
      and session_id = ${sessionId}
      and sequence < ${sequence}
      and outline is not null`;
  if ((await countRows(sql, there)) < sequence - 1) return null;
  const rows = await sql<NamedRecord[]>`
    select distinct held.kind, held_id.id
    from import_chunks c
    cross join lateral jsonb_each(c.outline -> 'definitions') as held (kind, ids)
    cross join lateral jsonb_array_elements_text(held.ids) as held_id (id)
    where c.household_id = ${householdId}
      and c.session_id = ${sessionId}
      and c.sequence < ${sequence}
      and held_id.id = any(${named.map(({ id }) => id)}::text[])`;
  return new Set(rows.map(recordKey));
}

/** The sequence of the first chunk that contains each of the named transactions, by id. Transactions in no chunk are left out. */
export async function findTransactionChunks(
  sql: AnySql,
  householdId: string,
  sessionId: string,
  named: readonly NamedRecord[],
): Promise<Map<string, number>> {
  const ids = named.filter(({ kind }) => kind === 'transactions').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const digests = new Map(ids.map((id) => [idDigest(id), id]));
  const rows = await sql<{ digest: string; sequence: number }[]>`
    select held.digest::text as digest, min(c.sequence) as sequence
    from import_chunks c
    cross join lateral unnest(c.transaction_digests) as held (digest)
    where c.household_id = ${householdId}
      and c.session_id = ${sessionId}
      and held.digest = any(${[...digests.keys()]}::bigint[])
    group by held.digest`;
  return new Map(rows.map(({ digest, sequence }) => [digests.get(digest) ?? '', sequence]));
}
