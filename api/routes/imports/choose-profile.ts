import { recordNotFound, validationFailed } from '../../../shared/platform/errors.ts';
import { namesOtherEncoding } from '../../../packages/preflight/csv/detect-encoding.ts';
import { findFingerprints } from '../../../packages/preflight/csv/header-fingerprint.ts';
import { readInferred } from '../../../packages/preflight/csv/read-settings.ts';
import { CSV_SETTINGS } from '../../../packages/preflight/csv/settings.ts';
import type { CsvImportType } from '../../../packages/preflight/report.ts';
import {
  findImportProfile,
  hasOtherAccount,
  listProfileEncodings,
  recogniseImportProfile,
} from '../../../shared/imports/profiles/import-profiles.ts';
import type { ImportProfile } from '../../../shared/imports/profiles/import-profiles.ts';
import type { UsedProfile } from '../../../shared/imports/imports.ts';
import { isUuid } from '../../../packages/preflight/uuid.ts';
import type { ApiContext } from '../../context.ts';
import type { FieldValue, RequestFields } from '../../http/request-fields.ts';

/** What a request says of how its content is to be read. */
export interface SentReading {
  type: CsvImportType;
  content: Uint8Array;
  accountId: string | null;
  settings: RequestFields;
}

/** The same with what a profile says; null when none is known. */
export interface ProfiledReading extends Omit<SentReading, 'content'> {
  profile: UsedProfile | null;
  /** The settings that the request itself sends. */
  sent: RequestFields;
}

/** The profile that a request names. Throws record_not_found, and validation_failed for one of another type. */
export async function findSentProfile(
  { sql }: ApiContext,
  householdId: string,
  sent: FieldValue | undefined,
  type: CsvImportType | undefined,
): Promise<ImportProfile | null> {
  const id = String(sent ?? '').trim();
  if (id === '') return null;
  const profile = isUuid(id) ? await findImportProfile(sql, householdId, id) : null;
  if (profile === null) throw recordNotFound();
  if (type === undefined || type === profile.type) return profile;
  throw validationFailed(`The profile is one of ${profile.type}, not of ${type}.`);
}

/**
 * Reads with the profile that was named, else with the one of the household whose header the content has, unless a
 * setting was sent. What the request says wins over the profile. The header may stand on another line than last time.
 */
export async function applyProfile(
  { sql }: ApiContext,
  householdId: string,
  reading: SentReading,
  given: ImportProfile | null,
): Promise<ProfiledReading> {
  const { content, type, accountId, settings } = reading;
  const sent = { type, accountId, settings };
  const isSent = CSV_SETTINGS.some(
    (name) => name !== 'inferred_settings' && (sent.settings[name] ?? null) !== null,
  );
  const unprofiled = { ...sent, profile: null, sent: settings };
  if (given === null && isSent) return unprofiled;
  const encodings = await listProfileEncodings(sql, householdId, sent.type);
  const found = findFingerprints(content, sent.type, encodings);
  const profile =
    given ??
    (await recogniseImportProfile(sql, householdId, sent.type, [...found.keys()], sent.accountId));
  if (profile === null) return unprofiled;
  const header = found.get(profile.headerFingerprint ?? '');
  const place = header && { col_sep: header.separator, rows_to_skip: header.rowsToSkip };
  const { encoding, inferred_settings: _, ...known } = profile.settings;
  const isOther = namesOtherEncoding(content, encoding);
  const knowsAccount = given !== null || !(await hasOtherAccount(sql, profile));
  return {
    type: sent.type,
    accountId: sent.accountId ?? (knowsAccount ? profile.accountId : null),
    settings: {
      ...known,
      ...(encoding !== undefined && !isOther && { encoding }),
      ...place,
      ...settings,
      ...originsOf(profile.settings, Object.keys(place ?? {}), settings),
    },
    sent: settings,
    profile: {
      id: profile.id,
      name: profile.name,
      how: given === null ? 'recognised' : 'given',
    },
  };
}

/**
 * Which settings nobody chose, and of which nobody says who did: a profile speaks for its own, the request for what it
 * sends, and the place of the header is the file's.
 */
function originsOf(
  profile: RequestFields,
  place: readonly string[],
  sent: RequestFields,
): RequestFields {
  const known = readInferred(profile);
  const named = readInferred(sent);
  const isKept = (name: string): boolean => !Object.hasOwn(sent, name);
  const inferred = [...[...(known ?? []), ...place].filter(isKept), ...(named ?? [])];
  const unclaimed = [
    ...(known === undefined ? Object.keys(profile).filter(isKept) : []),
    ...(named === undefined ? Object.keys(sent) : []),
  ];
  return {
    inferred_settings: [...new Set(inferred)].join(','),
    unclaimed_settings: unclaimed.join(','),
  };
}
