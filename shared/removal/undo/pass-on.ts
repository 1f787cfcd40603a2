import type { Tx, Fragment } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import type { UndoSource } from '../../changes/journal.ts';
import { claimsOf, isChangedBySource, formerParents, usesOf } from './in-use.ts';
import type { Use } from './in-use.ts';

/**
 * Hands records that undo kept because of other imports over to those imports, so that they go with the last of them. A claimed
 * record goes to the first import that claims it, and one in use to every import whose records use it. From then on, a CSV's
 * transactions are rows of the file that claimed them.
 */
export async function passOn(tx: Tx, { householdId, sourceId }: UndoSource): Promise<void> {
  const left = await tx<{ kind: string }[]>`
    select distinct kind
    from undo_left
    where reason in ('claimed', 'in_use')`;
  if (left.length === 0) return;
  await tx`
    insert into undo_heirs (kind, id, heir)
    select distinct on (l.kind, l.id) l.kind, l.id, claim.heir
    from undo_left l
    cross join lateral (
      select claimant.id as heir, claimant.published_at as since
      from ${claimsOf(tx, { householdId, sourceId }, tx`l.id`)}
      union all
      select j.source_id, j.created_at
      from changes j
      where j.${ofHousehold(tx, householdId)}
        and j.record_id = l.id
        and j.source_id <> ${sourceId}
        and ${isChangedBySource(tx, tx`j`)}
    ) claim
    where l.reason = 'claimed'
      and (l.kind, l.id) in (select kind, id from undo_created)
    order by l.kind, l.id, claim.since, claim.heir`;
  await insertUsers(tx, { householdId, sourceId }, new Set(left.map(({ kind }) => kind)));
  const heirs = await tx`select 1 from undo_heirs limit 1`;
  if (heirs.length === 0) return;
  await tx`
    insert into changes (household_id, source_id, kind, operation, record_ids)
    select ${householdId}::uuid, heir, kind, 'inherited', array_agg(id)
    from undo_heirs
    group by heir, kind`;
  // The heir does not treat the locks that they came with as a person's edits either.
  await tx`
    insert into changes (household_id, source_id, kind, operation, record_id, locks)
    select distinct on (h.heir, j.record_id) ${householdId}::uuid, h.heir, j.kind, 'locked', j.record_id, j.locks
    from changes j
    join undo_heirs h on h.kind = j.kind and h.id = j.record_id
    where j.household_id = ${householdId}
      and j.source_id = ${sourceId}
      and j.operation = 'locked'
    order by h.heir, j.record_id, j.id desc`;
  await tx`
    update transactions t
    set import_id = r.import_id, import_name = coalesce(r.name, t.import_name), import_date = r.date
    from undo_heirs h
    join import_rows r on r.household_id = ${householdId} and r.import_id = h.heir and r.of_id = h.id
    where h.kind = 'transactions'
      and t.${ofHousehold(tx, householdId)}
      and t.id = h.id
      and t.import_id = ${sourceId}`;
  await passOnTiedChanges(tx, { householdId, sourceId });
}

/**
 * An import that inherited one side of a transfer also restores what this import changed in the other side, in the transfer, and in
 * the mirror whose place the side took.
 */
async function passOnTiedChanges(tx: Tx, { householdId, sourceId }: UndoSource): Promise<void> {
  await tx`
    update changes j
    set source_id = tied.heir
    from (
      select l.kind, l.id, h.heir
      from undo_left l
      left join transactions t on t.${ofHousehold(tx, householdId)} and t.id = l.id
      cross join lateral (
        select *
        from transfers f
        where f.${ofHousehold(tx, householdId)}
          and (
            l.id in (f.id, f.inflow_transaction_id, f.outflow_transaction_id)
            or t.mirror_of in (f.inflow_transaction_id, f.outflow_transaction_id)
          )
        offset 0
      ) f
      cross join lateral unnest(array[f.inflow_transaction_id, f.outflow_transaction_id]) as side (id)
      join undo_heirs h on h.kind = 'transactions' and h.id = side.id
      where l.reason = 'in_use'
    ) tied
    where j.household_id = ${householdId}
      and j.source_id = ${sourceId}
      and j.kind = tied.kind
      and j.record_id = tied.id
      and j.before is not null`;
}

/** What imports hand over because it is in use, after what may use it. */
const KINDS = [
  'budgets',
  'tags',
  'merchants',
  'securities',
  'categories',
  'accounts',
  'import_profiles',
] as const;

/**
 * Names as heirs of the left records of these kinds the imports that brought or changed what uses them, and those that inherit what
 * uses them. What belongs to inherited records goes with these: the lines, the mirror and the transfer of a transaction, the opening
 * balance of an account.
 */
async function insertUsers(tx: Tx, source: UndoSource, kinds: ReadonlySet<string>): Promise<void> {
  const { householdId } = source;
  await tx.unsafe('analyze undo_left, undo_heirs, undo_created');
  await insertTied(tx, householdId);
  for (const kind of KINDS.filter((each) => kinds.has(each))) {
    const uses = usesOf(kind).filter(({ table }) => table !== 'provider_accounts');
    // Child categories take over their parents once they have heirs themselves.
    const isLast = ({ table }: Use) => table === kind;
    for (const use of [...uses.filter((each) => !isLast(each)), ...uses.filter(isLast)])
      await insertHeirs(tx, source, kind, use);
  }
  if (kinds.has('categories'))
    await tx`
      insert into undo_heirs (kind, id, heir)
      select distinct l.kind, l.id, former.source_id
      from undo_left l
      join undo_created made on made.kind = l.kind and made.id = l.id
      join ${formerParents(tx, source)} on former.parent_id = l.id::text
      where l.kind = 'categories'
        and l.reason = 'in_use'`;
  await tx`
    insert into undo_heirs (kind, id, heir)
    select distinct 'valuations', v.id, h.heir
    from undo_heirs h
    join valuations v on v.${ofHousehold(tx, householdId)} and v.account_id = h.id and v.kind = 'opening_anchor'
    join undo_created made on made.kind = 'valuations' and made.id = v.id
    where h.kind = 'accounts'`;
}

