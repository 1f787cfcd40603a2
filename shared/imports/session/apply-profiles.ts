import { copiedColumns } from '../../ledger/record-columns.ts';
import { danglingReferences } from './adopt-references.ts';
import { missingReferences } from './scope.ts';
import type { Apply } from './scope.ts';

const copied = copiedColumns('ImportProfile');

/** Profiles, known by name. One that the household has stays as it is: it may be of an account of its own. */
export const applyProfiles: Apply = async (tx, scope) => {
  const dangling = await danglingReferences(tx, scope, 'ImportProfile');
  if (dangling.linesCount > 0) return missingReferences('ImportProfile', dangling);
  const [counts] = await tx<[{ staged: number; created: number }]>`
    with made as (
      insert into import_profiles (household_id, account_id, ${tx.unsafe(copied.names)})
      select distinct on (s.name) ${scope.householdId}::uuid, m.record_id, ${tx.unsafe(copied.staged)}
      from stage_import_profiles s
      left join import_id_map m
        on m.session_id = ${scope.sessionId} and m.source_type = 'Account' and m.source_id = s.account_ref
      order by s.name, s.line desc
      on conflict (household_id, name) do nothing
      returning id
    ),
    -- A CSV takes its own profile back by itself: no trigger logs it.
    noted as (
      insert into changes (household_id, kind, operation, record_ids)
      select ${scope.householdId}::uuid, 'import_profiles', 'created', array_agg(id)
      from made
      having count(*) > 0
    )
    select (select count(*)::int from stage_import_profiles) as staged, (select count(*)::int from made) as created`;
  const { staged, created } = counts;
  return { counts: { created, skipped: staged - created }, faults: [] };
};
