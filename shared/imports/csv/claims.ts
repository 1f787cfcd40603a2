import type { Fragment, Tx } from '../../postgres/connect.ts';
import { joinWhole } from '../../postgres/join-whole.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';

/** The rows to judge: those without errors whose verdict was not chosen by a person. */
export function isJudged(tx: Tx, scope: CsvScope): Fragment {
  return tx`
    ${ofImport(tx, scope)}
    and r.verdict in ('new', 'duplicate', 'update')
    and not r.verdict_made`;
}

/** Whether the imports `i` and `own` read days and names from columns of the same names. */
export const ofSameMake = (tx: Tx) => tx`(
  i.type = own.type
  and (i.settings ->> 'date_col_label') is not distinct from (own.settings ->> 'date_col_label')
  and (i.settings ->> 'name_col_label') is not distinct from (own.settings ->> 'name_col_label')
)`;

/** Whether the row `r` says that the pending transaction `t` is booked. What a bank's feed has pending only the feed books. */
export const isBooking = (tx: Tx) => tx`(t.pending and not r.pending and t.source <> 'provider')`;

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