/** What belongs to a claimed transaction goes to its heirs. */
async function insertTied(tx: Tx, householdId: string): Promise<void> {
  const ofTransactions = tx`
    select member.id
    from (
      select coalesce(t.parent_id, t.mirror_of, t.id) as id
      from transactions t
      where t.${ofHousehold(tx, householdId)} and t.id = l.id
      offset 0
    ) root
    cross join lateral (
      select root.id
      union all
      select t.id from transactions t where t.${ofHousehold(tx, householdId)} and t.parent_id = root.id
      union all
      select t.id from transactions t where t.${ofHousehold(tx, householdId)} and t.mirror_of = root.id
    ) member`;
  await insertTiedOf(tx, 'transactions', ofTransactions);
  for (const kind of ['transfers', 'rejected_transfers']) {
    const sides = tx`
      select side.id
      from ${tx(kind)} f
      cross join lateral unnest(array[f.inflow_transaction_id, f.outflow_transaction_id]) as side (id)
      where f.${ofHousehold(tx, householdId)} and f.id = l.id`;
    await insertTiedOf(tx, kind, sides);
  }
}

/** Gives the left records `l` of a kind that nobody inherits to the heirs of the transactions that they belong to. */
async function insertTiedOf(tx: Tx, kind: string, transactions: Fragment): Promise<void> {
  await tx`
    insert into undo_heirs (kind, id, heir)
    select distinct l.kind, l.id, h.heir
    from undo_left l
    join undo_created made on made.kind = l.kind and made.id = l.id
    cross join lateral (${transactions} offset 0) tied
    join undo_heirs h on h.kind = 'transactions' and h.id = tied.id
    where l.kind = ${kind}
      and l.reason in ('claimed', 'in_use')
      and not exists (select 1 from undo_heirs own where own.kind = l.kind and own.id = l.id)`;
}

/** The rows `u` of a use of `x`, with the sources that they name themselves. Mirrors, as most records, name none. */
function usersOf(tx: Tx, { householdId }: UndoSource, { table, isUse }: Use): Fragment {
  const named = tx`case when t.mirror_of is null then array[t.import_id, t.import_session_id] else '{}' end as sources`;
  const used = tx`u.${ofHousehold(tx, householdId)} and ${isUse(tx)}`;
  switch (table) {
    case 'transactions':
      return tx`select t.id, ${named} from (select u.* from transactions u where ${used} offset 0) t`;
    case 'transaction_tags':
      return tx`
        select t.id, ${named}
        from transaction_tags u
        cross join lateral (
          select * from transactions t where t.${ofHousehold(tx, householdId)} and t.id = u.transaction_id offset 0
        ) t
        where ${used}`;
    case 'imports':
      return tx`select u.id, array[u.id] as sources from imports u where ${used}`;
    default:
      return tx`select u.id, '{}'::uuid[] as sources from ${tx(table)} u where ${used}`;
  }
}

/** Names the heirs of the left records of a kind, after one of their uses. */
async function insertHeirs(tx: Tx, source: UndoSource, kind: string, use: Use): Promise<void> {
  const { householdId, sourceId } = source;
  const userKind = use.table === 'transaction_tags' ? 'transactions' : use.table;
  await tx`
    insert into undo_heirs (kind, id, heir)
    with used as materialized (
      select x.id as left_id, u.id, u.sources
      from undo_left x
      -- One lookup per record, over an index.
      cross join lateral (${usersOf(tx, source, use)} offset 0) u
      where x.kind = ${kind}
        and x.reason = 'in_use'
        and exists (select 1 from undo_created made where made.kind = x.kind and made.id = x.id)
    ),
    users as (
      select left_id, heir
      from used
      cross join lateral unnest(sources) heir
      union
      select used.left_id, h.heir
      from used
      join undo_heirs h on h.kind = ${userKind} and h.id = used.id
      union
      select used.left_id, j.source_id
      from used
      join changes j on j.${ofHousehold(tx, householdId)} and j.record_id = used.id
      where ${isChangedBySource(tx, tx`j`)}
      union
      select used.left_id, r.import_id
      from used
      join import_rows r on r.${ofHousehold(tx, householdId)} and r.of_id = used.id
      where r.verdict = 'update'
      union
      -- Read only if something uses them that does not name its import.
      select used.left_id, j.source_id
      from changes j
      cross join lateral unnest(j.record_ids) made (id)
      join used on used.id = made.id and used.sources = '{}'
      where j.household_id = ${householdId}
        and j.source_id is not null
        and j.kind = ${userKind}
        and j.operation in ('created', 'inherited')
        and exists (select 1 from used where sources = '{}')
    )
    select ${kind}, users.left_id, users.heir
    from users
    where users.heir <> ${sourceId}
      -- Leaves out sources that have been undone.
      and (
        ${userKind === 'imports'}
        or users.heir in (select heir from undo_heirs)
        or exists (select 1 from changes j where j.${ofHousehold(tx, householdId)} and j.source_id = users.heir)
      )`;
}
