import { copiedColumns } from '../../ledger/record-columns.ts';
import { requireNamed } from './adopt-references.ts';
import { keepOwnCounterparts, rememberFiles, settleFiles } from './transaction-origins.ts';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import type { Apply, ImportScope } from './scope.ts';
import { countStaged, countWritten, dropSuperseded, lastSaid, stagedInAccounts } from './scope.ts';

const trade = copiedColumns('Trade');
/** The known cost of a holding is kept if a record does not state it. */
const holding = copiedColumns('Holding', ['date', 'cost_basis', 'cost_basis_source']);

/** Whether `known` is the security that the staged record `s` refers to. An exact one must also have its name. */
function isNamed(tx: Tx, scope: ImportScope) {
  return tx`
    known.household_id = ${scope.householdId}
      and (known.ticker = s.ticker or (known.ticker is null and s.ticker is null))
      and known.exchange_operating_mic is not distinct from s.mic
      and (not s.security_exact or known.name is not distinct from s.security_name)`;
}

/** Creates the securities that staged records refer to and the household lacks. */
async function insertMissingSecurities(
  tx: Tx,
  scope: ImportScope,
  stage: 'stage_trades' | 'stage_holdings',
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
function securityOf(tx: Tx, scope: ImportScope) {
  return tx`
    join lateral (
      select known.id
      from securities known
      where ${isNamed(tx, scope)}
      order by known.created_at, known.id
      limit 1
    ) security on true`;
}

/** Trades, identified by source and external id; securities are found or created by ticker and exchange. */
export const applyTrades: Apply = async (tx, scope) => {
  await requireNamed(tx, scope, 'Trade');
  const superseded = await dropSuperseded(tx, 'Trade', tx`later.external_id = s.external_id`);
  await insertMissingSecurities(tx, scope, 'stage_trades');
  const ofFiles = await tx`select 1 from stage_trades where files is not null limit 1`;
  if (ofFiles.length > 0) await settleFiles(tx, scope, 'Trade');
  const written = await tx<{ created: boolean }[]>`
    insert into trades (
      id, household_id, account_id, security_id, currency, ${tx.unsafe(trade.names)}, source, external_id,
      import_id, import_external_id)
    select s.id, h.id, a.id, security.id, coalesce(s.currency, a.currency, h.currency),
      ${tx.unsafe(trade.staged)}, ${scope.source}, s.external_id, s.import_id, s.import_external_id
    ${stagedInAccounts(tx, scope, 'Trade')}
    ${securityOf(tx, scope)}
    on conflict (account_id, source, external_id) do update
    set security_id = excluded.security_id,
        currency = excluded.currency,
        ${tx.unsafe(trade.fromExcluded)},
        updated_at = now()
    returning xmax = 0 as created`;
  if (ofFiles.length > 0) await rememberFiles(tx, scope, 'Trade');
  return countWritten(written, written.length + superseded);
};

type HoldingKey = 'security' | 'number' | 'provider';

/**
 * Writes holdings `s` that are identified in one way: the bank's by its key; of the others the first per security and day by
 * these, and each further one by its number. `s` has the columns of a stage; `from` also has the household `h`, the account `a`
 * and the `security` of each.
 */
export async function writeHoldings(
  tx: Tx,
  source: string,
  from: Fragment,
  key: HoldingKey,
): Promise<{ created: number; updated: number }> {
  const isBanks = key === 'provider';
  const place = tx`security.id, s.date, coalesce(s.currency, a.currency, h.currency)`;
  const numbered = tx`'Holding:' || concat_ws('/', ${place}) || '/' || lpad(s.position::text, 6, '0')`;
  const one = tx`a.id, ${isBanks ? tx`s.provider_id` : tx`${place}, s.position`}`;
  const written = await tx<{ created: boolean }[]>`
    insert into holdings (
      id, household_id, account_id, security_id, date, currency, cost_basis, cost_basis_source,
      ${tx.unsafe(holding.names)}, source, external_id)
    select distinct on (${one})
      s.id, h.id, a.id, ${place}, ${lastSaid(tx, 'cost_basis', one)},
      ${lastSaid(tx, 'cost_basis_source', one)}, ${tx.unsafe(holding.staged)},
      coalesce(s.source, ${source}), ${isBanks ? tx`s.provider_id` : numbered}
    ${from}
    where (s.source is not null) = ${isBanks}
      ${isBanks ? tx`` : tx`and (s.position is not null) = ${key === 'number'}`}
    order by ${one}, s.line desc
    on conflict ${
      key === 'security'
        ? tx`(account_id, security_id, date, currency) where external_id is null`
        : tx`(account_id, source, external_id) where external_id is not null`
    } do update
    set ${tx.unsafe(holding.fromExcluded)},
        cost_basis = coalesce(excluded.cost_basis, holdings.cost_basis),
        cost_basis_source = coalesce(excluded.cost_basis_source, holdings.cost_basis_source),
        updated_at = now()
    returning xmax = 0 as created`;
  return countWritten(written);
}

/** Holdings: one per account, security, day and currency, further ones by number, and the bank's by its keys. */
export const applyHoldings: Apply = async (tx, scope) => {
  await requireNamed(tx, scope, 'Holding');
  await insertMissingSecurities(tx, scope, 'stage_holdings');
  await keepOwnCounterparts(tx, scope, 'Holding');
  const from = tx`${stagedInAccounts(tx, scope, 'Holding')} ${securityOf(tx, scope)}`;
  let created = 0;
  for (const key of ['security', 'number', 'provider'] as const) {
    created += (await writeHoldings(tx, scope.source, from, key)).created;
  }
  return { created, updated: (await countStaged(tx, 'Holding')) - created };
};
