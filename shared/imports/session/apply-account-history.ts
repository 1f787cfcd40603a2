import type { Tx } from '../../postgres/connect.ts';
import { copiedColumns } from '../../ledger/record-columns.ts';
import { requireNamed } from './adopt-references.ts';
import {
  countStaged,
  countWritten,
  dropSuperseded,
  lastSaid,
  mapped,
  requireFit,
  stagedInAccounts,
} from './scope.ts';
import type { Apply, ImportScope } from './scope.ts';

const balance = copiedColumns('Balance', ['date', 'cash_balance']);
const valuation = copiedColumns('Valuation');

/** Balances: one per account, day and currency. Components that a record leaves out are kept. */
export const applyBalances: Apply = async (tx, scope) => {
  await requireNamed(tx, scope, 'Balance');
  const place = tx`s.owner, s.date, s.place_currency`;
  const written = await tx<{ created: boolean }[]>`
    with placed as materialized (
      select s.*, a.id as owner, coalesce(s.currency, a.currency, h.currency) as place_currency,
        count(*) over (partition by a.id, s.date, coalesce(s.currency, a.currency, h.currency)) as records
      ${stagedInAccounts(tx, scope, 'Balance')}
    ),
    joined as (
      select ${place}, jsonb_object_agg(part.key, part.value order by s.line) as components
      from placed s
      cross join lateral jsonb_each(s.components) part
      where s.records > 1
      group by ${place}
    )
    insert into balances (
      household_id, account_id, date, currency, cash_balance, components, ${tx.unsafe(balance.names)})
    select distinct on (${place})
      ${scope.householdId}::uuid, ${place}, ${lastSaid(tx, 'cash_balance', place)},
      coalesce(joined.components, s.components), ${tx.unsafe(balance.staged)}
    from placed s
    left join joined using (owner, date, place_currency)
    order by ${place}, s.line desc
    on conflict (account_id, date, currency) do update
    set ${tx.unsafe(balance.fromExcluded)},
        cash_balance = coalesce(excluded.cash_balance, balances.cash_balance),
        components = balances.components || excluded.components,
        updated_at = now()
    returning xmax = 0 as created`;
  return countWritten(written, await countStaged(tx, 'Balance'));
};

/** Valuations, identified by source and external id; an account has one per day. */
export const applyValuations: Apply = async (tx, scope) => {
  await requireNamed(tx, scope, 'Valuation');
  const superseded = await dropSuperseded(tx, 'Valuation', tx`later.external_id = s.external_id`);
  await requireFreeDays(tx, scope);
  const updated = await tx`
    update valuations v
    set ${tx.unsafe(valuation.fromStage)},
        currency = coalesce(s.currency, v.currency),
        updated_at = now()
    from stage_valuations s
    ${mapped(tx, scope, 'Account', 'account_ref')}
    where v.household_id = ${scope.householdId}
      and v.account_id = m.record_id
      and v.source = ${scope.source}
      and v.external_id = s.external_id`;
  const created = await tx`
    insert into valuations (
      household_id, account_id, currency, ${tx.unsafe(valuation.names)}, source, external_id)
    select h.id, a.id, coalesce(s.currency, a.currency, h.currency), ${tx.unsafe(valuation.staged)},
      ${scope.source}, s.external_id
    ${stagedInAccounts(tx, scope, 'Valuation')}
    where not exists (
      select 1
      from valuations v
      where v.account_id = a.id
        and v.source = ${scope.source}
        and v.external_id = s.external_id
    )`;
  return { created: created.count, updated: updated.count + superseded };
};

/** Refuses staged valuations for a day on which the account already has another one. */
function requireFreeDays(tx: Tx, scope: ImportScope): Promise<void> {
  return requireFit(
    tx,
    'Valuation',
    'duplicate_valuation',
    'the account already has one on this day',
    tx`
    select s.line, 1 as place, 'date' as field, s.date::text as value
    from stage_valuations s
    ${mapped(tx, scope, 'Account', 'account_ref')}
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
