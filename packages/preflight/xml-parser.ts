import { SaxesParser } from 'saxes';
import { excerpt } from './text.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

/** What the parser reports about an XML text, in order. Elements are named without a prefix; attributes keep theirs. */
export interface XmlVisitor {
  open: (name: string, attributes: XmlAttributes) => void;
  text?: (piece: string) => void;
  close?: (name: string) => void;
}

/** Gets the reason, as a sentence, and the line, and throws. */
type RefuseXml = (why: string, line: number) => never;

/** Deeper than anything that a bank or a program writes. */
const DEPTH_MAX = 100;

/** A parser of XML without a visitor. It expands no entities except the five of XML itself, and refuses a DOCTYPE. */
export function createBareParser(refuse: RefuseXml): SaxesParser {
  const parser = new SaxesParser();
  const stop = (why: string): never => refuse(why, parser.line);
  parser.on('error', ({ message }) => stop(`${excerpt(message.replace(/^[\d:]+ |\.$/g, ''))}.`));
  parser.on('doctype', () => stop('a DOCTYPE is not accepted.'));
  return parser;
}

/** Refuses an element that lies deeper than any that a bank or a program writes. */
export function checkDepth(depth: number, parser: SaxesParser, refuse: RefuseXml): void {
  if (depth > DEPTH_MAX) refuse('elements are nested too deeply.', parser.line);
}

/** A parser of XML that tells a visitor what it reads. */
export function createXmlParser({ open, text, close }: XmlVisitor, refuse: RefuseXml): SaxesParser {
  const parser = createBareParser(refuse);
  let depth = 0;
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    checkDepth(depth, parser, refuse);
    open(localName(name), attributes);
  });
  if (text !== undefined) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.on('closetag', ({ name }) => {
    close?.(localName(name));
    depth -= 1;
  });
  return parser;
}

/** The name without a prefix. */
export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** An attribute by its name without a prefix. */
export function attributeOf(attributes: XmlAttributes, name: string): string | undefined {
  const plain = attributes[name];
  if (plain !== undefined) return plain;
  const key = Object.keys(attributes).find((one) => localName(one) === name);
  return key === undefined ? undefined : attributes[key];
}
