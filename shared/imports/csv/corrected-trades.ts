import type { Tx } from '../../postgres/connect.ts';
import { isInLedger } from '../match/live-of-money.ts';
import { isPosition } from './positions.ts';
import type { CsvScope } from './scope.ts';

/** What the file says in the row `r` of a trade, whatever a person corrected; what it does not say is the corrected value. */
export const saidOfTrade = (tx: Tx) => {
  const text = (name: string) => tx`coalesce(r.as_read -> 'more' ->> ${name}, r.more ->> ${name})`;
  return tx`
    jsonb_build_array(
      coalesce((r.as_read ->> 'date')::date, r.date), ${text('ticker')},
      coalesce(r.as_read -> 'more', r.more) ->> 'exchange_operating_mic',
      ${text('quantity')}::numeric, ${text('price')}::numeric)`;
};

/** The trades that corrected rows of other imports led to, where their files say the same as a row of `wanted`. */
export const correctedTrades = (tx: Tx, { householdId, importId }: CsvScope) => tx`
      select distinct on (t.id) t.id, ${saidOfTrade(tx)} as said,
        case
          when r.as_read ->> 'account' <> r.account then r.as_read ->> 'account'
          else t.account_id::text
        end as account
      from import_rows r
      join imports i on i.household_id = r.household_id and i.id = r.import_id and ${isInLedger(tx)}
      cross join lateral (
        select *
        from trades t
        where t.household_id = ${householdId}
          and t.id = coalesce(r.of_id, r.record_id)
        offset 0
      ) t
      where r.household_id = ${householdId}
        and r.import_id <> ${importId}
        and r.as_read is not null
        and r.verdict in ('new', 'duplicate')
        and not ${isPosition(tx)}
        and ${saidOfTrade(tx)} in (select said from wanted)
      order by t.id, i.published_at, r.line`;

/** Pairs rows of `wanted` with trades of `corrected`, twins in the order of the files, unless both have ids of one kind. */
export const pairedByCorrection = (tx: Tx) => tx`
      select w.line, known.id
      from (
        select *, row_number() over (partition by account_id, said order by line) as twin
        from wanted
        where line not in (select line from by_id)
      ) w
      join (
        select corrected.*, stored.bank_id, row_number() over (partition by account, said order by id) as twin
        from corrected
        join stored using (id)
      ) known using (said, twin)
      where known.account in (w.account_id::text, w.account)
        and (w.bank_id is null or known.bank_id is null)`;
