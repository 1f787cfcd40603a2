import { Inflate } from 'fflate';
import { joinBytes, wordsOf } from '../bytes.ts';
import { MalformedCsvError } from '../report.ts';
import { excerpt } from '../text.ts';

/** How many bytes all files of an archive, and of archives in it, may unpack to. */
export const UNPACKED_BYTES_MAX = 100 * 1024 * 1024;
const ENTRIES_MAX = 10_000;
/** Deflate can turn a piece into at most a thousand times as many bytes. */
const PIECE_BYTES = 32 * 1024;
/** The most bytes that the comment at the end may have. */
const COMMENT_BYTES_MAX = 0xffff;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const UNKNOWN = 0xffffffff;
const END_BYTES = 22;
const IS_ENCRYPTED = 1;
const DEFLATED = 8;

/** How many bytes may still be unpacked. */
export interface Budget {
  left: number;
}

/** A file of an archive. Its name is only a label: nothing is written to disk. */
export interface ZipEntry {
  name: string;
  /** Two entries with the same sum hold the same bytes, according to the archive. */
  sum: string;
  /** Unpacks piece by piece. Throws MalformedCsvError for one that is damaged, has a password, or exceeds the budget. */
  pieces: () => Generator<Uint8Array>;
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes.length > 4 && wordsOf(bytes).getUint32(0, true) === LOCAL;
}

/** The files of an archive, as listed in its directory. Throws MalformedCsvError. */
export function zipEntries(bytes: Uint8Array, budget: Budget): ZipEntry[] {
  const view = wordsOf(bytes);
  const entries: ZipEntry[] = [];
  try {
    let at = directoryStart(view);
    while (at + 4 <= bytes.length && view.getUint32(at, true) === CENTRAL) {
      if (entries.length >= ENTRIES_MAX) {
        throw new MalformedCsvError(`The ZIP file holds more than ${ENTRIES_MAX} files.`, 1);
      }
      const nameBytes = view.getUint16(at + 28, true);
      const extraBytes = view.getUint16(at + 30, true);
      const name = nameOf(bytes.subarray(at + 46, at + 46 + nameBytes));
      const sizes = sizesOf(view, at, at + 46 + nameBytes, extraBytes);
      const head = {
        flags: view.getUint16(at + 8, true),
        method: view.getUint16(at + 10, true),
        checksum: view.getUint32(at + 16, true),
        ...sizes,
      };
      const sum = `${head.checksum} ${head.size}`;
      entries.push({ name, sum, pieces: () => unpack(bytes, name, head, budget) });
      at += 46 + nameBytes + extraBytes + view.getUint16(at + 32, true);
    }
  } catch (error) {
    if (error instanceof RangeError) throw cutOff();
    throw error;
  }
  return entries;
}

/** The whole content of a file. Throws what `pieces` throws. */
export function wholeOf({ pieces }: ZipEntry): Uint8Array {
  return joinBytes([...pieces()]);
}

function cutOff(): MalformedCsvError {
  return new MalformedCsvError(
    'The ZIP file is cut off or damaged: download it again, and send it as a file, not as text.',
    1,
    'damaged_zip',
  );
}

function directoryStart(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_BYTES - COMMENT_BYTES_MAX);
  for (let at = view.byteLength - END_BYTES; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    const start = view.getUint32(at + 16, true);
    const isLarge = at >= 20 && view.getUint32(at - 20, true) === LOCATOR_64;
    if (start !== UNKNOWN || !isLarge) return start;
    const end = Number(view.getBigUint64(at - 12, true));
    if (view.getUint32(end, true) !== END_64) throw cutOff();
    return Number(view.getBigUint64(end + 48, true));
  }
  throw cutOff();
}

interface Sizes {
  size: number;
  packed: number;
  offset: number;
}

/** Sizes that do not fit into 32 bits follow in an extra field, in this order. */
function sizesOf(view: DataView, at: number, extraAt: number, extraBytes: number): Sizes {
  const sizes = {
    size: view.getUint32(at + 24, true),
    packed: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true),
  };
  for (let extra = extraAt; extra + 4 <= extraAt + extraBytes;) {
    if (view.getUint16(extra, true) === 1) {
      let next = extra + 4;
      for (const key of ['size', 'packed', 'offset'] as const) {
        if (sizes[key] !== UNKNOWN) continue;
        sizes[key] = Number(view.getBigUint64(next, true));
        next += 8;
      }
    }
    extra += 4 + view.getUint16(extra + 2, true);
  }
  return sizes;
}

/** Decoded as UTF-8 if it is valid, whatever the archive says. */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\\', '/');
  } catch {
    return new TextDecoder('latin1').decode(bytes).replaceAll('\\', '/');
  }
}

function* unpack(
  bytes: Uint8Array,
  name: string,
  head: Sizes & Record<'flags' | 'method' | 'checksum', number>,
  budget: Budget,
): Generator<Uint8Array> {
  const shown = excerpt(name);
  const damaged = (): MalformedCsvError =>
    new MalformedCsvError(
      `${shown} in the ZIP file is damaged: download the file again.`,
      1,
      'damaged_zip',
    );
  const view = wordsOf(bytes);
  const { offset, packed, method, flags } = head;
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL) throw damaged();
  if ((flags & IS_ENCRYPTED) !== 0) {
    const advice = 'unpack it with its password, and send what is inside';
    throw new MalformedCsvError(
      `${shown} in the ZIP file has a password: ${advice}.`,
      1,
      'locked_zip',
    );
  }
  if (method !== 0 && method !== DEFLATED) {
    const advice = 'pack it again as an ordinary ZIP file';
    throw new MalformedCsvError(`${shown} is packed in a way that is not read: ${advice}.`, 1);
  }
  const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const data = bytes.subarray(from, from + packed);
  let size = 0;
  let checksum = 0;
  try {
    for (const piece of method === 0 ? [data] : inflated(data)) {
      budget.left -= piece.length;
      if (budget.left < 0) throw tooLarge();
      size += piece.length;
      checksum = crc32(piece, checksum);
      yield piece;
    }
  } catch (error) {
    // Errors that the reader of the pieces throws do not end up here.
    throw error instanceof MalformedCsvError ? error : damaged();
  }
  if (size !== head.size || checksum !== head.checksum) throw damaged();
}

function tooLarge(): MalformedCsvError {
  const most = UNPACKED_BYTES_MAX / 1024 / 1024;
  return new MalformedCsvError(
    `Unpacked, the file is larger than the limit of ${most}MB: send fewer rows at a time.`,
    1,
    'large_zip',
  );
}

function* inflated(data: Uint8Array): Generator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const inflate = new Inflate((piece) => ready.push(piece));
  for (let at = 0; at < data.length; at += PIECE_BYTES) {
    inflate.push(data.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= data.length);
    yield* ready;
    ready = [];
  }
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum & 1) === 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** The checksum of ZIP files; `before` is that of the bytes before these, else 0. */
export function crc32(bytes: Uint8Array, before: number): number {
  let sum = ~before;
  for (let at = 0; at < bytes.length; at += 1) {
    sum = (CRC_TABLE[(sum ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (sum >>> 8);
  }
  return ~sum >>> 0;
}
