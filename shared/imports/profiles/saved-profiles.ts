import type { Tx } from '../../postgres/connect.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import { findRow, updateRow } from '../../postgres/household-rows.ts';
import { profileColumns } from './import-profiles.ts';
import type { NewImportProfile, ProfileToSave } from './import-profiles.ts';
import type { Import } from '../imports.ts';

interface SavedProfile extends ProfileToSave {
  id: string;
  /** Its `updated_at` as text: JavaScript dates are less precise. */
  savedAt: string;
  /** The profile that had the name before. */
  before: NewImportProfile | null;
}

/** Saves the profile that an import requested, replacing any with that name. Call it as the import is published. */
export async function saveProfileOfImport(
  tx: Tx,
  { householdId, id, type, accountId, saveProfile }: Import,
): Promise<void> {
  if (saveProfile === null) return;
  const { name } = saveProfile;
  const profile = profileColumns(tx, { type, accountId, ...saveProfile });
  const [before = null] = await tx<NewImportProfile[]>`
    select name, type, account_id, settings, header_fingerprint
    from import_profiles
    where household_id = ${householdId}
      and name = ${name}
    for update`;
  const [saved] = await tx<{ id: string; savedAt: string }[]>`
    insert into import_profiles ${tx({ householdId, ...profile })}
    on conflict (household_id, name) do update
    set type = excluded.type,
        account_id = excluded.account_id,
        settings = excluded.settings,
        header_fingerprint = excluded.header_fingerprint,
        updated_at = now()
    returning id, updated_at::text as saved_at`;
  const kept = jsonParameter(tx, { ...saveProfile, ...saved, before });
  await updateRow(tx, 'imports', householdId, id, { saveProfile: kept });
}

/** Teaches a named profile the header, if it knew none. Call it as the import is published. */
export async function teachProfileOfImport(
  tx: Tx,
  { householdId, id, profile }: Import,
): Promise<void> {
  const fingerprint = profile?.headerFingerprint ?? null;
  if (profile?.how !== 'given' || fingerprint === null) return;
  await tx`
    with taught as (
      update import_profiles
      set header_fingerprint = ${fingerprint},
          updated_at = now()
      where household_id = ${householdId}
        and id = ${profile.id}
        and header_fingerprint is null
      returning updated_at::text as taught_at)
    update imports
    set profile = profile || jsonb_build_object('taughtAt', t.taught_at)
    from taught t
    where household_id = ${householdId}
      and id = ${id}`;
}

/** Reverts what publishing an import did to profiles, unless the profile was changed since. */
export async function takeBackProfile(
  tx: Tx,
  { householdId, importId }: { householdId: string; importId: string },
): Promise<void> {
  await tx`
    update import_profiles p
    set header_fingerprint = null,
        updated_at = now()
    from imports i
    where i.household_id = ${householdId}
      and i.id = ${importId}
      and p.household_id = i.household_id
      and p.id = (i.profile ->> 'id')::uuid
      and p.updated_at::text = i.profile ->> 'taughtAt'`;
  const found = await findRow<Pick<Import, 'saveProfile'>>(
    tx,
    'imports',
    tx`save_profile`,
    householdId,
    importId,
  );
  const saved = found?.saveProfile ?? null;
  if (saved === null || !('savedAt' in saved)) return;
  const { id, savedAt, before } = saved as SavedProfile;
  const asSaved = tx`
    household_id = ${householdId}
    and id = ${id}
    and updated_at::text = ${savedAt}`;
  if (before === null) {
    await tx`delete from import_profiles where ${asSaved}`;
    return;
  }
  await tx`
    update import_profiles
    set type = ${before.type},
        -- The account may be gone by now.
        account_id = (select id from accounts where household_id = ${householdId} and id = ${before.accountId}),
        settings = ${jsonParameter(tx, before.settings)},
        header_fingerprint = ${before.headerFingerprint},
        updated_at = now()
    where ${asSaved}`;
}
