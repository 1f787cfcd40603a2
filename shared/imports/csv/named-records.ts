import type { Tx } from '../../postgres/connect.ts';
import { isJudged, updateVerdicts } from './claims.ts';
import { IMPORT_SOURCE, ofImport } from './scope.ts';
import type { CsvScope, Publisher, Written } from './scope.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import { ACCOUNT_TYPE_WORDS } from '#preflight/rows/account-type-words';

/**
 * Judges rows by name. A name that the household has is a duplicate. So is a name that the file repeats: of its first
 * row, or of its last if `counts` is 'last'.
 */
export async function judgeByName(
  tx: Tx,
  scope: CsvScope,
  table: 'accounts' | 'categories' | 'merchants',
  counts: 'first' | 'last',
): Promise<void> {
  const order = counts === 'first' ? tx`order by r.line` : tx`order by r.line desc`;
  const judged = tx`
    select line, of_id,
      case when of_id is null then 'new' else 'duplicate' end as verdict,
      case when of_id is not null then 'exact' end as certainty
    from (
      select r.line, coalesce(
          known.id,
          nullif(first_value(r.record_id) over (partition by r.name ${order}), r.record_id)
        ) as of_id
      from import_rows r
      left join lateral (
        select x.id
        from ${tx(table)} x
        where x.household_id = r.household_id
          and x.name = r.name
        order by x.created_at, x.id
        limit 1
      ) known on true
      where ${isJudged(tx, scope)}
    ) named`;
  await updateVerdicts(tx, scope, judged);
}

/** The colour of the row `r` if it is valid, else null. */
export const colorOf = (tx: Tx) =>
  tx`case when r.more ->> 'color' ~* '^#[0-9a-f]{6}$' then r.more ->> 'color' end`;

/** A row's account type as `ACCOUNT_TYPE_WORDS` spells it: lower-case letters only. */
const wordOf = (tx: Tx) =>
  tx`lower(regexp_replace(coalesce(r.more ->> 'account_type', ''), '[^[:alpha:]]', '', 'g'))`;

/** Writes accounts with their balance, and its opening anchor on the row's date, or two years ago if the row has none. */
async function writeAccounts(tx: Tx, scope: CsvScope): Promise<Written> {
  const inserted = await tx`
    insert into accounts (id, household_id, name, accountable_type, currency, balance)
    select r.record_id, r.household_id, r.name,
      coalesce(${jsonParameter(tx, ACCOUNT_TYPE_WORDS)}::jsonb ->> ${wordOf(tx)}, 'Depository'),
      coalesce(r.currency, h.currency), r.amount
    from import_rows r
    join households h on h.id = r.household_id
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'`;
  const anchors = await tx`
    insert into valuations (household_id, account_id, date, kind, name, amount, currency, source)
    select r.household_id, r.record_id,
      coalesce(r.date, ((now() at time zone h.time_zone)::date - interval '2 years')::date), 'opening_anchor',
      'Opening balance', r.amount, coalesce(r.currency, h.currency), ${IMPORT_SOURCE}
    from import_rows r
    join households h on h.id = r.household_id
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'`;
  return { created: { accounts: inserted.count, valuations: anchors.count }, updated: {} };
}

/** Publishes rows of AccountImport: those whose name the household lacks. */
export const accounts: Publisher = {
  judge: (tx, scope) => judgeByName(tx, scope, 'accounts', 'first'),
  write: writeAccounts,
};

async function writeMerchants(tx: Tx, scope: CsvScope): Promise<Written> {
  const inserted = await tx`
    insert into merchants (id, household_id, name, color, website_url)
    select r.record_id, r.household_id, r.name, coalesce(${colorOf(tx)}, '#6172f3'), r.more ->> 'website_url'
    from import_rows r
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'`;
  return { created: { merchants: inserted.count }, updated: {} };
}

/** Publishes rows of MerchantImport: those that the household lacks; the others stay as they are. */
export const merchants: Publisher = {
  judge: (tx, scope) => judgeByName(tx, scope, 'merchants', 'first'),
  write: writeMerchants,
};
