import type { AnySql } from '../../postgres/connect.ts';
import { deleteRow, recordsOf } from '../../postgres/household-rows.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import type { CsvImportType } from '#preflight/report';
import type { KnownProfile } from '#preflight/rows/apply-profile';
import type { ProfileSettings } from '#preflight/rows/profile-fields';
import { byName } from '../../postgres/page.ts';
import { rowOrNull } from '../../postgres/rows.ts';

/** How a bank's exports are read. */
export interface ImportProfile extends KnownProfile {
  householdId: string;
  type: CsvImportType;
  settings: ProfileSettings;
  createdAt: Date;
  updatedAt: Date;
}

export type NewImportProfile = Pick<
  ImportProfile,
  'name' | 'type' | 'accountId' | 'settings' | 'headerFingerprint'
>;

/** What publishing an import saves about how it was read, under the name that the request gave. */
export type ProfileToSave = Pick<NewImportProfile, 'name' | 'settings' | 'headerFingerprint'>;

const columns = (sql: AnySql) => sql`
  id, household_id, name, type, account_id, settings, header_fingerprint, created_at, updated_at`;

const profiles = recordsOf<ImportProfile>('import_profiles', columns, {
  order: byName('import_profiles'),
});

export const profileColumns = (sql: AnySql, profile: NewImportProfile) => ({
  name: profile.name,
  type: profile.type,
  accountId: profile.accountId,
  settings: jsonParameter(sql, profile.settings),
  headerFingerprint: profile.headerFingerprint,
});

export const listImportProfiles = profiles.list;

export const findImportProfile = profiles.find;

/** The profiles that recognise files of a type, the one changed last first. */
export const listKnownProfiles = (sql: AnySql, householdId: string, type: CsvImportType) =>
  sql<ImportProfile[]>`
    select ${columns(sql)}
    from import_profiles
    where household_id = ${householdId}
      and type = ${type}
      and header_fingerprint is not null
    order by updated_at desc, id`;

/** Stores a profile. Null if the household already has one with that name. */
export function insertImportProfile(sql: AnySql, householdId: string, profile: NewImportProfile) {
  return rowOrNull(sql<ImportProfile[]>`
    insert into import_profiles ${sql({ householdId, ...profileColumns(sql, profile) })}
    on conflict (household_id, name) do nothing
    returning ${columns(sql)}`);
}

/** Changes a profile. Null if there is none. Throws Postgres's error if another profile has the name. */
export function updateImportProfile(
  sql: AnySql,
  householdId: string,
  id: string,
  profile: NewImportProfile,
) {
  return rowOrNull(sql<ImportProfile[]>`
    update import_profiles
    set ${sql(profileColumns(sql, profile))}, updated_at = now()
    where household_id = ${householdId}
      and id = ${id}
    returning ${columns(sql)}`);
}

/** Deletes a profile; imports that were read with it stay. False when there is none. */
export const deleteImportProfile = (sql: AnySql, householdId: string, id: string) =>
  deleteRow(sql, 'import_profiles', householdId, id);
