import type { Fragment, Tx } from '../../postgres/connect.ts';
import { mergedCurrency, noteViews, recentlyClaimed } from '../../imports/csv/claims.ts';
import { makeRoom, moveClaims, WAY_DAYS_MAX } from '../../imports/match/make-room.ts';
import { matchRows } from '../../imports/match/match-rows.ts';
import {
  clearMatchTables,
  createMatchTables,
  takePairs,
} from '../../imports/match/match-tables.ts';
import { fitSplits } from '../../ledger/transaction-splits.ts';
import { isInLedger, liveOfMoney } from '../../imports/match/live-of-money.ts';
import { DAYS_APART_MAX } from '../../imports/match/view-evidence.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { insertRuleWork, insertRuleWorkOf } from '../../rules/store/rule-work.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import type { Succession } from '../../changes/journal.ts';
import { joinTransactions } from './join-transactions.ts';
import { bankContent } from './reconcile-writes.ts';
import { hasRowsOf, isBankRow } from './read-scope.ts';
import type { ReadScope } from './read-scope.ts';

/** How many imported rows became the bank's, and how many of them got one more line since their amount is another one now. */
interface Adopted {
  readonly count: number;
  readonly added: number;
}

/**
 * Matches rows of a read with rows from imported files, one to one and by the rules that an import uses. A matching imported row
 * replaces the new one: it keeps its id and people's edits, and takes the bank's key and content. A stored row that now looks like
 * an imported one (a tip, a moved day) takes that one over. Call it before anything refers to the new rows. Returns how many new
 * rows were replaced, how many imported rows now belong to the bank, and how many of these have another amount than their lines had.
 * @param settled pending rows of files, and the keys of the rows of the read that they became
 */
export async function adoptImportedRows(
  tx: Tx,
  scope: ReadScope,
  settled: readonly { id: string; key: string }[],
  now: Date,
): Promise<{ replaced: number; adopted: number; added: number }> {
  const none = { replaced: 0, adopted: 0, added: 0 };
  if (!(await hasRowsOf(tx, 'transactions', 'csv_import', scope))) return none;
  await createMatchTables(tx);
  await clearMatchTables(tx);
  if ((await fillImported(tx, scope)) === 0 && settled.length === 0) return none;
  if ((await fillWritten(tx, scope, now)) === 0) return none;
  await takeSettled(tx, scope, settled);
  await matchBankIds(tx, scope);
  await fillViews(tx, scope);
  await matchRows(tx, scope.householdId);
  const replaced = await adoptNew(tx, scope, now);
  const absorbed = await absorbIntoKnown(tx, scope, now);
  const moved = await adoptCrowdedOut(tx, scope, now);
  return {
    replaced: replaced.count,
    adopted: replaced.count + absorbed.count + moved.count,
    added: replaced.added + absorbed.added + moved.added,
  };
}

/** Matches imported rows that found no place, if the read created or changed a row of the same money that no file has. */
async function adoptCrowdedOut(tx: Tx, scope: ReadScope, now: Date): Promise<Adopted> {
  const room = {
    householdId: scope.householdId,
    importId: null,
    free: importedOfWrittenMoney(tx, scope, now),
    isEnd: tx`t.updated_at = ${now}`,
  };
  await clearMatchTables(tx);
  await makeRoom(tx, room);
  await moveClaims(tx, room);
  return absorbIntoKnown(tx, scope, now);
}

async function fillImported(tx: Tx, scope: ReadScope): Promise<number> {
  const result = await tx`
    insert into match_wanted (ref, place, account_id, date, amount, currency, name)
    select ${importedColumns(tx, scope.householdId)}
    from (
      select min(date) - ${DAYS_APART_MAX}::integer as first, max(date) + ${DAYS_APART_MAX}::integer as last
      from read_rows
    ) read
    join transactions t
      on t.household_id = ${scope.householdId}
      and t.account_id = ${scope.accountId}
      and t.date between read.first and read.last
    where ${isImported(tx)}`;
  return result.count;
}

