import type { Tx } from '../../postgres/connect.ts';
import type { ImportScope } from './scope.ts';

type SecurityStage = 'stage_trades' | 'stage_holdings';

/** Whether `known` is the security that the staged record `s` refers to. An exact one must also have its name. */
function isNamed(tx: Tx, scope: ImportScope) {
  return tx`
    known.household_id = ${scope.householdId}
      and (known.ticker = s.ticker or (known.ticker is null and s.ticker is null))
      and known.exchange_operating_mic is not distinct from s.mic
      and (not s.security_exact or known.name is not distinct from s.security_name)`;
}

/** Creates the securities that staged records refer to and the household lacks. */
export async function insertMissingSecurities(
  tx: Tx,
  scope: ImportScope,
  stage: SecurityStage,
): Promise<void> {
  await tx`
    insert into securities (
      household_id, ticker, exchange_operating_mic, name, currency, isin, figi, cusip)
    select distinct on (s.ticker, s.mic, case when s.security_exact then s.security_name end)
      ${scope.householdId}::uuid, s.ticker, s.mic, s.security_name, s.security_currency,
      s.isin, s.figi, s.cusip
    from ${tx(stage)} s
    where not exists (select 1 from securities known where ${isNamed(tx, scope)})
    order by s.ticker, s.mic, case when s.security_exact then s.security_name end,
      s.security_name nulls last, s.line
    on conflict do nothing`;
}

/** Finds the security of a staged record `s`: the exact one, else the oldest with its ticker and exchange. */
export function securityOf(tx: Tx, scope: ImportScope) {
  return tx`
    join lateral (
      select known.id
      from securities known
      where ${isNamed(tx, scope)}
      order by known.created_at, known.id
      limit 1
    ) security on true`;
}
