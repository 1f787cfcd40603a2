import { SaxesParser } from 'saxes';
import { MalformedCsvError } from '../report.ts';
import { excerpt } from '../text.ts';

/** An element with what is in it. Names are without their namespace's prefix. */
export interface XmlElement {
  name: string;
  line: number;
  text: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
}

/** Deeper than any message of a bank. */
const DEPTH_MAX = 100;
const PIECE_LENGTH = 64 * 1024;

/**
 * Reads XML and hands over the elements of the `wanted` names whole, one after another, those within another one with it; of all
 * others `onOpen` tells that they begin. Entities are never expanded but for the five of XML itself: a DOCTYPE is refused.
 * Throws MalformedCsvError with the line.
 */
export function visitXml(
  text: string,
  wanted: ReadonlySet<string>,
  {
    onOpen,
    onElement,
  }: { onOpen: (name: string, line: number) => void; onElement: (element: XmlElement) => void },
): void {
  const parser = new SaxesParser();
  const refuse = (why: string): never => {
    throw new MalformedCsvError(
      `The XML is not well-formed in line ${parser.line}: ${why}`,
      parser.line,
    );
  };
  const kept: XmlElement[] = [];
  let depth = 0;
  parser.on('error', ({ message }) => refuse(`${excerpt(message.replace(/^[\d:]+ /, ''))}.`));
  parser.on('doctype', () => refuse('a DOCTYPE is not accepted.'));
  parser.on('opentag', ({ name: qualified, attributes }) => {
    depth += 1;
    if (depth > DEPTH_MAX) refuse('elements are nested too deeply.');
    const { line } = parser;
    const name = qualified.slice(qualified.indexOf(':') + 1);
    if (kept.length === 0 && !wanted.has(name)) onOpen(name, line);
    else kept.push({ name, line, text: '', attributes, children: [] });
  });
  const addText = (piece: string): void => {
    const open = kept.at(-1);
    if (open !== undefined) open.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    const closed = kept.pop();
    const parent = kept.at(-1);
    if (closed === undefined) return;
    if (parent === undefined) onElement(closed);
    else parent.children.push(closed);
  });
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    parser.write(text.slice(at, at + PIECE_LENGTH));
  }
  parser.close();
}

/** All elements at the end of a path such as `NtryDtls/TxDtls`, in order. */
export function elementsAt(element: XmlElement, path: string): XmlElement[] {
  let found = [element];
  for (const name of path.split('/')) {
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  }
  return found;
}

/** The text of the first element that one of the paths leads to and that has one. */
export function textAt(element: XmlElement, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const texts = elementsAt(element, path).map(({ text }) => text.trim());
    const found = texts.find((text) => text !== '');
    if (found !== undefined) return found;
  }
  return undefined;
}
