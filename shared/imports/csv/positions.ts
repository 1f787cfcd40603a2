import { warning } from '#preflight/warnings/warning';
import type { Tx } from '../../postgres/connect.ts';
import { countRows } from '../../postgres/page.ts';
import { warnImport } from '../import-rows.ts';
import { writeHoldings } from '../session/apply-investments.ts';
import { updateVerdicts } from './claims.ts';
import type { CsvScope } from './scope.ts';
import { IMPORT_SOURCE, ofImport } from './scope.ts';

/** The security of a row `r`: the household's oldest with that ticker, and on that exchange when the row names one. */
export const securityOf = (tx: Tx) => tx`
  left join lateral (
    select s.id
    from securities s
    where s.household_id = r.household_id
      and s.ticker = r.more ->> 'ticker'
      and (r.more ->> 'exchange_operating_mic' is null
        or s.exchange_operating_mic = r.more ->> 'exchange_operating_mic')
    order by s.created_at, s.id
    limit 1
  ) security on true`;

export const quantity = (tx: Tx) => tx`(r.more ->> 'quantity')::numeric`;
export const price = (tx: Tx) => tx`(r.more ->> 'price')::numeric`;

/** Whether the row `r` says how much of a security its account holds. */
export const isPosition = (tx: Tx) => tx`(r.more ->> 'position_value' is not null)`;

/** The positions `r` that no person excluded. */
const positions = (tx: Tx, scope: CsvScope) => tx`
  from import_rows r
  join households h on h.id = r.household_id
  left join accounts a on a.household_id = r.household_id and a.id = r.account_id
  ${securityOf(tx)}
  where ${ofImport(tx, scope)}
    and ${isPosition(tx)}
    and r.verdict <> 'invalid'
    and not (r.verdict = 'excluded' and r.verdict_made)`;

/**
 * Identifies a position by account, security, day and currency, even if a person chose its verdict: other values are an update.
 * The bank decides about positions of an account whose holdings a connection keeps: these rows are excluded, with a warning.
 */
export async function judgePositions(tx: Tx, scope: CsvScope): Promise<void> {
  const judged = tx`
    with held as materialized (
      select r.line, r.record_id, r.household_id, r.account_id, security.id as security_id, r.date,
        coalesce(r.currency, a.currency, h.currency) as currency, ${quantity(tx)} as quantity, ${price(tx)} as price,
        r.amount as value, first_value(r.record_id) over (
          partition by coalesce(r.account_id::text, r.account), r.more ->> 'ticker', r.more ->> 'exchange_operating_mic',
            r.date, coalesce(r.currency, a.currency, h.currency)
          order by r.line
        ) as first_id
      ${positions(tx, scope)}
    )
    select w.line,
      case
        when bank.is_so then 'excluded'
        when known.id is null and w.first_id = w.record_id then 'new'
        when known.id is not null
          and (known.quantity, known.price, known.value) is distinct from (w.quantity, w.price, w.value) then 'update'
        else 'duplicate'
      end as verdict,
      case when not bank.is_so then coalesce(known.id, nullif(w.first_id, w.record_id)) end as of_id,
      case
        when not bank.is_so and (known.id is not null or w.first_id <> w.record_id) then 'exact'
      end as certainty
    from held w
    cross join lateral (
      select exists (
        select 1
        from provider_accounts l
        where l.household_id = w.household_id
          and l.account_id = w.account_id
          and l.connection_id is not null
          and l.holdings_state <> 'not_supported'
      ) or exists (
        select 1
        from holdings p
        where p.household_id = w.household_id
          and p.account_id = w.account_id
          and p.source = 'provider'
          and p.external_id is not null
      ) as is_so
    ) bank
    left join lateral (
      select *
      from holdings known
      where known.household_id = w.household_id
        and known.account_id = w.account_id
        and known.security_id = w.security_id
        and known.date = w.date
        and known.currency = w.currency
        and known.external_id is null
      offset 0
    ) known on true`;
  await updateVerdicts(tx, scope, judged);
  await warnOfBank(tx, scope);
}

async function warnOfBank(tx: Tx, scope: CsvScope): Promise<void> {
  const count = await countRows(tx, tx`${positions(tx, scope)} and r.verdict = 'excluded'`);
  const found = count === 0 ? [] : [warning('positions_of_bank', { count })];
  await warnImport(tx, scope, ['positions_of_bank'], found);
}

export function writePositions(
  tx: Tx,
  scope: CsvScope,
): Promise<{ created: number; updated: number }> {
  const from = tx`
    from import_rows r
    join households h on h.id = r.household_id
    join accounts a on a.household_id = r.household_id and a.id = r.account_id
    ${securityOf(tx)}
    join lateral (
      select r.record_id as id, r.line, r.date, r.currency, ${quantity(tx)} as quantity, ${price(tx)} as price,
        r.amount as value, null::numeric as cost_basis, null::text as cost_basis_source, null::text as source,
        null::integer as position
    ) s
      on ${ofImport(tx, scope)}
      and ${isPosition(tx)}
      and r.verdict in ('new', 'update')`;
  return writeHoldings(tx, IMPORT_SOURCE, from, 'security');
}
