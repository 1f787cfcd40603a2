import type { Fragment, Tx } from '../../postgres/connect.ts';
import { BANK_ID_HEADERS } from '#preflight/statements/statement-table';
import { isInLedger } from '../match/live-of-money.ts';
import { joinWhole } from '../../postgres/plans.ts';
import type { CsvScope } from './scope.ts';
import { IMPORT_SOURCE, ofImport } from './scope.ts';
import type { Unsaid } from '../match/match-tables.ts';

/** The rows to judge: those without errors whose verdict was not chosen by a person. */
export function isJudged(tx: Tx, scope: CsvScope): Fragment {
  return tx`
    ${ofImport(tx, scope)}
    and r.verdict in ('new', 'duplicate', 'update')
    and not r.verdict_made`;
}

/** The header of its ids when the import is a bank's statement (CAMT, OFX, MT940), else null. */
const statementOf = (tx: Tx, settings: Fragment) => tx`(
  case
    when ${settings} ->> 'external_id_col_label' = any(${BANK_ID_HEADERS as string[]})
      then ${settings} ->> 'external_id_col_label'
  end
)`;

/**
 * Whether the import or another of the household is a statement: how two formats date bookings is learned from all rows, so that
 * rows of other amounts count.
 */
export async function hasStatements(tx: Tx, { householdId, importId }: CsvScope): Promise<boolean> {
  const [found] = await tx<[{ isSo: boolean }]>`
    select exists (
      select 1
      from imports i
      where i.household_id = ${householdId}
        and (i.id = ${importId} or ${isInLedger(tx)})
        and ${statementOf(tx, tx`i.settings`)} is not null
    ) as is_so`;
  return found.isSo;
}

/** Whether one of the imports `i` and `own` is a bank's statement. */
export const hasStatement = (tx: Tx) =>
  tx`coalesce(${statementOf(tx, tx`i.settings`)}, ${statementOf(tx, tx`own.settings`)}) is not null`;

/** Whether the imports `i` and `own` are of one format and read days and names from columns of the same names. */
export const ofSameMake = (tx: Tx) => tx`(
  i.type = own.type
  and ${statementOf(tx, tx`i.settings`)} is not distinct from ${statementOf(tx, tx`own.settings`)}
  and (i.settings ->> 'date_col_label') is not distinct from (own.settings ->> 'date_col_label')
  and (i.settings ->> 'name_col_label') is not distinct from (own.settings ->> 'name_col_label')
)`;

/** Whether the row `r` says that the pending transaction `t` is booked. What a bank's feed has pending only the feed books. */
export const isBooking = (tx: Tx) => tx`(t.pending and not r.pending and t.source <> 'provider')`;

/**
 * Whether the transaction `t` was written by a file that names no currency and no other file has said it since: what it has is
 * that of its account or household.
 */
export const isUnsaid = (tx: Tx, householdId: string) => tx`(
  t.source = ${IMPORT_SOURCE}
  and exists (
    select 1
    from import_rows made
    where made.household_id = ${householdId}
      and made.record_id = t.id
      and made.currency is null
  )
  and not exists (
    select 1
    from import_rows claim
    join imports i on i.household_id = claim.household_id and i.id = claim.import_id
    where claim.household_id = ${householdId}
      and claim.of_id = t.id
      and claim.currency is not null
      and i.status = 'complete'
  )
)`;

/** The currency of the transaction `t` beside a source that knows none but `said`: what is a guess gives way to it. */
export const currencyBeside = (tx: Tx, householdId: string, said: Fragment) =>
  tx`case when t.currency <> ${said} and ${isUnsaid(tx, householdId)} then ${said} else t.currency end`;

/** Rows that have the currency of their account or household because their files name none. */
export const unsaidRows = (tx: Tx, scope: CsvScope): Unsaid => ({
  wanted: tx`w.ref in (select r.record_id from import_rows r where ${ofImport(tx, scope)} and r.currency is null)`,
  stored: tx`
    s.id in (
      select t.id
      from match_stored known
      join transactions t on t.household_id = ${scope.householdId} and t.id = known.id
      where known.origin not in ('bank', 'person')
        and ${isUnsaid(tx, scope.householdId)}
    )
    and s.origin not in ('bank', 'person')`,
});

/** Whether the currencies of `w` and `other` are one: a currency that a file does not name is no difference. */
export const currenciesAgree = (tx: Tx, { wanted, stored }: Unsaid, other = tx`s`) =>
  tx`(w.currency = ${other}.currency or (${wanted}) or (${stored}))`;

/** Writes verdicts where they differ. `judged` has line, verdict, of_id and certainty. */
export async function updateVerdicts(tx: Tx, scope: CsvScope, judged: Fragment): Promise<void> {
  await joinWhole(
    tx,
    async () => tx`
    update import_rows r
    set verdict = judged.verdict, of_id = judged.of_id, certainty = judged.certainty
    from (${judged}) judged
    where ${ofImport(tx, scope)}
      and r.line = judged.line
      and (r.verdict, r.of_id, r.certainty) is distinct from (judged.verdict, judged.of_id, judged.certainty)`,
  );
}
