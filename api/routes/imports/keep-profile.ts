import { validationFailed } from '../../../shared/platform/errors.ts';
import { settingsForNextFile } from '../../../packages/preflight/rows/profile-settings.ts';
import type { DecidedSettings } from '../../../packages/preflight/rows/profile-settings.ts';
import type { ProfileToSave } from '../../../shared/imports/profiles/import-profiles.ts';
import { isLongerThan } from '../../../packages/preflight/text.ts';
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
interface KeptReading extends DecidedSettings {
  fingerprint: string | null;
}

/** What publishing keeps of a reading as the profile of a name; null without one. */
export function profileToSave(
  { fingerprint, ...read }: KeptReading,
  saveAs: string | null,
): ProfileToSave | null {
  if (saveAs === null) return null;
  return { name: saveAs, settings: settingsForNextFile(read), headerFingerprint: fingerprint };
}
