import type { Fragment, Tx } from '../../postgres/connect.ts';
import { isInLedger } from '../../imports/match/live-of-money.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { REFERENCES } from '../../ledger/references.ts';
import type { Reference } from '../../ledger/references.ts';
import type { UndoSource } from '../../changes/journal.ts';

/** When a row `u` of the table uses a record `x` of the same household. */
export interface Use {
  readonly table: string;
  readonly isUse: (tx: Tx) => Fragment;
}

/** Rules refer to records by id, in their conditions and actions. */
const namedByRule: Use = {
  table: 'rules',
  isUse: (tx) =>
    tx`(position(x.id::text in u.conditions::text) > 0 or position(x.id::text in u.actions::text) > 0)`,
};

/** Any valuation except the opening balance that came with the account. */
const hasOtherValuations: Use = {
  table: 'valuations',
  isUse: (tx) => tx`
    u.account_id = x.id
    and not (u.kind = 'opening_anchor' and u.id in (select id from undo_created where kind = 'valuations'))`,
};

/** A connection has, or had, the account: the link is more than what a restored account has from its export. */
const isOfConnection: Use = {
  table: 'provider_accounts',
  isUse: (tx) =>
    tx`u.account_id = x.id and (u.connection_id is not null or u.last_read_at is not null)`,
};

const isReadWith: Use = {
  table: 'imports',
  isUse: (tx) => tx`
    u.profile ->> 'id' = x.id::text
    and u.status in ('pending', 'publishing', 'complete')`,
};

const isImportedInto: Use = {
  table: 'imports',
  isUse: (tx) => tx`u.account_id = x.id and u.status in ('publishing', 'complete')`,
};

/** How else something may use a record, other than through a column. */
const MORE_USES: Readonly<Record<string, readonly Use[]>> = {
  tags: [namedByRule],
  merchants: [namedByRule],
  categories: [namedByRule],
  accounts: [hasOtherValuations, isOfConnection, isImportedInto, namedByRule],
  import_profiles: [isReadWith],
};

const references: Readonly<Record<string, readonly Reference[]>> = REFERENCES;

/** How the rows of other tables may use records of this one. */
export function usesOf(kind: string): readonly Use[] {
  const columns = (references[kind] ?? [])
    .filter(({ table }) => table !== 'provider_accounts')
    .map(({ table, column }) => ({ table, isUse: (tx: Tx) => tx`u.${tx(column)} = x.id` }));
  return [...columns, ...(MORE_USES[kind] ?? [])];
}

/** The parents that undo of other imports would restore, each with that import, as `former`. */
export const formerParents = (tx: Tx, { householdId, sourceId }: UndoSource): Fragment => tx`(
  select c.parent_id, c.source_id
  from categories child
  -- A household has few categories: one lookup each, instead of all that other imports changed.
  cross join lateral (
    select c.before ->> 'parent_id' as parent_id, c.source_id
    from changes c
    where c.household_id = ${householdId}
      and c.record_id = child.id
      and c.source_id <> ${sourceId}
      and c.kind = 'categories'
      and c.before ->> 'parent_id' is not null
    offset 0
  ) c
  where child.household_id = ${householdId}
) former`;

/**
 * Whether something else uses the record `x` of the table. The offset makes Postgres look up each record over an index; otherwise it
 * may read the table once for all of them, including rows of other households.
 */
export function isInUse(tx: Tx, source: UndoSource, kind: string): Fragment {
  const uses = usesOf(kind).map(
    ({ table, isUse }) => tx`
      exists (
        select 1
        from ${tx(table)} u
        where u.household_id = x.household_id
          and ${isUse(tx)}
        offset 0
      )`,
  );
  if (kind === 'categories') {
    uses.push(tx`x.id::text in (select parent_id from ${formerParents(tx, source)})`);
  }
  return uses.reduce((all, use) => tx`${all} or ${use}`, tx`false`);
}

/** Whether a line says that an import changed the record. What rules change because of it does not make the record the import's. */
export const isChangedBySource = (tx: Tx, line: Fragment): Fragment =>
  tx`${line}.before is not null and ${line}.cause not in ('rule', 'transfer')`;

/** The rows `claim` of other imports `claimant` in the ledger that are the record with that id, for a `from`; conditions may follow. */
export const claimsOf = (tx: Tx, { householdId, sourceId }: UndoSource, id: Fragment): Fragment =>
  tx`
    import_rows claim
    join imports claimant on claimant.household_id = claim.household_id and claimant.id = claim.import_id
    where claim.${ofHousehold(tx, householdId)}
      and claim.of_id = ${id}
      and claim.import_id <> ${sourceId}
      and claimant.restored_by is distinct from ${sourceId}
      and ${isInLedger(tx, tx`claimant`)}`;

/** Whether another import that is in the ledger has a row for the record with that id, or changed it. */
export function isClaimed(tx: Tx, source: UndoSource, id: Fragment): Fragment {
  return tx`(
    exists (select 1 from ${claimsOf(tx, source, id)})
    or exists (
      select 1
      from changes c
      where c.household_id = ${source.householdId}
        and c.record_id = ${id}
        and c.source_id <> ${source.sourceId}
        and ${isChangedBySource(tx, tx`c`)}
    )
  )`;
}
