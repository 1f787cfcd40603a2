import type { Fragment, Tx } from '../../postgres/connect.ts';
import { isInLedger } from '../match/live-of-money.ts';
import { isPosition } from './positions.ts';
import type { CsvScope } from './scope.ts';

/** What the file says in the row `r` of a trade, whatever a person corrected; what it does not say is the corrected value. */
const saidMore = (tx: Tx, name: 'ticker' | 'quantity' | 'price') =>
  tx`coalesce(r.as_read -> 'more' ->> ${name}, r.more ->> ${name})`;

/** The exchange that the file says, or that it says none. */
const saidMic = (tx: Tx) => tx`coalesce(r.as_read -> 'more', r.more) ->> 'exchange_operating_mic'`;

/** What the file says in the row `r` of a trade, by which later files list it. */
export const saidOfTrade = (tx: Tx) => tx`
  jsonb_build_array(
    coalesce((r.as_read ->> 'date')::date, r.date), ${saidMore(tx, 'ticker')}, ${saidMic(tx)},
    ${saidMore(tx, 'quantity')}::numeric, ${saidMore(tx, 'price')}::numeric)`;

/** The same as fields of a Trade: names and values of a JSON object; null for a row of another type. */
export const tradeAsRead = (tx: Tx) => tx`
  'ticker', ${saidMore(tx, 'ticker')}, 'exchange_operating_mic', ${saidMic(tx)},
  'qty', ${saidMore(tx, 'quantity')}, 'price', ${saidMore(tx, 'price')}`;

/** The trades that corrected rows of other imports led to, where their files say the same as a row of `wanted`. */
export const correctedTrades = (tx: Tx, { householdId, importId }: CsvScope) => tx`
      select distinct on (t.id) t.id, ${saidOfTrade(tx)} as said,
        moved.is_moved, case when moved.is_moved then r.as_read ->> 'account' else t.account_id::text end as account
      from import_rows r
      join imports i on i.household_id = r.household_id and i.id = r.import_id and ${isInLedger(tx)}
      cross join lateral (
        select r.as_read ->> 'account' is not null and r.account is distinct from r.as_read ->> 'account' as is_moved
      ) moved
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

/**
 * The CTE `by_correction`: pairs rows of `wanted` with trades of `corrected`, twins in the order of the files, unless both have ids
 * of one kind. Those that a person moved to another account are known by the name that the file has for theirs.
 */
export const pairedByCorrection = (tx: Tx) => tx`
    by_account as materialized (
      ${pairedWithin(tx, tx`account_id::text`, tx`not is_moved`, tx`by_id`)}
    ),
    by_correction as materialized (
      select line, id
      from by_account
      union all
      ${pairedWithin(tx, tx`said_account`, tx`is_moved`, tx`(select line from by_id union all select line from by_account) paired`)}
    )`;

const pairedWithin = (tx: Tx, account: Fragment, isKnown: Fragment, paired: Fragment) => tx`
      select w.line, known.id
      from (
        select *, row_number() over (partition by ${account}, said order by line) as twin
        from wanted
        where line not in (select line from ${paired})
      ) w
      join (
        select corrected.*, stored.bank_id, row_number() over (partition by account, said order by id) as twin
        from corrected
        join stored using (id)
        where ${isKnown}
      ) known using (said, twin)
      where known.account = w.${account}
        and (w.bank_id is null or known.bank_id is null)`;
