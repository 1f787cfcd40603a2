import { SaxesParser } from 'saxes';
import { MalformedCsvError } from '../report.ts';
import { excerpt } from '../text.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

/** What is told of an XML text, in its order. Names of elements have no prefix; attributes keep theirs. */
export interface XmlVisitor {
  open?: (name: string, attributes: XmlAttributes) => void;
  text?: (piece: string) => void;
  close?: (name: string) => void;
  /** Whether enough has been read. */
  isDone?: () => boolean;
}

/** Deeper than what any program writes. */
const DEPTH_MAX = 100;

/**
 * Reads XML piece by piece. Entities are never expanded but for the five of XML itself: a DOCTYPE is refused.
 * Throws MalformedCsvError that names the part of the workbook and the line in it.
 */
export function readXml(part: string, pieces: Iterable<Uint8Array>, visitor: XmlVisitor): void {
  const parser = new SaxesParser();
  const refuse = (why: string): never => {
    throw new MalformedCsvError(
      `${excerpt(part)} in the file is not well-formed XML in line ${parser.line}: ${why}`,
      1,
    );
  };
  let depth = 0;
  parser.on('error', ({ message }) => refuse(`${excerpt(message.replace(/^[\d:]+ /, ''))}.`));
  parser.on('doctype', () => refuse('a DOCTYPE is not accepted.'));
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > DEPTH_MAX) refuse('elements are nested too deeply.');
    visitor.open?.(localName(name), attributes);
  });
  if (visitor.text !== undefined) {
    parser.on('text', visitor.text);
    parser.on('cdata', visitor.text);
  }
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    visitor.close?.(localName(name));
  });
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    parser.write(decoder.decode(piece, { stream: true }));
    if (visitor.isDone?.() === true) return;
  }
  parser.close();
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
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