const importedColumns = (tx: Tx, householdId: string) => tx`
  t.id as ref, row_number() over (order by t.created_at, t.id) as place, t.account_id, t.date, t.amount,
  ${mergedCurrency(tx, householdId, onlyCurrency(tx))} as currency, compared_name(t.name) as name`;

/** The currency of all rows of the read; null if there are several. */
const onlyCurrency = (tx: Tx) =>
  tx`(select min(currency) from read_rows having count(distinct currency) = 1)`;

/** Whether `t` is a row of a file that no bank row has taken over. */
const isImported = (tx: Tx) =>
  tx`t.source = 'csv_import' and t.removed_at is null and t.parent_id is null`;

/** Imported rows with the amounts of rows that the read wrote: looked up by amount over an index, however far a path may reach. */
function importedOfWrittenMoney(tx: Tx, scope: ReadScope, now: Date): Fragment {
  const { householdId } = scope;
  return tx`
    select ${importedColumns(tx, householdId)}
    from (
      select known.account_id, known.amount, min(known.date) - ${WAY_DAYS_MAX}::integer as first,
        max(known.date) + ${WAY_DAYS_MAX}::integer as last
      from read_rows listed
      join transactions known on ${isBankRow(tx, scope, tx`known`, tx`listed.row_key`)}
      where known.updated_at = ${now}
      group by known.account_id, known.amount
    ) w
    ${liveOfMoney(tx, householdId)}
    where ${isImported(tx)}`;
}

/** Rows that this read created or changed. A row that the import of an imported row already claimed is a different purchase. */
async function fillWritten(tx: Tx, scope: ReadScope, now: Date): Promise<number> {
  const { householdId } = scope;
  const result = await tx`
    insert into match_stored (id, place, account_id, date, amount, currency, name, origin)
    select t.id, row_number() over (order by listed.page, listed.position), t.account_id, t.date, t.amount,
      t.currency, compared_name(t.name), 'bank'
    from read_rows listed
    join transactions t on ${isBankRow(tx, scope, tx`t`, tx`listed.row_key`)}
    where t.updated_at = ${now}
      and t.removed_at is null
      and not exists (
        select 1
        from import_rows r
        join imports i on i.household_id = r.household_id and i.id = r.import_id
        where r.household_id = t.household_id
          and r.of_id = t.id
          and ${isInLedger(tx)}
          and exists (
            select 1
            from match_wanted w
            join transactions own on own.${ofHousehold(tx, householdId)} and own.id = w.ref
            where own.import_id = r.import_id
              and w.amount = t.amount
              and w.currency = t.currency
          )
      )`;
  return result.count;
}

/** What files and the bank say about imported rows, about rows of the read, and others that show how both date and name. */
async function fillViews(tx: Tx, { householdId, accountId }: ReadScope): Promise<void> {
  const live = tx`
    select t.*
    from match_wanted w
    join transactions t on t.${ofHousehold(tx, householdId)} and t.id = w.ref
    union all
    select t.*
    from read_rows listed
    join transactions t
      on t.${ofHousehold(tx, householdId)}
      and t.account_id = ${accountId}
      and t.source = 'provider'
      and t.external_id = listed.row_key
    where t.removed_at is null`;
  for (const rows of [live, recentlyClaimed(tx, householdId)])
    await noteViews(tx, { householdId, importId: null }, rows, tx`v.make <> 'provider'`);
}

/** Pairs what the tiers have settled, however far apart the rows are. */
async function takeSettled(
  tx: Tx,
  scope: ReadScope,
  settled: readonly { id: string; key: string }[],
): Promise<void> {
  if (settled.length === 0) return;
  const { householdId } = scope;
  const ids = settled.map(({ id }) => id);
  await tx`
    insert into match_wanted (ref, place, account_id, date, amount, currency, name)
    select ${importedColumns(tx, householdId)}
    from transactions t
    where t.${ofHousehold(tx, householdId)}
      and t.id = any(${ids}::uuid[])
      and t.id not in (select ref from match_wanted)`;
  await takePairs(
    tx,
    'exact',
    tx`
    select settled.id as ref, t.id, t.date as stored_date
    from ${valueTable(tx, 'settled', settled, { id: 'uuid', key: 'text' })}
    join transactions t on ${isBankRow(tx, scope, tx`t`, tx`settled.key`)}`,
  );
}

