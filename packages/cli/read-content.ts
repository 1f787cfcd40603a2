import { readFileSync, statSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Failure } from './failure.ts';
import type { Streams } from './screen.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ENOSPC: 'the disk is full',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
};
const MIB = 1024 * 1024;

/** The failure for a file that cannot be read or written. */
export function fileFailure(file: string, error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new Failure('usage', `${file}: ${REASONS[code] ?? String(error)}.`);
}

/** The bytes of a file, or of standard input for `-`. Throws Failure. */
export async function readContent(
  { stdin }: Pick<Streams, 'stdin'>,
  file: string,
  bytesMax = Infinity,
): Promise<Buffer> {
  try {
    // A file that is too large is not even read.
    const content =
      file === '-'
        ? await buffer(stdin)
        : statSync(file).size > bytesMax
          ? null
          : readFileSync(file);
    if (content !== null && content.byteLength <= bytesMax) return content;
  } catch (error) {
    throw fileFailure(file, error);
  }
  const message = `${file} is larger than the limit of ${bytesMax / MIB}MB.`;
  throw new Failure('faults', message, 'file_too_large');
}
