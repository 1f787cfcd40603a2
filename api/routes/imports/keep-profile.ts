import type { Tx } from '../../../shared/db/connect.ts';
import { validationFailed } from '../../../shared/errors.ts';
import type { CsvImportType } from '../../../shared/imports/report.ts';
import { settingsForNextFile } from '../../../shared/imports/rows/profile-settings.ts';
import type { DecidedSettings } from '../../../shared/imports/rows/profile-settings.ts';
import {
  learnFingerprint,
  saveImportProfile,
} from '../../../shared/store/imports/import-profiles.ts';
import type { ImportReadingRecord } from '../../../shared/store/imports/imports.ts';
import { isLongerThan } from '../../../shared/text.ts';
import { PROFILE_NAME_CHARS_MAX } from '../../contract/import-fields.ts';
import type { FieldValue } from '../../http/request-fields.ts';
import { readProfileName } from '../import-profiles/read-profile.ts';

/** The name that a request wants a profile to be kept under. Throws validation_failed. */
export function readSaveAs(value: FieldValue | undefined): string | null {
  const name = String(value ?? '').trim();
  if (isLongerThan(name, PROFILE_NAME_CHARS_MAX)) {
    throw validationFailed(`save_profile must have at most ${PROFILE_NAME_CHARS_MAX} characters.`);
  }
  return name === '' ? null : readProfileName(name);
}

/** An import as it was read. */
export interface KeptReading extends ImportReadingRecord, DecidedSettings {
  type: CsvImportType;
  fingerprint: string | null;
}

/** Keeps how an import was read: as the profile of a name, or as what the profile that was named did not know yet. */
export async function keepProfile(
  tx: Tx,
  householdId: string,
  { type, fingerprint, accountId, settings, profile, ...read }: KeptReading,
  saveAs: string | null,
): Promise<void> {
  if (saveAs === null && profile?.how !== 'given') return;
  if (profile?.how === 'given' && fingerprint !== null) {
    await learnFingerprint(tx, householdId, profile.id, fingerprint);
  }
  if (saveAs === null) return;
  const kept = {
    name: saveAs,
    type,
    accountId,
    settings: settingsForNextFile({ ...read, settings }),
  };
  await saveImportProfile(tx, householdId, { ...kept, headerFingerprint: fingerprint });
}
