import { isZip } from '#preflight/packed/zip';
import { CSV_SETTINGS } from '#preflight/csv/settings';
import type { CsvImportType, CsvReport } from '#preflight/report';
import {
  applyProfile as completed,
  encodingsOf,
  readProfiled as readInTurn,
} from '#preflight/rows/apply-profile';
import type { ProfiledReading, SentReading } from '#preflight/rows/apply-profile';
import { findFingerprints } from '#preflight/rows/header-fingerprint';
import { settingsForNextFile } from '#preflight/rows/profile-settings';
import type { DecidedSettings } from '#preflight/rows/profile-settings';
import { isLongerThan, textFault } from '#preflight/text';
import { isUuid } from '#preflight/uuid';
import { warning } from '#preflight/warnings/warning';
import type { Warning } from '#preflight/warnings/warning';
import {
  findImportProfile,
  listKnownProfiles,
} from '../../shared/imports/profiles/import-profiles.ts';
import type {
  ImportProfile,
  ProfileToSave,
  NewImportProfile,
} from '../../shared/imports/profiles/import-profiles.ts';
import { validationFailed } from '../../shared/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import { PROFILE_NAME_CHARS_MAX } from '../records/import-fields.ts';
import { orNotFound } from '../http/answer-record.ts';
import type { FieldValue } from '../http/request-fields.ts';
import type { ApiRequest } from '../http/route.ts';
import { readSheet, findSentAccount } from './read-import-request.ts';
import type { ReadSheet, Sheet } from './read-import-request.ts';
import { keptSettings, settingsFaults } from '#preflight/rows/profile-fields';
import { readName } from '../http/read-name.ts';
import type { Schemas } from '../openapi/json-schema.ts';

/** The profile that a request names. Throws record_not_found, and validation_failed for one of another type. */
export async function findSentProfile(
  { sql }: ApiContext,
  householdId: string,
  sent: FieldValue | undefined,
  type: CsvImportType | undefined,
): Promise<ImportProfile | null> {
  const id = String(sent ?? '').trim();
  if (id === '') return null;
  const profile = orNotFound(isUuid(id) ? await findImportProfile(sql, householdId, id) : null);
  if (type === undefined || type === profile.type) return profile;
  throw validationFailed(`The profile is one of ${profile.type}, not of ${type}.`);
}

/**
 * Applies the profile that was named, else the household's profile whose header the content has, unless a setting was
 * sent.
 */
export async function applyProfile(
  { sql, preflightPool }: ApiContext,
  householdId: string,
  { type, ...sent }: SentReading & { type: CsvImportType },
  given: ImportProfile | null,
): Promise<ProfiledReading> {
  const { content, accountId, settings } = sent;
  const isSent = CSV_SETTINGS.some(
    (name) => name !== 'inferred_settings' && (settings[name] ?? null) !== null,
  );
  if (given === null && isSent) return { accountId, settings, profile: null, sent: settings };
  const profiles = await listKnownProfiles(sql, householdId, type);
  const encodings = encodingsOf(profiles);
  const found = isZip(content)
    ? (
        await preflightPool.run(
          { kind: 'headers', content, type, encodings },
          { owner: householdId, keepContent: true },
        )
      ).found
    : findFingerprints(content, type, encodings);
  return completed(sent, given, profiles, found);
}

/** Reads content as readSheet does, with a profile where there is one. */
export async function readProfiled(
  context: ApiContext,
  request: ApiRequest,
  asked: Omit<Sheet, 'accountId' | 'fields' | 'profile'>,
  profiled: ProfiledReading,
): Promise<ReadSheet> {
  const { accountId, profile } = profiled;
  const keepContent = asked.keepContent === true || profile?.how === 'recognised';
  const { read, misfit } = await readInTurn(
    asked.content,
    asked.applySuggestions,
    profiled,
    ({ settings: fields, ...how }) =>
      readSheet(context, request, { ...asked, ...how, keepContent, accountId, profile, fields }),
    ({ reading: { report } }) => report,
  );
  if (misfit === null) return read;
  const report = withWarnings(read.reading.report, [warning(misfit)]);
  return { ...read, reading: { ...read.reading, report } };
}

/** A report with further warnings in front of its own. */
export function withWarnings(
  report: Partial<CsvReport>,
  warnings: readonly Warning[],
): Partial<CsvReport> {
  return { ...report, warnings: [...warnings, ...(report.warnings ?? [])] };
}

/** The name under which a request wants to save a profile. Throws validation_failed. */
export function readSaveAs(value: FieldValue | undefined): string | null {
  const name = String(value ?? '').trim();
  if (isLongerThan(name, PROFILE_NAME_CHARS_MAX)) {
    throw validationFailed(`save_profile must have at most ${PROFILE_NAME_CHARS_MAX} characters.`);
  }
  return name === '' ? null : readProfileName(name);
}

/** What publishing saves of a reading as the profile of this name; null without one. */
export function profileToSave(
  { fingerprint, ...read }: DecidedSettings & { fingerprint: string | null },
  saveAs: string | null,
): ProfileToSave | null {
  if (saveAs === null) return null;
  return { name: saveAs, settings: settingsForNextFile(read), headerFingerprint: fingerprint };
}

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
function readProfileName(text: string): string {
  const name = readName(text);
  const fault = textFault(name);
  if (fault !== null) throw validationFailed(`name ${fault}.`);
  return name;
}