/** Pairs rows whose file states the id of the bank's feed, however else they differ. */
async function matchBankIds(tx: Tx, scope: ReadScope): Promise<void> {
  await takePairs(
    tx,
    'exact',
    tx`
    select distinct on (w.ref) w.ref, s.id, s.date as stored_date
    from match_wanted w
    join transactions own on own.${ofHousehold(tx, scope.householdId)} and own.id = w.ref
    join transactions t on ${isBankRow(tx, scope, tx`t`, tx`own.import_external_id`)}
    join match_stored s on s.id = t.id
    order by w.ref, s.id`,
  );
}

/** Joins imported rows to rows of the bank that were stored before. */
async function absorbIntoKnown(
  tx: Tx,
  { householdId, accountId }: ReadScope,
  now: Date,
): Promise<Adopted> {
  const pairs = await tx<Succession[]>`
    select p.ref as gone_id, p.id as stays_id
    from match_pairs p
    join transactions own on own.${ofHousehold(tx, householdId)} and own.id = p.ref and own.source = 'csv_import'
    join transactions known on known.${ofHousehold(tx, householdId)} and known.id = p.id`;
  const added = await joinTransactions(tx, { householdId, accountId, now }, pairs);
  return { count: pairs.length, added };
}

/** Gives the imported row the bank's data, logs each change, and deletes the new row. */
async function adoptNew(tx: Tx, scope: ReadScope, now: Date): Promise<Adopted> {
  const { householdId } = scope;
  const [adopted] = await tx<[{ count: number; split: string[] }]>`
    with fresh as (
      delete from transactions t
      using match_pairs p
      where t.${ofHousehold(tx, householdId)}
        and t.id = p.id
        -- Not an equality: Postgres would expect at most one row from it, and compare each row of the household with all pairs.
        and case t.created_at when ${now} then true else false end
      returning p.ref, t.*
    ),
    before as materialized (
      select t.id, t.source, t.name, t.date, t.currency
      from fresh
      join transactions t on t.${ofHousehold(tx, householdId)} and t.id = fresh.ref
    ),
    written as (
    update transactions own
    set source = 'provider',
        external_id = fresh.external_id,
        first_seen_date = fresh.first_seen_date,
        ${bankContent(tx, 'own', 'fresh')},
        pending = fresh.pending,
        updated_at = ${now}
    from fresh
    where own.${ofHousehold(tx, householdId)}
      and own.id = fresh.ref
    returning own.id, own.source, own.name, own.date, own.currency, own.is_split_parent
    ),
    logged as (
      insert into changes (household_id, kind, operation, record_id, before, after)
      select ${householdId}::uuid, 'transactions', 'updated', written.id, json_object_agg(line.attribute, line.old),
        json_object_agg(line.attribute, line.new)
      from written
      join before on before.id = written.id
      cross join lateral (
        values ('source', before.source, written.source), ('name', before.name, written.name),
          ('date', before.date::text, written.date::text), ('currency', before.currency, written.currency)
      ) line (attribute, old, new)
      where line.old <> line.new
      group by written.id
    ),
    noted as (
      ${insertRuleWorkOf(tx, householdId, tx`written`)}
    )
    select count(*)::integer as count, coalesce(array_agg(id) filter (where is_split_parent), '{}') as split
    from written`;
  const { lineIds, added } = await fitSplits(tx, householdId, adopted.split, now);
  await insertRuleWork(tx, householdId, null, lineIds);
  return { count: adopted.count, added };
}
