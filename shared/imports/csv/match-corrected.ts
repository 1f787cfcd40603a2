import { NAMELESS } from '#preflight/types/common-fields';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { isInLedger } from '../match/live-of-money.ts';
import { isUnpaired } from '../match/match-tables.ts';
import { isJudged } from './claims.ts';
import type { CsvScope } from './scope.ts';
import { homeCurrency } from './scope.ts';
import { hasRows } from '../../postgres/rows.ts';

/** What the file says in the row `r`, as `said`, whatever a person corrected; a day or an amount that it does not say is the corrected one. */
export const said = (tx: Tx) => tx`
  cross join lateral (
    select coalesce(file.date, r.date) as date, coalesce(file.amount, r.amount) as amount, coalesce(file.currency, '') as currency,
      compared_name(coalesce(file.name, ${NAMELESS})) as name, file.account
    from jsonb_to_record(coalesce(r.as_read, to_jsonb(r))) as file (date date, amount numeric, currency text, name text, account text)
  ) said`;

/** The corrected rows of other imports in the ledger, or rows whose transactions were corrected later, and the live transactions `t` that they led to. */
const correctedRows = (tx: Tx, { householdId, importId }: CsvScope) => tx`
  import_rows r
  ${said(tx)}
  join imports i on i.household_id = r.household_id and i.id = r.import_id and ${isInLedger(tx)}
  cross join lateral (
    select *
    from transactions t
    where t.${ofHousehold(tx, householdId)}
      and t.id = coalesce(r.of_id, r.record_id)
      and t.removed_at is null
    offset 0
  ) t
  where r.household_id = ${householdId}
    and r.import_id <> ${importId}
    and r.as_read is not null
    and r.verdict in ('new', 'duplicate', 'update')`;

/** Whether the import may repeat rows that a person corrected in an earlier one; they also match rows of other amounts. */
export function hasCorrected(tx: Tx, scope: CsvScope) {
  return hasRows(tx`
    with known as materialized (
      select said.date, said.amount
      from ${correctedRows(tx, scope)}
    )
    select 1
    from import_rows r
    ${said(tx)}
    where r.household_id = ${scope.householdId}
      and r.import_id = ${scope.importId}
      -- Mostly there are none: then the rows are not read.
      and exists (select 1 from known)
      and (said.date, said.amount) in (select date, amount from known)
    limit 1`);
}

/**
 * Pairs rows of the file with the transactions that equal rows of earlier files led to if a person corrected their day, amount,
 * currency, name or account, in the row or later. A currency that a file does not name is equal to any. Call it after matchBankIds, which knows
 * rows that are not equal by their ids.
 */
export async function matchCorrected(tx: Tx, scope: CsvScope): Promise<void> {
  const isMoved = tx`(said.account is not null and r.account is distinct from said.account)`;
  const places: Place[] = [
    {
      isKnown: tx`not ${isMoved}`,
      // A person may have moved the transaction since.
      known: tx`coalesce(r.account_id, t.account_id)::text`,
      wanted: tx`r.account_id::text`,
    },
    { isKnown: isMoved, known: tx`said.account`, wanted: tx`said.account` },
  ];
  // An index lookup for each row that is compared.
  const ofAccount = tx`coalesce(
    (select currency from accounts where ${ofHousehold(tx, scope.householdId)} and id = r.account_id),
    ${homeCurrency(tx, scope)}
  )`;
  const [any, isUnsaid] = [tx`true`, tx`said.currency = ''`];
  const currencies: Currencies[] = [
    { alike: tx`coalesce(nullif(said.currency, ''), ${ofAccount})`, known: any, wanted: any },
    { alike: tx`''`, known: isUnsaid, wanted: any },
    { alike: tx`''`, known: any, wanted: isUnsaid },
  ];
  for (const place of places)
    for (const currency of currencies)
      // A transaction that files list in two ways blocks another for one pass, so repeat.
      while (await matchWithin(tx, scope, place, currency));
  await tx`
    delete from match_wanted
    where ref in (select ref from match_pairs)`;
  await tx`
    delete from match_stored
    where id in (select id from match_pairs)`;
}

/** Which corrected rows are compared, and how these and the rows of the file tell their accounts. */
interface Place {
  isKnown: Fragment;
  known: Fragment;
  wanted: Fragment;
}

/** What is compared of the currencies, and of which rows on either side. */
interface Currencies {
  alike: Fragment;
  known: Fragment;
  wanted: Fragment;
}

/** Pairs the rows of one account; twins in the order of the files. Returns whether there were any. */
async function matchWithin(
  tx: Tx,
  scope: CsvScope,
  place: Place,
  currency: Currencies,
): Promise<boolean> {
  const alike = tx`account, date, amount, currency, name`;
  const rowsSaid = tx`said.date, said.amount, ${currency.alike} as currency, said.name`;
  const { count } = await tx`
    with corrected as materialized (
      select distinct t.id, t.account_id, t.currency as stored_currency, ${place.known} as account, ${rowsSaid}
      from ${correctedRows(tx, scope)}
        and ${place.isKnown}
        and ${currency.known}
        and t.id not in (select id from match_stored_ids)
        and ${isUnpaired(tx, 'id', tx`t.id`)}
    ),
    known as (
      select *, row_number() over (partition by ${alike} order by id) as twin
      from corrected
    ),
    wanted as (
      select r.record_id as ref, r.pending, r.line, ${place.wanted} as account, ${rowsSaid}
      from import_rows r
      ${said(tx)}
      where ${isJudged(tx, scope)}
        and ${currency.wanted}
        -- Before their JSON is read: a file may have many rows.
        and (r.as_read is not null or (r.date, r.amount) in (select date, amount from corrected))
        and ${isUnpaired(tx, 'ref', tx`r.record_id`)}
    ),
    paired as (
      select distinct on (known.id) w.ref, known.*
      from (
        select *, row_number() over (partition by ${alike} order by pending, line) as twin
        from wanted
      ) w
      join known using (${alike}, twin)
      order by known.id, w.line
    )
    insert into match_pairs (ref, place, account_id, date, amount, currency, name, id, stored_date, certainty)
    select p.ref, r.line, p.account_id, r.date, r.amount, coalesce(r.currency, p.stored_currency), p.name, p.id, r.date, 'exact'
    from paired p
    join import_rows r on r.household_id = ${scope.householdId} and r.import_id = ${scope.importId} and r.record_id = p.ref`;
  return count > 0;
}
