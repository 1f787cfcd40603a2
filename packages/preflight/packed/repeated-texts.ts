import { countShared } from '../count-shared.ts';
import { nextLineStart } from '../csv/lines.ts';
import { excerpt } from '../text.ts';
import { crc32 } from './zip.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

interface NamedText {
  name: string;
  /** In UTF-8, without a byte order mark. */
  bytes: Uint8Array;
}

/** The texts without those that differ from an earlier one at most in how their lines end, and a warning for each of those. */
export function distinctTexts<Text extends NamedText>(
  texts: readonly Text[],
): { distinct: Text[]; warnings: Warning[] } {
  const sums = new Set<string>();
  const distinct: Text[] = [];
  const warnings: Warning[] = [];
  for (const text of texts) {
    const sum = sumOf(text);
    if (sums.has(sum)) warnings.push(warning('file_twice', { file: excerpt(text.name) }));
    else distinct.push(text);
    sums.add(sum);
  }
  return { distinct, warnings };
}

const [NEWLINE, RETURN] = [10, 13];

function sumOf({ bytes }: NamedText): string {
  const plain = bytes.filter((byte) => byte !== RETURN);
  let { length } = plain;
  while (length > 0 && plain[length - 1] === NEWLINE) length -= 1;
  return `${crc32(plain.subarray(0, length), 0)} ${length}`;
}

/** Whether several cells have digits, such as a day and an amount: a line above the header may be the same in all tables. */
function mayBeBooking(line: string): boolean {
  return line.split(/[,;\t|]/).filter((cell) => /\d/.test(cell)).length > 1;
}

/** Warns of lines below the headers that are in several tables: each is read, since nothing proves that it is one booking. */
export function sharedRowsWarning(tables: readonly NamedText[]): Warning[] {
  const count = countShared(
    tables.map(({ bytes }) =>
      new TextDecoder()
        .decode(bytes.subarray(nextLineStart(bytes, 0)))
        .split(/[\r\n]+/)
        .filter(mayBeBooking),
    ),
  );
  return count === 0 ? [] : [warning('rows_in_two_files', { count })];
}
