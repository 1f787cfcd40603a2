import { utf8Bytes } from './bytes.ts';

const BLOCK_BYTES = 64;
const ROUNDS = 64;

const PRIMES: number[] = [];
for (let number = 2; PRIMES.length < ROUNDS; number += 1) {
  if (PRIMES.every((prime) => number % prime !== 0)) PRIMES.push(number);
}
/** The first 32 bits behind the point. */
const fraction = (root: number): number => (root % 1) * 2 ** 32;
const ROUND_WORDS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const FIRST_WORDS = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The SHA-256 of a text in UTF-8, in hex. Written out (FIPS 180-4), because browsers offer `crypto.subtle` on https only. */
export function sha256Hex(text: string): string {
  const bytes = utf8Bytes(text);
  const padded = new DataView(
    new ArrayBuffer(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES),
  );
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setBigUint64(padded.byteLength - 8, BigInt(bytes.length) * 8n);
  const state = FIRST_WORDS.slice();
  const words = new Uint32Array(ROUNDS);
  for (let from = 0; from < padded.byteLength; from += BLOCK_BYTES) {
    for (let at = 0; at < 16; at += 1) words[at] = padded.getUint32(from + at * 4);
    mixBlock(state, words);
  }
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** Mixes a block, the first 16 of the words, into the state. */
function mixBlock(state: Uint32Array, words: Uint32Array): void {
  const word = (at: number): number => words[at] ?? 0;
  for (let at = 16; at < ROUNDS; at += 1) {
    const [early, late] = [word(at - 15), word(at - 2)];
    const ofEarly = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const ofLate = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = word(at - 16) + ofEarly + word(at - 7) + ofLate;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < ROUNDS; at += 1) {
    const ofE = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + ofE + ((e & f) ^ (~e & g)) + (ROUND_WORDS[at] ?? 0) + word(at)) | 0;
    const ofA = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const other = (ofA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((mixed, at) => (state[at] = (state[at] ?? 0) + mixed));
}
