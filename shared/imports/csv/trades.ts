import type { Fragment, Tx } from '../../postgres/connect.ts';
import { isInLedger } from '../match/live-of-money.ts';
import { claimedById, isJudged, updateVerdicts } from './claims.ts';
import { correctedTrades, pairedByCorrection, saidOfTrade } from './corrected-trades.ts';
import {
  isPosition,
  judgePositions,
  price,
  quantity,
  securityOf,
  writePositions,
} from './positions.ts';
import { createRowAccounts } from './row-accounts.ts';
import type { CsvScope, Publisher, Written } from './scope.ts';
import { IMPORT_SOURCE, ofImport } from './scope.ts';

/** The rows to judge, with the bank's id if the file has it only once. */
const wantedTrades = (tx: Tx, scope: CsvScope) => tx`
      select r.line, r.line::bigint as place, r.account_id, r.date, security.id as security_id,
        ${quantity(tx)} as quantity, ${price(tx)} as price, coalesce(r.currency, a.currency, h.currency) as currency,
        case
          when count(*) over (partition by r.account_id, r.more ->> 'external_id') = 1 then r.more ->> 'external_id'
        end as bank_id, coalesce(r.as_read, to_jsonb(r)) ->> 'account' as said_account,
        ${saidOfTrade(tx)} as said
      from import_rows r
      join households h on h.id = r.household_id
      left join accounts a on a.household_id = r.household_id and a.id = r.account_id
      ${securityOf(tx)}
      where ${isJudged(tx, scope)}
        and not ${isPosition(tx)}`;

/**
 * Stored trades on the days of rows, those with the bank id of a row, and those that equal rows led to which were corrected. Each is
 * an index lookup, so that the cost depends on the size of the file, not on how many trades the household has.
 */
const nearTrades = (tx: Tx, { householdId }: CsvScope) => {
  const found = (isOne: Fragment) => tx`
      cross join lateral (
        select *
        from trades t
        where t.household_id = ${householdId}
          and t.account_id = w.account_id
          and ${isOne}
        offset 0
      ) t`;
  return tx`
      select t.*
      from (select distinct account_id, date from wanted) w
      ${found(tx`t.date = w.date`)}
      union
      select t.*
      from wanted w
      ${found(tx`t.import_external_id = w.bank_id`)}
      union
      select t.*
      from wanted w
      ${claimedById(tx, householdId)}
      ${found(tx`t.id = r.of_id`)}
      union
      select t.*
      from corrected
      cross join lateral (
        select *
        from trades t
        where t.household_id = ${householdId}
          and t.id = corrected.id
        offset 0
      ) t`;
};

/** The bank ids that files gave these trades, and the column that each comes from. */
const bankIds = (tx: Tx, scope: CsvScope) => tx`
      select n.id, n.account_id, one.bank_id, i.settings ->> 'external_id_col_label' as kind
      from near n
      cross join lateral (
        select n.import_id, n.import_external_id as bank_id
        where n.import_external_id is not null
        union
        select r.import_id, r.more ->> 'external_id'
        from import_rows r
        where r.household_id = ${scope.householdId}
          and r.of_id = n.id
          and r.import_id <> ${scope.importId}
          and r.more ->> 'external_id' is not null
      ) one
      join imports i on i.household_id = ${scope.householdId} and i.id = one.import_id
      where ${isInLedger(tx)}`;

/** The CTE `ids`: none if the bank restarts them with each file, so that two trades with one id have nothing else in common. */
const identifying = (tx: Tx, scope: CsvScope) => tx`
    stated_ids as materialized (
      ${bankIds(tx, scope)}
    ),
    ids as materialized (
      select *
      from stated_ids
      where not exists (
        select 1
        from wanted w
        join stated_ids s using (account_id, bank_id)
        join near n using (id)
        where w.date <> n.date
          and w.security_id is distinct from n.security_id
          and w.quantity <> n.quantity
          and w.price <> n.price
      )
    )`;

const pairedById = (tx: Tx) => tx`
      select distinct on (id) id, line
      from (
        select distinct on (w.line) w.line, s.id
        from wanted w
        join ids s using (account_id, bank_id)
        order by w.line, s.id
      ) first
      order by id, line`;

/** The trades that are not yet paired, with an id if it is of the same kind as the file's. */
const comparableTrades = (tx: Tx, scope: CsvScope) => tx`
      select n.id, ${content(tx)}, row_number() over (order by n.created_at, n.id) as place, comparable.bank_id
      from near n
      left join lateral (
        select s.bank_id
        from ids s
        join imports own on own.household_id = ${scope.householdId} and own.id = ${scope.importId}
        where s.id = n.id
          and s.kind = own.settings ->> 'external_id_col_label'
        limit 1
      ) comparable on true
      where n.id not in (select id from by_id)`;

