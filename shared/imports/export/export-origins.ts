import type { Fragment, Tx } from '../../postgres/connect.ts';
import { cameAsPending } from '../csv/claims.ts';
import { tradeAsRead } from '../csv/corrected-trades.ts';
import { isInLedger } from '../match/live-of-money.ts';
import { KNOWN_AS_MAX } from '#preflight/records/lengths';
import { NAMELESS } from '#preflight/types/common-fields';

/** Where the transaction `t` comes from, and how the bank and files identify it: a JSON object of what is known. */
export function exportedOrigin(tx: Tx, householdId: string): Fragment {
  return tx`jsonb_strip_nulls(jsonb_build_object(
    'source', case when t.source in ('provider', 'csv_import', 'manual') then t.source end,
    'provider_id', case t.source when 'provider' then t.external_id end,
    'provider_former_ids', case t.source
      when 'provider' then (
        select jsonb_agg(former.external_id order by former.external_id)
        from (
          select external_id
          from transaction_aliases
          where household_id = t.household_id
            and transaction_id = t.id
          order by created_at desc, external_id
          limit ${KNOWN_AS_MAX}
        ) former
      )
    end,
    'provider_digest', case t.source when 'provider' then encode(t.content_hash, 'hex') end,
    'files', ${files(
      tx,
      tx`coalesce(t.import_name, t.name), coalesce(t.import_date, t.date)`,
      tx`t.import_id is not null or t.import_name is not null`,
      cameAsPending(tx, householdId),
    )}))`;
}

/** How files identify the trade `t`. */
export const tradeFiles = (tx: Tx): Fragment =>
  files(tx, tx`t.name, t.date`, tx`t.import_id is not null`, tx`false`);

/**
 * What the file says in the row `r` of `t` if a person corrected that; money out is positive. The account only where that is another one, by
 * its id where `t` was moved after it was published.
 */
const asRead = (tx: Tx): Fragment => tx`
  case
    when r.as_read is not null then jsonb_build_object(
      'date', r.as_read ->> 'date', 'amount', trim_scale(-coalesce((r.as_read ->> 'amount')::numeric, r.amount))::text,
      'currency', r.as_read ->> 'currency', 'name', r.as_read ->> 'name',
      'account', case when r.account is distinct from r.as_read ->> 'account' then r.as_read ->> 'account' end,
      'account_id', nullif(r.account_id, t.account_id),
      ${tradeAsRead(tx)})
  end`;

/**
 * The file rows that are the record `t`: the one that brought it, and those that recognised it. Files of the same type that name it alike
 * count as one, unless a person corrected a row. `named`: its original name and date, valid where `isOfFile` holds; `isPending`: whether
 * they were pending.
 */
const files = (tx: Tx, named: Fragment, isOfFile: Fragment, isPending: Fragment): Fragment => tx`(
      select jsonb_agg(known.file order by known.file ->> 'as_read' is not null, known.file ->> 'pending', known.file)
      from (
        select distinct jsonb_build_object(
          'name', named.name, 'date', named.date, 'external_id', named.external_id, 'pending', nullif(named.pending, false),
          'as_read', named.as_read, 'type', i.type,
          'date_col_label', i.settings ->> 'date_col_label', 'name_col_label', i.settings ->> 'name_col_label',
          'external_id_col_label', i.settings ->> 'external_id_col_label') as file
        from (
          select t.import_id, ${named}, t.import_external_id, ${isPending}, null::jsonb
          where ${isOfFile}
          union all
          select r.import_id, coalesce(r.name, ${NAMELESS}), coalesce(r.date, t.date), r.more ->> 'external_id', r.pending,
            ${asRead(tx)}
          from import_rows r
          join imports of_row on of_row.household_id = r.household_id and of_row.id = r.import_id
          where r.household_id = t.household_id
            and r.of_id = t.id
            and ${isInLedger(tx, tx`of_row`)}
          union all
          -- The row that brought it, if a person corrected that.
          select r.import_id, coalesce(r.name, ${NAMELESS}), coalesce(r.date, t.date), r.more ->> 'external_id', r.pending,
            ${asRead(tx)}
          from import_rows r
          join imports of_row on of_row.household_id = r.household_id and of_row.id = r.import_id
          where r.household_id = t.household_id
            and r.record_id = t.id
            and r.as_read is not null
            and ${isInLedger(tx, tx`of_row`)}
        ) named (import_id, name, date, external_id, pending, as_read)
        left join imports i on i.household_id = t.household_id and i.id = named.import_id
        order by file
        limit ${KNOWN_AS_MAX}
      ) known
    )`;
