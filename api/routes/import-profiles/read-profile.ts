import { validationFailed } from '../../../shared/errors.ts';
import { readInferred, readSettings } from '../../../shared/imports/csv/read-settings.ts';
import { CSV_TYPES } from '../../../shared/imports/types/csv-types.ts';
import type { CsvImportType } from '../../../shared/imports/report.ts';
import type {
  NewImportProfile,
  ProfileSettings,
} from '../../../shared/store/imports/import-profiles.ts';
import { textFault } from '../../../shared/text.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest } from '../../http/route.ts';
import { findSentAccount } from '../imports/read-import-request.ts';

/** A profile as a request sends it, or a part of one. */
export interface SentProfile {
  name?: string;
  type?: CsvImportType;
  account_id?: string | null;
  settings?: Record<string, unknown>;
  header_fingerprint?: string | null;
}

/** There is no text yet whose lines would bound the rows to skip. */
const SOME_TEXT = Buffer.alloc(10_000, '\n');

/**
 * The profile that a request describes, with what it leaves out taken from `before`. Throws validation_failed for a
 * setting that no import takes, record_not_found for an account that is not the household's.
 */
export async function readProfile(
  context: ApiContext,
  request: ApiRequest,
  sent: SentProfile,
  before: NewImportProfile,
): Promise<NewImportProfile> {
  const settings = readProfileSettings(sent.settings) ?? before.settings;
  const type = sent.type ?? before.type;
  const { faults } = readSettings(settings, CSV_TYPES[type], SOME_TEXT);
  if (faults.length > 0) {
    const messages = faults.map(({ message }) => message);
    throw validationFailed(`${messages[0] ?? 'A setting is wrong'}.`, messages);
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

/** Null takes a setting back. */
function readProfileSettings(sent: SentProfile['settings']): ProfileSettings | undefined {
  if (sent === undefined) return undefined;
  const { inferred_settings: named, ...others } = sent;
  const inferred = readInferred({ inferred_settings: named });
  const entries = Object.entries(others).filter(([, value]) => value !== null);
  return {
    ...(Object.fromEntries(entries) as ProfileSettings),
    ...(inferred !== undefined && { inferred_settings: inferred.join(',') }),
  };
}

/** A name without the blanks around it. Throws validation_failed. */
export function readProfileName(text: string): string {
  const name = text.trim();
  if (name === '') throw validationFailed('name must not be blank.');
  const fault = textFault(name);
  if (fault !== null) throw validationFailed(`name ${fault}.`);
  return name;
}

/** Refuses a second profile of the same name, which could not be told from the first. */
export function nameTaken(): Error {
  return validationFailed('name is taken by another profile.');
}
