import { keptSettings, settingsFaults } from '#preflight/rows/profile-fields';
import { textFault } from '#preflight/text';
import type { NewImportProfile } from '../../shared/imports/profiles/import-profiles.ts';
import { validationFailed } from '../../shared/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import type { ApiRequest } from '../http/route.ts';
import { readName } from '../http/read-name.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { findSentAccount } from './read-import-request.ts';

/**
 * Reads the profile that a request describes; what it leaves out comes from `before`. Throws validation_failed for a
 * setting that no import takes, record_not_found for an account that is not the household's.
 */
export async function readProfile(
  context: ApiContext,
  request: ApiRequest,
  sent: Schemas['ImportProfileChange'],
  before: NewImportProfile,
): Promise<NewImportProfile> {
  const settings = sent.settings === undefined ? before.settings : keptSettings(sent.settings);
  const type = sent.type ?? before.type;
  const faults = settingsFaults(settings, type);
  if (faults.length > 0) {
    throw validationFailed(`${faults[0] ?? 'A setting is wrong'}.`, faults);
  }
  const { account_id: account, header_fingerprint: fingerprint } = sent;
  return {
    name: sent.name === undefined ? before.name : readProfileName(sent.name),
    type,
    accountId:
      account === undefined ? before.accountId : await findSentAccount(context, request, account),
    settings,
    headerFingerprint: fingerprint === undefined ? before.headerFingerprint : fingerprint,
  };
}

/** A name without surrounding blanks. Throws validation_failed. */
export function readProfileName(text: string): string {
  const name = readName(text);
  const fault = textFault(name);
  if (fault !== null) throw validationFailed(`name ${fault}.`);
  return name;
}
