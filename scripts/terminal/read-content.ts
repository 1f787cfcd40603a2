import { readFileSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder; npm run corpora -- FOLDER looks at all files in it',
  EACCES: 'permission denied',
};

/** The bytes of a file that a command names. Throws UsageError. */
export function readContent(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UsageError(`${file}: ${REASONS[code] ?? String(error)}.`);
  }
}
