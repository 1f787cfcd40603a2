import type { Tx } from '../../../db/connect.ts';
import { isJudged, updateVerdicts } from './claims.ts';
import type { Publisher } from './publisher.ts';
import { createRowAccounts } from './row-accounts.ts';
import type { CsvScope, Written } from './scope.ts';
import { IMPORT_SOURCE, ofImport } from './scope.ts';

/** The security of a row `r`: the household's oldest with that ticker, and on that exchange when the row names one. */
const securityOf = (tx: Tx) => tx`
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

const quantity = (tx: Tx) => tx`(r.more ->> 'quantity')::numeric`;
const price = (tx: Tx) => tx`(r.more ->> 'price')::numeric`;

/** Matches by account, day, security, quantity, price and currency, one to one. */
async function judge(tx: Tx, scope: CsvScope): Promise<void> {
  await updateVerdicts(
    tx,
    scope,
    tx`
    with wanted as (
      select r.line, r.account_id, r.date, security.id as security_id, ${quantity(tx)} as quantity,
        ${price(tx)} as price, coalesce(r.currency, a.currency, h.currency) as currency,
        row_number() over (
          partition by r.account_id, r.date, security.id, ${quantity(tx)}, ${price(tx)},
            coalesce(r.currency, a.currency, h.currency)
          order by r.line
        ) as twin
      from import_rows r
      join households h on h.id = r.household_id
      left join accounts a on a.household_id = r.household_id and a.id = r.account_id
      ${securityOf(tx)}
      where ${isJudged(tx, scope)}
    ),
    stored as (
      select t.*, row_number() over (
        partition by t.account_id, t.date, t.security_id, t.quantity, t.price, t.currency
        order by t.created_at, t.id
      ) as twin
      from trades t
      where t.household_id = ${scope.householdId}
        and t.account_id in (select account_id from wanted)
    )
    select w.line, s.id as of_id, case when s.id is null then 'new' else 'duplicate' end as verdict,
      case when s.id is not null then 'exact' end as certainty
    from wanted w
    left join stored s using (account_id, date, security_id, quantity, price, currency, twin)`,
  );
}

async function write(tx: Tx, scope: CsvScope): Promise<Written> {
  const accounts = await createRowAccounts(tx, scope);
  const made = await tx`
    insert into securities (household_id, ticker, exchange_operating_mic, currency)
    select distinct on (r.more ->> 'ticker', r.more ->> 'exchange_operating_mic')
      r.household_id, r.more ->> 'ticker', r.more ->> 'exchange_operating_mic', r.currency
    from import_rows r
    ${securityOf(tx)}
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'
      and security.id is null
    order by r.more ->> 'ticker', r.more ->> 'exchange_operating_mic', r.line
    on conflict do nothing`;
  const inserted = await tx`
    insert into trades (
      id, household_id, account_id, security_id, date, name, quantity, price, amount, currency,
      investment_activity_label, source)
    select r.record_id, r.household_id, r.account_id, security.id, r.date,
      coalesce(r.name, concat_ws(' ', label.text, r.more ->> 'ticker')), ${quantity(tx)}, ${price(tx)}, r.amount,
      coalesce(r.currency, a.currency, h.currency), label.text, ${IMPORT_SOURCE}
    from import_rows r
    join households h on h.id = r.household_id
    join accounts a on a.household_id = r.household_id and a.id = r.account_id
    cross join lateral (
      select case sign(${quantity(tx)}) when 1 then 'Buy' when -1 then 'Sell' end as text
    ) label
    ${securityOf(tx)}
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'`;
  return {
    created: { trades: inserted.count, accounts, securities: made.count },
    updated: {},
  };
}

/** Publishes rows of TradeImport. A match changes nothing. */
export const trades: Publisher = { judge, write };
