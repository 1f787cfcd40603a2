import { copiedColumns } from '../../ledger/record-columns.ts';
import { requireNamed } from './adopt-references.ts';
import { countStaged, mapped } from './scope.ts';
import type { Apply } from './scope.ts';

const copied = copiedColumns('ImportProfile');

/** Profiles, identified by name. An existing one stays as it is: it may be for another account. */
export const applyProfiles: Apply = async (tx, scope) => {
  await requireNamed(tx, scope, 'ImportProfile');
  const [{ created }] = await tx<[{ created: number }]>`
    with made as (
      insert into import_profiles (household_id, account_id, ${tx.unsafe(copied.names)})
      select distinct on (s.name) ${scope.householdId}::uuid, m.record_id, ${tx.unsafe(copied.staged)}
      from stage_import_profiles s
      ${mapped(tx, scope, 'Account', 'account_ref')}
      order by s.name, s.line desc
      on conflict (household_id, name) do nothing
      returning id
    ),
    -- No trigger logs profiles, because the undo of a CSV import restores its own.
    noted as (
      insert into changes (household_id, kind, operation, record_ids)
      select ${scope.householdId}::uuid, 'import_profiles', 'created', array_agg(id)
      from made
      having count(*) > 0
    )
    select count(*)::int as created from made`;
  return { created, skipped: (await countStaged(tx, 'ImportProfile')) - created };
};
