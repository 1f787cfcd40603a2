import { NAMELESS } from '#preflight/types/common-fields';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { isInLedger } from '../match/live-of-money.ts';
import { isUnpaired } from '../match/match-tables.ts';
import { isJudged, isUnsaid } from './claims.ts';
import type { CsvScope } from './scope.ts';
import { homeCurrency } from './scope.ts';
import { createTemporaryTables } from '../../postgres/temporary-tables.ts';
import { hasRows } from '../../postgres/rows.ts';
import { valueTable } from '../../postgres/value-table.ts';

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
 * currency, name or account, in the row or later. A currency that no file, bank or person states is equal to any. Call it after
 * matchBankIds, which knows rows that are not equal by their ids.
 */
export async function matchCorrected(tx: Tx, scope: CsvScope): Promise<void> {
  await fillCorrected(tx, scope);
  // An index lookup for each row that is compared.
  const ofAccount = tx`coalesce(
    (select currency from accounts where ${ofHousehold(tx, scope.householdId)} and id = r.account_id),
    ${homeCurrency(tx, scope)}
  )`;
  const [any, none] = [tx`true`, tx`''`];
  const currencies: Currencies[] = [
    {
      known: { alike: tx`currency`, isOne: any },
      wanted: { alike: tx`coalesce(nullif(said.currency, ''), ${ofAccount})`, isOne: any },
    },
    { known: { alike: none, isOne: tx`is_unsaid` }, wanted: { alike: none, isOne: any } },
    { known: { alike: none, isOne: any }, wanted: { alike: none, isOne: tx`said.currency = ''` } },
  ];
  for (const isMoved of [false, true])
    for (const currency of currencies) await pairAlike(tx, scope, isMoved, currency);
  await tx`
    delete from match_wanted
    where ref in (select ref from match_pairs)`;
  await tx`
    delete from match_stored
    where id in (select id from match_pairs)`;
}

/**
 * Stores in match_corrected what files say of corrected rows, as far as a row of the file may say the same. They are read once: a household may
 * have many, and a transaction may be known by what several files say.
 */
async function fillCorrected(tx: Tx, scope: CsvScope): Promise<void> {
  await createTemporaryTables(tx, {
    match_corrected: `
      id uuid not null,
      -- A person put the row into another account, which is then the name of its account in the file, and else an id.
      is_moved boolean not null,
      account text not null,
      date date not null,
      amount numeric not null,
      name text not null,
      -- That of the transaction where the file names none.
      currency text not null,
      is_unsaid boolean not null`,
  });
  await tx.unsafe('truncate match_corrected');
  const isMoved = tx`(said.account is not null and r.account is distinct from said.account)`;
  await tx`
    insert into match_corrected (id, is_moved, account, date, amount, name, currency, is_unsaid)
    with known as materialized (
      select distinct t.id, ${isMoved} as is_moved,
        -- A person may have moved the transaction since.
        case when ${isMoved} then said.account else coalesce(r.account_id, t.account_id)::text end as account,
        said.date, said.amount, said.name, said.currency as said_currency, t.currency, t.source
      from ${correctedRows(tx, scope)}
        and said.date is not null
        and said.amount is not null
        and t.id not in (select id from match_stored_ids)
        and ${isUnpaired(tx, 'id', tx`t.id`)}
    )
    select t.id, t.is_moved, t.account, t.date, t.amount, t.name, coalesce(nullif(t.said_currency, ''), t.currency),
      t.said_currency = '' and ${isUnsaid(tx, scope.householdId)}
    from known t
    where (t.date, t.amount, t.name) in (
      select said.date, said.amount, said.name
      from import_rows r
      ${said(tx)}
      where ${isJudged(tx, scope)}
        and ${mayBeCorrected(tx, tx`known`)}
    )`;
}

/** Whether the row `r` may say what one of `known` says, judged before its JSON is read: a file may have many rows. */
const mayBeCorrected = (tx: Tx, known: Fragment) =>
  tx`(r.as_read is not null or (r.date, r.amount) in (select date, amount from ${known}))`;

/** What is compared of the currencies of known rows and of those of the file, and of which of them. */
type Currencies = Record<'known' | 'wanted', { alike: Fragment; isOne: Fragment }>;

/** Pairs rows of the file, which are equal to each other, with transactions that are known by the same values; twins in the order of the files. */
async function pairAlike(
  tx: Tx,
  scope: CsvScope,
  isMoved: boolean,
  { known, wanted }: Currencies,
): Promise<void> {
  const alike = tx`account, date, amount, name, currency`;
  const groups = await tx<{ refs: string[]; ids: string[] }[]>`
    with wanted as materialized (
      select r.record_id as ref, r.pending, r.line, ${isMoved ? tx`said.account` : tx`r.account_id::text`} as account,
        said.date, said.amount, said.name, ${wanted.alike} as currency
      from import_rows r
      ${said(tx)}
      where ${isJudged(tx, scope)}
        and ${mayBeCorrected(tx, tx`match_corrected`)}
        and ${wanted.isOne}
        and ${isUnpaired(tx, 'ref', tx`r.record_id`)}
    )
    select refs, ids
    from (
      select ${alike}, array_agg(ref order by pending, line) as refs, min(line) as line
      from wanted
      group by ${alike}
    ) w
    join (
      -- More than there are rows are never needed.
      select ${alike}, (array_agg(distinct id order by id))[:(select count(*) from wanted)] as ids
      from (
        select id, account, date, amount, name, ${known.alike} as currency
        from match_corrected
        where is_moved = ${isMoved}
          and ${known.isOne}
          and ${isUnpaired(tx, 'id', tx`match_corrected.id`)}
      ) each
      group by ${alike}
    ) known using (${alike})
    -- What files list in two ways is left to the rows that nothing else is like.
    order by cardinality(ids), line`;
  const taken = new Set<string>();
  const pairs = groups.flatMap(({ refs, ids }) => {
    const free = ids.filter((id) => !taken.has(id));
    return refs.flatMap((ref, place) => {
      const id = free[place];
      if (id === undefined) return [];
      taken.add(id);
      return [{ ref, id }];
    });
  });
  if (pairs.length === 0) return;
  await tx`
    insert into match_pairs (ref, place, account_id, date, amount, currency, name, id, stored_date, certainty)
    select r.record_id, r.line, t.account_id, r.date, r.amount, coalesce(r.currency, t.currency), said.name, t.id, r.date, 'exact'
    from ${valueTable(tx, 'pair', pairs, { ref: 'uuid', id: 'uuid' })}
    join import_rows r on r.household_id = ${scope.householdId} and r.import_id = ${scope.importId} and r.record_id = pair.ref
    ${said(tx)}
    cross join lateral (
      select *
      from transactions t
      where t.${ofHousehold(tx, scope.householdId)}
        and t.id = pair.id
      offset 0
    ) t`;
}
