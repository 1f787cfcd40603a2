import { isAscii, isUtf8 } from 'node:buffer';
import { namesOtherEncoding } from '#preflight/csv/detect-encoding';
import { isZip } from '#preflight/packed/zip';
import { findFingerprints } from '../../shared/imports/profiles/header-fingerprint.ts';
import { readInferred } from '#preflight/csv/read-settings';
import { CSV_SETTINGS } from '#preflight/csv/settings';
import type { CsvImportType, CsvReport } from '#preflight/report';
import { settingsForNextFile } from '#preflight/rows/profile-settings';
import type { DecidedSettings } from '#preflight/rows/profile-settings';
import { isLongerThan, textFault } from '#preflight/text';
import { isUuid } from '#preflight/uuid';
import { warning } from '#preflight/warnings/warning';
import type { Warning } from '#preflight/warnings/warning';
import type { UsedProfile } from '../../shared/imports/imports.ts';
import {
  findImportProfile,
  hasOtherAccount,
  listProfileEncodings,
  recogniseImportProfile,
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
import type { FieldValue, RequestFields } from '../http/request-fields.ts';
import type { ApiRequest } from '../http/route.ts';
import { readSheet, findSentAccount } from './read-import-request.ts';
import type { ReadSheet, Sheet } from './read-import-request.ts';
import { keptSettings, settingsFaults } from '#preflight/rows/profile-fields';
import { readName } from '../http/read-name.ts';
import type { Schemas } from '../openapi/json-schema.ts';

interface SentReading {
  type: CsvImportType;
  content: Uint8Array;
  accountId: string | null;
  settings: RequestFields;
}

/** The same, completed by a profile; `profile` is null when none applies. */
interface ProfiledReading extends Omit<SentReading, 'content'> {
  profile: UsedProfile | null;
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
  const profile = orNotFound(isUuid(id) ? await findImportProfile(sql, householdId, id) : null);
  if (type === undefined || type === profile.type) return profile;
  throw validationFailed(`The profile is one of ${profile.type}, not of ${type}.`);
}

/**
 * Applies the profile that was named, else the household's profile whose header the content has, unless a setting was
 * sent. What the request sends wins over the profile. The header may be on another line than last time.
 */
export async function applyProfile(
  { sql, preflightPool }: ApiContext,
  householdId: string,
  reading: SentReading,
  given: ImportProfile | null,
): Promise<ProfiledReading> {
  const { content, type, accountId, settings } = reading;
  const isSent = CSV_SETTINGS.some(
    (name) => name !== 'inferred_settings' && (settings[name] ?? null) !== null,
  );
  const unprofiled = { type, accountId, settings, profile: null, sent: settings };
  if (given === null && isSent) return unprofiled;
  const encodings = await listProfileEncodings(sql, householdId, type);
  const found = isZip(content)
    ? (
        await preflightPool.run(
          { kind: 'headers', content, type, encodings },
          { owner: householdId, keepContent: true },
        )
      ).found
    : findFingerprints(content, type, encodings);
  const profile =
    given ?? (await recogniseImportProfile(sql, householdId, type, [...found.keys()], accountId));
  if (profile === null) return unprofiled;
  const header = found.get(profile.headerFingerprint ?? '');
  const place = header && { col_sep: header.separator, rows_to_skip: header.rowsToSkip };
  const { encoding, inferred_settings: _, ...known } = profile.settings;
  const isOther = namesOtherEncoding(content, encoding);
  const knowsAccount = given !== null || !(await hasOtherAccount(sql, profile));
  return {
    type,
    accountId: accountId ?? (knowsAccount ? profile.accountId : null),
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
 * Which settings no person chose, and for which that is unknown. A profile records this for its settings, and the
 * request for those it sends; the place of the header always comes from the file.
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

/**
 * Reads content as readSheet does, with a profile where there is one. What a profile leaves to each file comes from the
 * file. A bank may change how it writes dates and amounts under the same header: if that header identified the profile,
 * and its formats or its encoding leave something unread, those of the file are used where they leave less. If most
 * rows stay unread, the header is not theirs, and the file is read as if there were no profile.
 */
export async function readProfiled(
  context: ApiContext,
  request: ApiRequest,
  asked: Omit<Sheet, 'accountId' | 'fields' | 'profile'>,
  { settings, sent, accountId, profile }: ProfiledReading,
): Promise<ReadSheet> {
  const ofFile = profile !== null && asked.applySuggestions === 'none';
  const { encoding } = settings;
  const isOther = encoding !== undefined && encoding !== 'utf-8' && isPlainUtf8(asked.content);
  const sheet: Sheet = {
    ...asked,
    keepContent: asked.keepContent === true || profile?.how === 'recognised',
    accountId,
    profile,
    fields: settings,
    ...(ofFile && { applySuggestions: 'of_file' }),
  };
  const read = await readSheet(context, request, sheet);
  const unread = isOther ? Infinity : unreadIn(read);
  if (profile?.how !== 'recognised' || unread === 0) return read;
  const { date_format: dates, number_format: numbers, encoding: _, ...fields } = settings;
  const hasMore = [dates, numbers, encoding].some((setting) => setting !== undefined);
  const again = hasMore ? await readSheet(context, request, { ...sheet, fields }) : read;
  const better = unreadIn(again) < unread ? withWarning(again, 'profile_formats_misfit') : read;
  if (!leavesMost(better)) return better;
  const alone: Sheet = { ...sheet, fields: sent, applySuggestions: 'all' };
  const own = await readSheet(context, request, alone);
  return leavesMost(own) ? better : withWarning(own, 'profile_misfit');
}

/** A report with further warnings in front of its own. */
export function withWarnings(
  report: Partial<CsvReport>,
  warnings: readonly Warning[],
): Partial<CsvReport> {
  return { ...report, warnings: [...warnings, ...(report.warnings ?? [])] };
}

function withWarning(
  { reading, ...read }: ReadSheet,
  code: 'profile_formats_misfit' | 'profile_misfit',
): ReadSheet {
  const report = withWarnings(reading.report, [warning(code)]);
  return { ...read, reading: { ...reading, report } };
}

/** Whether the text can hardly be anything but UTF-8: it has characters beyond ASCII. */
function isPlainUtf8(content: Uint8Array): boolean {
  return isUtf8(content) && !isAscii(content);
}

/** Counts the values with errors, and bytes that could not be decoded as one more. */
function unreadIn({ reading: { report } }: ReadSheet): number {
  const hasLost = (report.warnings ?? []).some(({ code }) => code === 'replacement_characters');
  return (report.errorsCount ?? 0) + (hasLost ? 1 : 0);
}

/** Whether most rows were unread or left out. */
function leavesMost({ reading: { report } }: ReadSheet): boolean {
  if ((report.missingRequiredHeaders ?? []).length > 0) return true;
  const { rowsCount = 0, skippedRowsCount = 0, errorsCount = 0 } = report;
  return (skippedRowsCount + errorsCount) * 2 > rowsCount;
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
