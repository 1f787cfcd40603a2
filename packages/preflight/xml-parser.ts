import { SaxesParser } from 'saxes';
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

/**
 * A parser of XML. It never expands entities but the five of XML itself, and refuses a DOCTYPE: `refuse` throws, and gets the
 * reason, a sentence, and the line.
 */
export function createXmlParser(
  { open, text, close }: XmlVisitor,
  refuse: (why: string, line: number) => never,
): SaxesParser {
  const parser = new SaxesParser();
  let depth = 0;
  const stop = (why: string): never => refuse(why, parser.line);
  parser.on('error', ({ message }) => stop(`${excerpt(message.replace(/^[\d:]+ /, ''))}.`));
  parser.on('doctype', () => stop('a DOCTYPE is not accepted.'));
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > DEPTH_MAX) stop('elements are nested too deeply.');
    open?.(localName(name), attributes, depth);
  });
  if (text !== undefined) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.on('closetag', ({ name }) => {
    close?.(localName(name), depth);
    depth -= 1;
  });
  return parser;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An attribute by its name without a prefix. */
export function attributeOf(attributes: XmlAttributes, name: string): string | undefined {
  const plain = attributes[name];
  if (plain !== undefined) return plain;
  const key = Object.keys(attributes).find((one) => localName(one) === name);
  return key === undefined ? undefined : attributes[key];
}
