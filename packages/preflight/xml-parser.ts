import { excerpt } from './text.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

/** What is told of an XML text, in its order. Names of elements have no prefix; attributes keep theirs. The root is at depth 1. */
export interface XmlVisitor {
  open?: (name: string, attributes: XmlAttributes, depth: number) => void;
  text?: (piece: string) => void;
  close?: (name: string, depth: number) => void;
}

/** Deeper than what any bank or program writes. */
const DEPTH_MAX = 100;
/** In a text that comes piece by piece, a tag or a text that is longer has no end. */
const UNREAD_CHARS_MAX = 1024 * 1024;
const NAMES_KEPT = 1000;
const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));
const NAME = /^[\p{L}_:][\p{L}\p{M}\p{N}_:.·-]*$/u;
/** Characters that XML does not know. */
const DISALLOWED = /[^\t\n\r -\uFFFD]/;
const ODD_VALUE = /[&\t\n]/;
const NO_ATTRIBUTES: XmlAttributes = {};
const CDATA = '<![CDATA[';
const BLANK = 32;
const SLASH = 47;
const GREATER = 62;

/** Reads XML. It never expands entities but the five of XML itself, and refuses a DOCTYPE. */
export class XmlParser {
  private readonly visitor: XmlVisitor;
  private readonly refuse: (why: string, line: number) => never;
  /** What is not told of yet begins at `at`. */
  private unread = '';
  private at = 0;
  private lineNumber = 1;
  /** Where that line ends. */
  private lineEnd = Infinity;
  private hasRoot = false;
  /** The open elements, as they are written and without their prefixes. */
  private readonly opened: string[] = [];
  private readonly locals: string[] = [];
  /** Names that were found to be names, without their prefix. */
  private readonly names = new Map<string, string>();

  /** `refuse` throws, and gets the reason, a sentence, and the line. */
  constructor(visitor: XmlVisitor, refuse: (why: string, line: number) => never) {
    this.visitor = visitor;
    this.refuse = refuse;
  }

  /** Physical line of what is told of, 1-based. */
  get line(): number {
    while (this.lineEnd < this.at) {
      this.lineNumber += 1;
      this.lineEnd = this.nextLineEnd(this.lineEnd + 1);
    }
    return this.lineNumber;
  }

  private nextLineEnd(from: number): number {
    const end = this.unread.indexOf('\n', from);
    return end < 0 ? Infinity : end;
  }

  /** Tells of what the text has up to here. */
  write(piece: string): void {
    this.lineNumber = this.line;
    const text = this.unread.slice(this.at) + piece;
    // The other half of a line end may come with the next piece.
    const half = text.endsWith('\r') ? '\r' : '';
    const whole = text.slice(0, text.length - half.length);
    this.unread = whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
    this.at = 0;
    this.lineEnd = this.nextLineEnd(0);
    const strange = this.unread.search(DISALLOWED);
    if (strange >= 0) {
      this.at = strange;
      this.stop('disallowed character');
    }
    while (this.step());
    if (this.unread.length - this.at > UNREAD_CHARS_MAX) this.stop('a tag or a text has no end');
    this.unread += half;
  }

  /** Ends the text. */
  close(): void {
    const rest = this.unread.slice(this.at).trim();
    if (rest !== '') this.stop('unexpected end');
    this.at = this.unread.length;
    if (!this.hasRoot) this.stop('document must contain a root element');
    const open = this.opened.at(-1);
    if (open !== undefined) this.stop(`unclosed tag: ${excerpt(open)}`);
  }

  private stop(why: string): never {
    return this.refuse(`${why}.`, this.line);
  }

  /** Tells of what begins at `at` and steps over it; false where its end is not there yet. */
  private step(): boolean {
    const { unread, at } = this;
    const tag = unread.indexOf('<', at);
    if (tag < 0) return false;
    if (tag > at) this.tellText(unread.slice(at, tag));
    this.at = tag;
    const sign = unread[tag + 1];
    if (sign === '/') return this.endElement(tag);
    if (sign === '?') return this.skipTo('?>', tag + 2);
    return sign === '!' ? this.skipMark(tag) : this.beginElement(tag);
  }

  private tellText(text: string): void {
    if (this.opened.length > 0) this.visitor.text?.(this.plainText(text));
    else if (text.trim() !== '') this.stop('text data outside of root node');
  }

