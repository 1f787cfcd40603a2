import type { Tx } from '../../postgres/connect.ts';
import { copiedColumns } from '../../ledger/record-columns.ts';
import { danglingReferences } from './adopt-references.ts';
import type { Apply, FaultyRow, FaultyRows, ImportScope } from './scope.ts';
import { failedRows, findFaults, missingReferences } from './scope.ts';

const balance = copiedColumns('Balance', ['date', 'cash_balance']);
const valuation = copiedColumns('Valuation');

/** Balances: one per account, day and currency. Components that a record leaves out are kept. */
export const applyBalances: Apply = async (tx, scope) => {
  const dangling = await danglingReferences(tx, scope, 'Balance');
  if (dangling.linesCount > 0) return missingReferences('Balance', dangling);
  const [staged] = await tx<{ count: number }[]>`
    select count(*)::int as count
    from stage_balances`;
  const written = await tx<{ created: boolean }[]>`
    insert into balances (
      household_id, account_id, date, currency, cash_balance, components, ${tx.unsafe(balance.names)})
    select distinct on (a.id, s.date, coalesce(s.currency, a.currency, h.currency))
      h.id, a.id, s.date, coalesce(s.currency, a.currency, h.currency), s.cash_balance,
      s.components, ${tx.unsafe(balance.staged)}
    from stage_balances s
    join households h on h.id = ${scope.householdId}
    left join import_id_map m
      on m.session_id = ${scope.sessionId} and m.source_type = 'Account' and m.source_id = s.account_ref
    left join accounts a on a.id = m.record_id
    order by a.id, s.date, coalesce(s.currency, a.currency, h.currency), s.line desc
    on conflict (account_id, date, currency) do update
    set ${tx.unsafe(balance.fromExcluded)},
        cash_balance = coalesce(excluded.cash_balance, balances.cash_balance),
        components = balances.components || excluded.components,
        updated_at = now()
    returning xmax = 0 as created`;
  const created = written.filter((row) => row.created).length;
  return { counts: { created, updated: (staged?.count ?? 0) - created }, faults: [] };
};

/** Valuations, known by source and external id; an account has one per day. */
export const applyValuations: Apply = async (tx, scope) => {
  const dangling = await danglingReferences(tx, scope, 'Valuation');
  if (dangling.linesCount > 0) return missingReferences('Valuation', dangling);
  const superseded = await tx`
    delete from stage_valuations s
    using stage_valuations later
    where later.external_id = s.external_id
      and later.line > s.line`;
  const taken = await findTakenDays(tx, scope);
  if (taken.linesCount > 0) {
    const message = 'the account has one on this day already';
    return failedRows('Valuation', 'duplicate_valuation', taken, message);
  }
  const updated = await tx`
    update valuations v
    set ${tx.unsafe(valuation.fromStage)},
        currency = coalesce(s.currency, v.currency),
        updated_at = now()
    from stage_valuations s
    left join import_id_map m
      on m.session_id = ${scope.sessionId} and m.source_type = 'Account' and m.source_id = s.account_ref
    where v.household_id = ${scope.householdId}
      and v.account_id = m.record_id
      and v.source = ${scope.source}
      and v.external_id = s.external_id`;
  const created = await tx`
    insert into valuations (
      household_id, account_id, currency, ${tx.unsafe(valuation.names)}, source, external_id)
    select h.id, a.id, coalesce(s.currency, a.currency, h.currency), ${tx.unsafe(valuation.staged)},
      ${scope.source}, s.external_id
    from stage_valuations s
    join households h on h.id = ${scope.householdId}
    left join import_id_map m
      on m.session_id = ${scope.sessionId} and m.source_type = 'Account' and m.source_id = s.account_ref
    left join accounts a on a.id = m.record_id
    where not exists (
      select 1
      from valuations v
      where v.account_id = a.id
        and v.source = ${scope.source}
        and v.external_id = s.external_id
    )`;
  return {
    counts: { created: created.count, updated: updated.count + superseded.count },
    faults: [],
  };
};

/** Staged valuations of a day on which the account has another one. */
function findTakenDays(tx: Tx, scope: ImportScope): Promise<FaultyRows<FaultyRow>> {
  return findFaults<FaultyRow>(
    tx,
    tx`
    select s.line, 1 as place, 'date' as field, s.date::text as value
    from stage_valuations s
    left join import_id_map m
      on m.session_id = ${scope.sessionId} and m.source_type = 'Account' and m.source_id = s.account_ref
    where exists (
        select 1
        from valuations v
        where v.account_id = m.record_id
          and v.date = s.date
          and (v.source, v.external_id) is distinct from (${scope.source}, s.external_id)
      )
      or exists (
        select 1
        from stage_valuations other
        where other.account_ref = s.account_ref
          and other.date = s.date
          and other.line < s.line
      )`,
  );
}
