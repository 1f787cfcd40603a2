import { validationFailed } from '../../../shared/platform/errors.ts';
import type { CsvSettingsInput } from '../../../packages/preflight/csv/settings.ts';
import type { CsvImportType } from '../../../packages/preflight/report.ts';
import type { AppliedSuggestions } from '../../../packages/preflight/rows/judge-content.ts';
import type { Import, ImportReadingRecord } from '../../../shared/imports/imports.ts';
import type { ApiContext } from '../../context.ts';
import type { FieldValue, RequestFields } from '../../http/request-fields.ts';
import type { ApiRequest } from '../../http/route.ts';
import type { ImportReading } from '../../preflight-pool/tasks.ts';
import { unreadable } from './read-import-request.ts';

/** Content that is to be read, and how. */
export interface Sheet {
  importId: string;
  type: CsvImportType;
  content: Uint8Array;
  /** Whether it came as a file, for the words of a refusal. */
  isFile: boolean;
  accountId: string | null;
  /** Settings as sent. */
  fields: RequestFields;
  applySuggestions: AppliedSuggestions;
  profile: Import['profile'];
  /** Whether the content is needed afterwards; else it is empty then. */
  keepContent?: boolean;
}

/** What is kept of a reading, and the rows and the content as `copyImportRows` and `insertImport` take them. */
export interface ReadSheet extends Pick<
  ImportReading,
  'rows' | 'keptContent' | 'fingerprint' | 'openFormats' | 'repeated'
> {
  reading: ImportReadingRecord;
}

/**
 * Reads content on a thread of the preflight pool. Throws what preflight throws, and validation_failed for a wrong setting.
 */
export async function readSheet(
  { clock, preflightPool }: ApiContext,
  { caller, signal }: ApiRequest,
  { isFile, fields, profile, keepContent = false, ...sheet }: Sheet,
): Promise<ReadSheet> {
  const { householdId } = caller;
  const { sample_rows: _sample, ...settings } = fields;
  const task = { kind: 'import', ...sheet, settings, householdId, now: clock.now() } as const;
  const read = await preflightPool.run(task, { owner: householdId, signal, keepContent });
  if (read.kind !== 'import') throw unreadable(read, isFile);
  if (read.settings === null) {
    const messages = read.report.errors.map(({ message }) => message);
    throw validationFailed(`${messages[0] ?? 'A setting is wrong'}.`, messages);
  }
  // An import has them as its own.
  const { settings: _settings, inferredSettings: _inferred, ...report } = read.report;
  const { rows, keptContent, fingerprint, openFormats, repeated } = read;
  const reading = {
    accountId: sheet.accountId,
    fields: scalars(read.sent),
    settings: read.settings,
    suggested: read.suggested,
    report,
    profile: profile && { ...profile, headerFingerprint: fingerprint },
  };
  return { reading, rows, keptContent, fingerprint, openFormats, repeated };
}

function scalars(sent: CsvSettingsInput): RequestFields {
  return sent as RequestFields;
}

/** A JSON boolean, or its text as a form carries it; absent, null and blank are false. Throws validation_failed. */
export function readFlag(name: string, value: FieldValue | undefined): boolean {
  const text = String(value ?? '')
    .trim()
    .toLowerCase();
  if (!['true', 'false', ''].includes(text)) {
    throw validationFailed(`${name} must be true or false.`);
  }
  return text === 'true';
}