  private plainText(text: string): string {
    if (!text.includes('&')) return text;
    return text.replace(
      /&(?:(\w+);|#(\d{1,9}|x[\da-fA-F]{1,8});)?/g,
      (_, name: string | undefined, code: string | undefined) => {
        const sign = code === undefined ? ENTITIES.get(name ?? '') : signOf(code);
        return sign ?? this.stop(code === undefined ? 'undefined entity' : 'malformed entity');
      },
    );
  }

  private localName(name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    if (!NAME.test(name)) this.stop('disallowed character in a name');
    const local = name.slice(name.indexOf(':') + 1);
    if (this.names.size >= NAMES_KEPT) this.names.clear();
    this.names.set(name, local);
    return local;
  }

  private skipTo(end: string, from: number): boolean {
    const found = this.unread.indexOf(end, from);
    if (found >= 0) this.at = found + end.length;
    return found >= 0;
  }

  /** A comment, or a text as it is. */
  private skipMark(at: number): boolean {
    const { unread } = this;
    if (unread.startsWith('<!--', at)) {
      const from = at + 4;
      if (!this.skipTo('-->', from)) return false;
      return unread.indexOf('--', from) === this.at - 3 || this.stop('malformed comment');
    }
    const from = at + CDATA.length;
    if (!unread.startsWith(CDATA, at)) {
      return unread.length >= from ? this.stop('a DOCTYPE is not accepted') : false;
    }
    if (!this.skipTo(']]>', from)) return false;
    if (this.opened.length === 0) this.stop('text data outside of root node');
    this.visitor.text?.(unread.slice(from, this.at - 3));
    return true;
  }

  private endElement(at: number): boolean {
    const { unread, opened } = this;
    const name = opened[opened.length - 1] ?? '';
    const from = at + 2 + name.length;
    const end = unread.charCodeAt(from) === GREATER ? from : unread.indexOf('>', at);
    if (end < 0) return false;
    const isLast = name !== '' && unread.startsWith(name, at + 2);
    if (!isLast || unread.slice(from, end).trim() !== '') this.stop('unexpected close tag');
    this.closeElement();
    this.at = end + 1;
    return true;
  }

  private closeElement(): void {
    this.visitor.close?.(this.locals.pop() ?? '', this.opened.length);
    this.opened.pop();
  }

  private beginElement(at: number): boolean {
    const { unread, opened } = this;
    let end = at + 1;
    let code = unread.charCodeAt(end);
    while (code > BLANK && code !== GREATER && code !== SLASH) code = unread.charCodeAt((end += 1));
    const name = unread.slice(at + 1, end);
    let attributes = NO_ATTRIBUTES;
    if (code <= BLANK) {
      const own = Object.create(null) as Record<string, string>;
      end = this.readAttributes(own, end);
      attributes = own;
    }
    const isEmpty = unread.charCodeAt(end) === SLASH;
    if (isEmpty) end += 1;
    if (unread.charCodeAt(end) !== GREATER) {
      return end < unread.length ? this.stop('disallowed character in a tag') : false;
    }
    const local = this.localName(name);
    if (opened.length === 0 && this.hasRoot) this.stop('documents may contain only one root');
    this.hasRoot = true;
    opened.push(name);
    this.locals.push(local);
    if (opened.length > DEPTH_MAX) this.stop('elements are nested too deeply');
    this.visitor.open?.(local, attributes, opened.length);
    if (isEmpty) this.closeElement();
    this.at = end + 1;
    return true;
  }

  /** Where the tag ends: behind the text where its end is not there yet. */
  private readAttributes(attributes: Record<string, string>, from: number): number {
    const { unread } = this;
    for (let end = from; ;) {
      const isApart = unread.charCodeAt(end) <= BLANK;
      while (unread.charCodeAt(end) <= BLANK) end += 1;
      const code = unread.charCodeAt(end);
      if (code === GREATER || code === SLASH) return end;
      if (!isApart && end < unread.length) this.stop('no whitespace between attributes');
      const equals = unread.indexOf('=', end);
      if (equals < 0) return unread.length;
      const name = unread.slice(end, equals).trimEnd();
      this.localName(name);
      let quoteAt = equals + 1;
      while (unread.charCodeAt(quoteAt) <= BLANK) quoteAt += 1;
      const quote = unread[quoteAt];
      if (quote === undefined) return unread.length;
      if (quote !== '"' && quote !== "'") this.stop('unquoted attribute value');
      end = unread.indexOf(quote, quoteAt + 1);
      if (end < 0) return unread.length;
      const value = unread.slice(quoteAt + 1, end);
      if (value.includes('<')) this.stop('disallowed character in an attribute');
      if (name in attributes) this.stop(`duplicate attribute: ${excerpt(name)}`);
      attributes[name] = ODD_VALUE.test(value) ? this.plainText(value.replace(/\s/g, ' ')) : value;
      end += 1;
    }
  }
}

/** The character of a reference such as `#252` or `#xfc`; undefined where XML knows none. */
function signOf(code: string): string | undefined {
  const point = Number(code.replace(/^x/, '0x'));
  if (point > 0x10_ff_ff || (point >= 0xd8_00 && point < 0xe0_00)) return undefined;
  const sign = String.fromCodePoint(point);
  return DISALLOWED.test(sign) ? undefined : sign;
}

/** An attribute by its name without a prefix. */
export function attributeOf(attributes: XmlAttributes, name: string): string | undefined {
  const plain = attributes[name];
  if (plain !== undefined) return plain;
  const key = Object.keys(attributes).find((one) => one.slice(one.indexOf(':') + 1) === name);
  return key === undefined ? undefined : attributes[key];
}
