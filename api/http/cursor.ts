import { createHash } from 'node:crypto';
import { validationFailed } from '../../shared/platform/errors.ts';
import type { PagePlace } from '../../shared/postgres/page.ts';

/** The household, list, filters and order: a cursor is valid for these alone. */
type CursorScope = readonly unknown[];

interface Cursor extends PagePlace {
  page: number;
}

type Parts = [page: number, totalCount: number, ...keys: string[]];

/** The text of `next_cursor`: opaque to clients, safe in a URL. */
export function sealCursor(scope: CursorScope, { page, totalCount, keys }: Cursor): string {
  const parts: Parts = [page, totalCount, ...keys];
  return Buffer.from(JSON.stringify([digest(scope, parts), ...parts])).toString('base64url');
}

/**
 * Reads the text of `after`. A cursor grants no access: whatever it holds, only the caller's own rows are read. The
 * digest rejects one that was cut short, changed, or taken from another list, filter or household.
 *
 * Throws validation_failed.
 */
export function openCursor(scope: CursorScope, text: string): Cursor {
  const parts = readParts(text);
  if (parts === null || parts[0] !== digest(scope, parts[1])) {
    throw validationFailed(
      'after must be the next_cursor of this list, with the same filters and the same sort.',
    );
  }
  const [page, totalCount, ...keys] = parts[1];
  return { page, totalCount, keys };
}

function digest(scope: CursorScope, parts: Parts): string {
  const content = JSON.stringify([scope, parts]);
  return createHash('sha256').update(content).digest('base64url').slice(0, 16);
}

function readParts(text: string): [digest: string, parts: Parts] | null {
  if (!/^[\w-]+$/.test(text)) return null;
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
  if (!Array.isArray(values)) return null;
  const [sealed, page, totalCount, ...keys] = values as unknown[];
  if (typeof sealed !== 'string' || !isCount(page) || !isCount(totalCount)) return null;
  if (!keys.every((key) => typeof key === 'string')) return null;
  return [sealed, [page, totalCount, ...keys]];
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
