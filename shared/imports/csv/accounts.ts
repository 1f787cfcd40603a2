import type { Tx } from '../../postgres/connect.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import { ACCOUNT_TYPE_WORDS } from '#preflight/rows/account-type-words';
import { judgeByName } from './named-records.ts';
import type { CsvScope, Publisher, Written } from './scope.ts';
import { IMPORT_SOURCE, ofImport } from './scope.ts';

/** A row's account type as `ACCOUNT_TYPE_WORDS` spells it: lower-case letters only. */
const wordOf = (tx: Tx) =>
  tx`lower(regexp_replace(coalesce(r.more ->> 'account_type', ''), '[^[:alpha:]]', '', 'g'))`;

const judge = (tx: Tx, scope: CsvScope) => judgeByName(tx, scope, 'accounts', 'first');

/** Writes accounts with their balance, and its opening anchor on the row's date, or two years ago if the row has none. */
async function write(tx: Tx, scope: CsvScope): Promise<Written> {
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
export const accounts: Publisher = { judge, write };