const content = (tx: Tx) => tx`account_id, date, security_id, quantity, price`;

/**
 * Matches rows with stored trades by the bank's id, then with those that a person corrected in an
 * earlier file, by what the files say, then one to one by account, day, security, quantity and price, but not by currency,
 * which a file may not state. Rows with different ids of one kind
 * are two trades. An id that the file repeats is ignored.
 */
async function judgeTrades(tx: Tx, scope: CsvScope): Promise<void> {
  const same = content(tx);
  const numbered = (from: string, hasId: boolean) => tx`
    select *, row_number() over (partition by ${same} order by place) as twin
    from ${tx(from)}
    where (bank_id is not null) = ${hasId}`;
  const judged = tx`
    with wanted as materialized (
      ${wantedTrades(tx, scope)}
    ),
    corrected as materialized (
      ${correctedTrades(tx, scope)}
    ),
    near as materialized (
      ${nearTrades(tx, scope)}
    ),
    ${identifying(tx, scope)},
    by_id as materialized (
      ${pairedById(tx)}
    ),
    stored as materialized (
      ${comparableTrades(tx, scope)}
    ),
    ${pairedByCorrection(tx)},
    row_left as materialized (
      select *
      from wanted
      where line not in (select line from by_id union all select line from by_correction)
    ),
    stored_left as materialized (
      select *
      from stored
      where id not in (select id from by_correction)
    ),
    -- Pairs rows and stored trades that both have no id, then those where only one of the two has an id.
    plain as (
      select w.line, s.id
      from (${numbered('row_left', false)}) w
      join (${numbered('stored_left', false)}) s using (${same}, twin)
    ),
    mixed_rows as (select * from row_left where line not in (select line from plain)),
    mixed_stored as (select * from stored_left where id not in (select id from plain)),
    mixed as (
      select w.line, s.id
      from (${numbered('mixed_rows', true)}) w
      join (${numbered('mixed_stored', false)}) s using (${same}, twin)
      union all
      select w.line, s.id
      from (${numbered('mixed_rows', false)}) w
      join (${numbered('mixed_stored', true)}) s using (${same}, twin)
    ),
    found as (
      select line, id from by_id
      union all
      select line, id from by_correction
      union all
      select line, id from plain
      union all
      select line, id from mixed
    )
    select w.line, f.id as of_id, case when f.id is null then 'new' else 'duplicate' end as verdict,
      case when f.id is not null then 'exact' end as certainty
    from wanted w
    left join found f using (line)`;
  await updateVerdicts(tx, scope, judged);
}

async function judge(tx: Tx, scope: CsvScope): Promise<void> {
  await judgeTrades(tx, scope);
  await judgePositions(tx, scope);
}

async function write(tx: Tx, scope: CsvScope): Promise<Written> {
  const { accounts } = await createRowAccounts(tx, scope);
  const made = await tx`
    insert into securities (household_id, ticker, exchange_operating_mic, currency, name)
    select distinct on (r.more ->> 'ticker', r.more ->> 'exchange_operating_mic')
      r.household_id, r.more ->> 'ticker', r.more ->> 'exchange_operating_mic', r.currency, named.name
    from import_rows r
    ${securityOf(tx)}
    -- Only in a file of positions is the name that of the security; other files name the trade.
    cross join lateral (select case when ${isPosition(tx)} then r.name end as name) named
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'
      and security.id is null
    order by r.more ->> 'ticker', r.more ->> 'exchange_operating_mic', named.name is null, r.line
    on conflict do nothing`;
  const inserted = await tx`
    insert into trades (
      id, household_id, account_id, security_id, date, name, quantity, price, amount, currency,
      investment_activity_label, source, import_id, import_external_id)
    select r.record_id, r.household_id, r.account_id, security.id, r.date,
      coalesce(r.name, concat_ws(' ', label.text, r.more ->> 'ticker')), ${quantity(tx)}, ${price(tx)}, r.amount,
      coalesce(r.currency, a.currency, h.currency), label.text, ${IMPORT_SOURCE},
      ${scope.importId}, r.more ->> 'external_id'
    from import_rows r
    join households h on h.id = r.household_id
    join accounts a on a.household_id = r.household_id and a.id = r.account_id
    cross join lateral (
      select case sign(${quantity(tx)}) when 1 then 'Buy' when -1 then 'Sell' end as text
    ) label
    ${securityOf(tx)}
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'
      and not ${isPosition(tx)}`;
  const holdings = await writePositions(tx, scope);
  return {
    created: {
      trades: inserted.count,
      holdings: holdings.created,
      accounts,
      securities: made.count,
    },
    updated: { holdings: holdings.updated },
  };
}

/** Publishes rows of TradeImport: trades, which stay as they are if they match, and positions. */
export const trades: Publisher = { judge, write };
