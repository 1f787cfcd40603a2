import { readFileSync, statSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Failure } from './failure.ts';
import type { Streams } from './screen.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};
const MIB = 1024 * 1024;

/** The bytes of a file, or for `-` of standard input. Throws Failure. */
export async function readContent(
  { stdin }: Pick<Streams, 'stdin'>,
  file: string,
  bytesMax = Infinity,
): Promise<Buffer> {
  try {
    // One that is too large is not read first.
    const content =
      file === '-'
        ? await buffer(stdin)
        : statSync(file).size > bytesMax
          ? null
          : readFileSync(file);
    if (content !== null && content.byteLength <= bytesMax) return content;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new Failure('usage', `${file}: ${REASONS[code] ?? String(error)}.`);
  }
  const message = `${file} is larger than the limit of ${bytesMax / MIB}MB.`;
  throw new Failure('faults', message, 'file_too_large');
}
