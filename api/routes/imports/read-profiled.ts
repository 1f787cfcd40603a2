import { isAscii, isUtf8 } from 'node:buffer';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest } from '../../http/route.ts';
import { readSheet } from './read-sheet.ts';
import type { ReadSheet, Sheet } from './read-sheet.ts';

const WARNING =
  'The profile’s encoding, date or number format does not fit this file: these were read as the file shows them.';

/**
 * Reads content as readSheet does. A bank may change how it writes dates and amounts under the same header: where a
 * profile was recognised by that, and its formats or its encoding leave something unread, those of the file are taken if
 * they leave less.
 */
export async function readProfiled(
  context: ApiContext,
  request: ApiRequest,
  sheet: Sheet,
): Promise<ReadSheet> {
  const { date_format: dates, number_format: numbers, encoding, ...fields } = sheet.fields;
  const read = await readSheet(context, request, sheet);
  const hasMore = [dates, numbers, encoding].some((setting) => setting !== undefined);
  const isOther = encoding !== undefined && encoding !== 'utf-8' && isPlainUtf8(sheet.content);
  const unread = isOther ? Infinity : unreadIn(read);
  if (sheet.profile?.how !== 'recognised' || !hasMore || unread === 0) return read;
  const again = await readSheet(context, request, { ...sheet, fields });
  if (unreadIn(again) >= unread) return read;
  const { report } = again.reading;
  const warnings = [WARNING, ...(report.warnings ?? [])];
  return { ...again, reading: { ...again.reading, report: { ...report, warnings } } };
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
