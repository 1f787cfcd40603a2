import { utf8Text } from '../bytes.ts';

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const SMALL_F = 0x66;
const SMALL_N = 0x6e;
const SMALL_T = 0x74;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?/y;
/** The parser reads longer numbers, digit for digit. */
const NUMBER_LENGTH_MAX = 15;
/** Longer lists are left to the parser, which counts the values of a line. */
const LIST_MAX = 1000;

/**
 * Reads plain JSON values from bytes: text without escapes, short numbers without an exponent, true, false, null and
 * lists of such text. It reads these as JSON.parse does, and nothing else; it does not look at what follows a value.
 */
export class PlainReader {
  #block: Uint8Array = new Uint8Array();
  #characters = '';
  /** The index of the next byte in the block. */
  at = 0;

  /** Goes to an offset in a block of UTF-8. `text` is the block as `byteText` returns it. */
  goTo(block: Uint8Array, text: string, at: number): void {
    this.#block = block;
    this.#characters = text;
    this.at = at;
  }

  /** The bytes from `start` to here. */
  bytesFrom(start: number): Uint8Array {
    return Uint8Array.from(this.#block.subarray(start, this.at));
  }

  /** Whether a line, or the block, ends here. */
  isAtEnd(): boolean {
    return this.at === this.#block.length || this.#block[this.at] === LINE_FEED;
  }

  /** Skips these bytes if they come next; returns whether they do. */
  skip(bytes: Uint8Array): boolean {
    const { at } = this;
    const block = this.#block;
    for (let place = 0; place < bytes.length; place += 1) {
      if (block[at + place] !== bytes[place]) return false;
    }
    this.at = at + bytes.length;
    return true;
  }

  /** Skips what the sticky pattern matches here, and returns its first group, or else the whole match; null without a match. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#characters);
    if (found === null) return null;
    this.at = pattern.lastIndex;
    return found[1] ?? found[0];
  }

  /** Reads the next value; undefined when it is not plain. */
  value(): unknown {
    switch (this.#block[this.at]) {
      case QUOTE:
        return this.#text();
      case OPEN_BRACKET:
        return this.#list();
      case SMALL_N:
        return this.#word('null', null);
      case SMALL_T:
        return this.#word('true', true);
      case SMALL_F:
        return this.#word('false', false);
      default: {
        const number = this.match(NUMBER);
        return number === null || number.length > NUMBER_LENGTH_MAX ? undefined : Number(number);
      }
    }
  }

  #word(word: string, value: boolean | null): boolean | null | undefined {
    if (!this.#characters.startsWith(word, this.at)) return undefined;
    this.at += word.length;
    return value;
  }

  #text(): string | undefined {
    const block = this.#block;
    const start = this.at + 1;
    let end = start;
    let bits = 0;
    for (;;) {
      const byte = block[end];
      if (byte === QUOTE) break;
      if (byte === undefined || byte < SPACE || byte === BACKSLASH) return undefined;
      bits |= byte;
      end += 1;
    }
    this.at = end + 1;
    return bits < 0x80 ? this.#characters.slice(start, end) : utf8Text(block, start, end);
  }

  #list(): string[] | undefined {
    const list: string[] = [];
    this.at += 1;
    if (this.#block[this.at] === CLOSE_BRACKET) {
      this.at += 1;
      return list;
    }
    while (this.#block[this.at] === QUOTE && list.length < LIST_MAX) {
      const text = this.#text();
      if (text === undefined) return undefined;
      list.push(text);
      const next = this.#block[this.at];
      this.at += 1;
      if (next === CLOSE_BRACKET) return list;
      if (next !== COMMA) return undefined;
      if (this.#block[this.at] === SPACE) this.at += 1;
    }
    return undefined;
  }
}
