import { isAscii, isUtf8 } from 'node:buffer';
import type { ApiContext } from '../../context.ts';
import type { CsvReport } from '../../../packages/preflight/report.ts';
import type { ApiRequest } from '../../http/route.ts';
import type { ProfiledReading } from './choose-profile.ts';
import { readSheet } from './read-sheet.ts';
import type { ReadSheet, Sheet } from './read-sheet.ts';

const OTHER_FORMATS =
  'The profile’s encoding, date or number format does not fit this file: these were read as the file shows them.';
const OTHER_COLUMNS =
  'The profile does not fit most rows of this file: they were read as the file suggests.';

/**
 * Reads content as readSheet does, with a profile where there is one. What a profile leaves to each file is taken from the
 * file. A bank may change how it writes dates and amounts under the same header: where a profile was recognised by that,
 * and its formats or its encoding leave something unread, those of the file are taken if they leave less. Where most of
 * the rows stay unread, the header is not theirs, and the file is read as if there were no profile.
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
  const better = unreadIn(again) < unread ? withWarning(again, OTHER_FORMATS) : read;
  if (!leavesMost(better)) return better;
  const alone: Sheet = { ...sheet, fields: sent, applySuggestions: 'all' };
  const own = await readSheet(context, request, alone);
  return leavesMost(own) ? better : withWarning(own, OTHER_COLUMNS);
}

/** A report with more warnings before its own. */
export function withWarnings(
  report: Partial<CsvReport>,
  warnings: readonly string[],
): Partial<CsvReport> {
  return { ...report, warnings: [...warnings, ...(report.warnings ?? [])] };
}

function withWarning({ reading, ...read }: ReadSheet, warning: string): ReadSheet {
  return { ...read, reading: { ...reading, report: withWarnings(reading.report, [warning]) } };
}

/** Text that is hardly anything but UTF-8: it has letters beyond ASCII. */
function isPlainUtf8(content: Uint8Array): boolean {
  return isUtf8(content) && !isAscii(content);
}

/** Values with errors, and bytes that no text was made of as one more. */
function unreadIn({ reading: { report } }: ReadSheet): number {
  const hasLost = (report.warnings ?? []).some((text) => text.includes('replacement character'));
  return (report.errorsCount ?? 0) + (hasLost ? 1 : 0);
}

/** Whether most rows were not read, or left out. */
function leavesMost({ reading: { report } }: ReadSheet): boolean {
  if ((report.missingRequiredHeaders ?? []).length > 0) return true;
  const { rowsCount = 0, skippedRowsCount = 0, errorsCount = 0 } = report;
  return (skippedRowsCount + errorsCount) * 2 > rowsCount;
}
