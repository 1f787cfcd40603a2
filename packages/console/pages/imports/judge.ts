import { decodeLines } from '#preflight/csv/decode';
import type { EncodingName } from '#preflight/csv/encodings';
import { binaryKind } from '#preflight/file-kind';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { startsAsExport } from '#preflight/ndjson/starts-as-export';
import { readable } from '#preflight/packed/open-file';
import { presentPreflight } from '#preflight/present-report';
import { MalformedCsvError, OtherFormatError } from '#preflight/report';
import type { CsvImportType, CsvReport, ImportType, NdjsonReport } from '#preflight/report';
import {
  applyProfile,
  encodingsOf,
  readProfiled,
  recogniseProfile,
} from '#preflight/rows/apply-profile';
import type { AppliedProfile, KnownProfile } from '#preflight/rows/apply-profile';
import { findFingerprints } from '#preflight/rows/header-fingerprint';
import { judgeContent } from '#preflight/rows/judge-content';
import { warning } from '#preflight/warnings/warning';
import type { NdjsonOptions } from '#preflight/ndjson/preflight-ndjson';

/** A file to judge, and how a person chose to read it. */
export interface Question {
  readonly content: Uint8Array;
  readonly filename: string;
  readonly contentType: string;
  /** Null if the content decides: a native export, else transactions. */
  readonly type: ImportType | null;
  /** The account of all rows; null if they name theirs, or a profile does. */
  readonly accountId: string | null;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** The household's profiles, the one changed last first. */
  readonly profiles: readonly (KnownProfile & { readonly type: CsvImportType })[];
  /** The names that the household has; only a history needs them. Null if they are not read yet. */
  readonly existing: NdjsonOptions['existing'] | null;
}

/** A profile as the service answers it. */
interface ListedProfile extends Pick<Question['profiles'][number], 'id' | 'name' | 'type'> {
  readonly account_id: string | null;
  readonly header_fingerprint: string | null;
  readonly updated_at: string;
  readonly settings: { readonly inferred_settings?: readonly string[] | string | null };
}

export const knownProfiles = (listed: readonly ListedProfile[]): Question['profiles'] =>
  listed
    .toSorted((one, other) => other.updated_at.localeCompare(one.updated_at))
    .map(({ account_id: accountId, header_fingerprint: headerFingerprint, ...profile }) => {
      const { inferred_settings: inferred, ...values } = profile.settings;
      const origins = inferred ? { inferred_settings: String(inferred) } : {};
      return { ...profile, accountId, headerFingerprint, settings: { ...values, ...origins } };
    });

export type Preflight = ReturnType<typeof presentPreflight>;

/** What a file is read with, beside the settings that a person chose. */
interface ReadWith {
  readonly profile: AppliedProfile | null;
  /** That of the draft, else that of the profile. */
  readonly accountId: string | null;
}

/** What the service would say of the file: in its preflight if no profile applies, else as an import; or why it would refuse the content. */
export type Judgement =
  | (ReadWith & {
      readonly preflight: Preflight;
      readonly lines: Readonly<Record<number, string>>;
    })
  | { readonly refused: Record<'code' | 'message', string> & { values: { line: number } } };

export type Judged = Exclude<Judgement, { refused: object }>;

/** The number of rows shown next to the lines of the file. @internal */
export const SAMPLE_ROWS = 100;
/** The service's default limit. */
const NATIVE_ROWS_MAX = 100_000;

/** Judges content with the same code as the service, so that the answer is the same to the byte. Null for a history without `existing`. */
export async function judge(question: Question, now: Date): Promise<Judgement | null> {
  const { content, filename, contentType, existing } = question;
  const type = question.type ?? (startsAsExport(content) ? 'NativeImport' : 'TransactionImport');
  const described = { filename, contentType, byteSize: content.byteLength };
  const answer = (
    report: CsvReport | NdjsonReport,
    { profile, accountId }: ReadWith,
  ): Judgement => {
    const preflight = presentPreflight(type, described, report);
    const { settings = {}, sample = [], errors } = preflight;
    const text = type === 'NativeImport' ? content : readable(content, settings).content;
    const spokenOf = new Set([...sample, ...errors].flatMap(({ line }) => line ?? []));
    const encoding = settings['encoding'] as EncodingName | undefined;
    return { preflight, lines: decodeLines(text, spokenOf, encoding), profile, accountId };
  };
  if (type === 'NativeImport') {
    const kind = binaryKind(content);
    if (kind !== undefined) return refusal(new OtherFormatError(kind));
    if (existing === null) return null;
    const report = preflightNdjson(content, { existing, rowsMax: NATIVE_ROWS_MAX });
    return answer(report, { profile: null, accountId: null });
  }
  try {
    const { report, ...used } = await readSheet(question, type, now);
    return answer(report, used);
  } catch (error) {
    if (error instanceof MalformedCsvError) return refusal(error);
    throw error;
  }
}

/** Reads a table as an import of the service does, with the profile that knows its header. Settings that a person chose win over it. */
async function readSheet(
  question: Question,
  type: CsvImportType,
  now: Date,
): Promise<ReadWith & { readonly report: CsvReport }> {
  const { content, accountId, settings } = question;
  const profiles = question.profiles.filter((profile) => profile.type === type);
  const found =
    profiles.length === 0
      ? new Map<string, never>()
      : findFingerprints(content, type, encodingsOf(profiles));
  const read = async (
    chosen: Question['settings'],
    given: KnownProfile | null,
    among = profiles,
  ) => {
    const asked = { content, accountId, settings: chosen };
    const profiled = applyProfile(asked, given, among, found);
    const hasAccount = profiled.accountId !== null;
    const { read: report, misfit } = await readProfiled(
      content,
      'all',
      profiled,
      (how) => {
        const sent = { ...how.settings, sample_rows: SAMPLE_ROWS };
        return judgeContent({ ...how, content, type, settings: sent, now, hasAccount }).report;
      },
      (report) => report,
    );
    const warnings = [...(misfit === null ? [] : [warning(misfit)]), ...report.warnings];
    return { ...profiled, report: { ...report, warnings }, misfit };
  };
  if (Object.keys(settings).length === 0) return read(settings, null);
  const known = recogniseProfile(profiles, found, accountId);
  // A file that the profile does not fit is read without it, and a choice does not bring it back.
  const alone = known && (await read({}, null).catch(() => null));
  return alone?.misfit === 'profile_misfit'
    ? read(settings, null, [])
    : read(settings, known, known ? profiles : []);
}

const refusal = ({ reason: code, line, message }: MalformedCsvError): Judgement => ({
  refused: { code, message, values: { line } },
});
