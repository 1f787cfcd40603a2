import { isAscii, isUtf8 } from '../bytes.ts';
import { namesOtherEncoding } from '../csv/detect-encoding.ts';
import { readInferred } from '../csv/read-settings.ts';
import type { CsvReport } from '../report.ts';
import type { WarningCode } from '../warnings/warning.ts';
import type { FoundHeader } from './header-fingerprint.ts';
import type { AppliedSuggestions } from './judge-content.ts';

/** A household's profile, as far as reading a file needs it. */
export interface KnownProfile {
  id: string;
  name: string;
  accountId: string | null;
  settings: Settings;
  headerFingerprint: string | null;
}

/** The profile that a file is read with; `how` says whether the request named it or its header was recognised. */
export interface AppliedProfile {
  id: string;
  name: string;
  how: 'given' | 'recognised';
}

type Settings = Record<string, string | number | boolean | null>;

/** What a request says about how to read its content. */
export interface SentReading {
  content: Uint8Array;
  accountId: string | null;
  settings: Settings;
}

/** The same, completed by a profile; `profile` is null when none applies. */
export interface ProfiledReading extends Omit<SentReading, 'content'> {
  profile: AppliedProfile | null;
  /** The settings that the request itself sends. */
  sent: Settings;
}

/** The encodings of profiles: a header reads differently in another encoding. */
export const encodingsOf = (profiles: readonly KnownProfile[]): string[] => [
  ...new Set(profiles.flatMap(({ settings: { encoding } }) => (encoding ? String(encoding) : []))),
];

/**
 * The profile with one of the headers of a file, or null. If several match, one of the account wins, then one without an account, then
 * the first.
 */
export function recogniseProfile<Profile extends KnownProfile>(
  profiles: readonly Profile[],
  found: ReadonlyMap<string, FoundHeader>,
  accountId: string | null,
): Profile | null {
  const alike = profiles.filter(({ headerFingerprint }) => found.has(headerFingerprint ?? ''));
  const of = (id: string | null) => alike.find((profile) => profile.accountId === id);
  return of(accountId) ?? of(null) ?? alike[0] ?? null;
}

/**
 * Completes a reading by the profile that was named, else by the one of these whose header the file has. What the request sends wins
 * over the profile. The header may be on another line than last time.
 */
export function applyProfile(
  { content, accountId, settings }: SentReading,
  given: KnownProfile | null,
  profiles: readonly KnownProfile[],
  found: ReadonlyMap<string, FoundHeader>,
): ProfiledReading {
  const profile = given ?? recogniseProfile(profiles, found, accountId);
  if (profile === null) return { accountId, settings, profile: null, sent: settings };
  const header = found.get(profile.headerFingerprint ?? '');
  const place = header && { col_sep: header.separator, rows_to_skip: header.rowsToSkip };
  const { encoding, inferred_settings: _, ...known } = profile.settings;
  const isOther = namesOtherEncoding(content, encoding);
  // Profiles of one header that name different accounts do not tell which account a file is of.
  const isOnly = profiles.every(
    (other) =>
      other.headerFingerprint !== profile.headerFingerprint ||
      other.accountId === profile.accountId,
  );
  return {
    accountId: accountId ?? (given !== null || isOnly ? profile.accountId : null),
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
function originsOf(profile: Settings, place: readonly string[], sent: Settings): Settings {
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

/** Reads content with settings; called up to three times. */
type Read<Result> = (how: {
  settings: Settings;
  applySuggestions: AppliedSuggestions;
}) => Result | Promise<Result>;

interface ReadWithProfile<Result> {
  read: Result;
  /** Why the file was not read with the profile as it is. */
  misfit: Extract<WarningCode, 'profile_formats_misfit' | 'profile_misfit'> | null;
}

/**
 * Reads content, with a profile where there is one. What a profile leaves to each file comes from the
 * file. A bank may change how it writes dates and amounts under the same header: if that header identified the profile,
 * and its formats or its encoding leave something unread, those of the file are used where they leave less. If most
 * rows stay unread, the header is not theirs, and the file is read as if there were no profile.
 */
export async function readProfiled<Result>(
  content: Uint8Array,
  applied: AppliedSuggestions,
  { settings, sent, profile }: ProfiledReading,
  read: Read<Result>,
  reportOf: (result: Result) => Partial<CsvReport>,
): Promise<ReadWithProfile<Result>> {
  const applySuggestions = profile !== null && applied === 'none' ? 'of_file' : applied;
  const { encoding } = settings;
  const isOther = encoding !== undefined && encoding !== 'utf-8' && isPlainUtf8(content);
  const first = { read: await read({ settings, applySuggestions }), misfit: null };
  const unread = isOther ? Infinity : unreadIn(reportOf(first.read));
  if (profile?.how !== 'recognised' || unread === 0) return first;
  const { date_format: dates, number_format: numbers, encoding: _, ...others } = settings;
  const hasMore = [dates, numbers, encoding].some((setting) => setting !== undefined);
  const again = hasMore ? await read({ settings: others, applySuggestions }) : first.read;
  const better: ReadWithProfile<Result> =
    unreadIn(reportOf(again)) < unread ? { read: again, misfit: 'profile_formats_misfit' } : first;
  if (!leavesMost(reportOf(better.read))) return better;
  const own = await read({ settings: sent, applySuggestions: 'all' });
  return leavesMost(reportOf(own)) ? better : { read: own, misfit: 'profile_misfit' };
}

/** Whether the text can hardly be anything but UTF-8: it has characters beyond ASCII. */
function isPlainUtf8(content: Uint8Array): boolean {
  return isUtf8(content) && !isAscii(content);
}

/** Counts the values with errors, and bytes that could not be decoded as one more. */
function unreadIn({ warnings = [], errorsCount = 0 }: Partial<CsvReport>): number {
  const hasLost = warnings.some(({ code }) => code === 'replacement_characters');
  return errorsCount + (hasLost ? 1 : 0);
}

/** Whether most rows were unread or left out. */
function leavesMost(report: Partial<CsvReport>): boolean {
  if ((report.missingRequiredHeaders ?? []).length > 0) return true;
  const { rowsCount = 0, skippedRowsCount = 0, errorsCount = 0 } = report;
  return (skippedRowsCount + errorsCount) * 2 > rowsCount;
}
