import { SaxesParser } from 'saxes';
import { MalformedCsvError } from '../report.ts';
import { excerpt } from '../text.ts';

/** An element with the texts in it, by their path: `NtryDtls/Btch/PmtInfId`, of an attribute `Amt@Ccy`. Names have no prefix, and no text is blank. */
export interface XmlElement {
  name: string;
  line: number;
  texts: Map<string, string[]>;
  parts: XmlElement[];
}

/** A path below an element that is read. It is made when it is first met, so that no text needs a path of its own. */
interface PathNode {
  path: string;
  children: Map<string, PathNode>;
}

/** Deeper than any message of a bank. */
const DEPTH_MAX = 100;

/**
 * Reads XML and hands over the elements of the `wanted` names one after another; of all others `onOpen` tells that they begin. An
 * element of the `parts` names within one is a part of it, with its own paths. Entities are never expanded but for the five of XML
 * itself: a DOCTYPE is refused. Throws MalformedCsvError with the line.
 */
export function visitXml(
  text: string,
  { wanted, parts }: Record<'wanted' | 'parts', ReadonlySet<string>>,
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
  const root: PathNode = { path: '', children: new Map() };
  /** From the wanted element down: what each open element adds to, where below that it is, and its text so far. */
  const open: { element: XmlElement; node: PathNode; text: string }[] = [];
  let depth = 0;
  parser.on('error', ({ message }) => refuse(`${excerpt(message.replace(/^[\d:]+ /, ''))}.`));
  parser.on('doctype', () => refuse('a DOCTYPE is not accepted.'));
  parser.on('opentag', ({ name: qualified, attributes }) => {
    depth += 1;
    if (depth > DEPTH_MAX) refuse('elements are nested too deeply.');
    const name = qualified.slice(qualified.indexOf(':') + 1);
    const parent = open.at(-1);
    if (parent === undefined && !wanted.has(name)) {
      onOpen(name, parser.line);
      return;
    }
    if (parent === undefined || parts.has(name)) {
      const element = { name, line: parser.line, texts: new Map<string, string[]>(), parts: [] };
      parent?.element.parts.push(element);
      open.push({ element, node: root, text: '' });
      return;
    }
    const node = childOf(parent.node, name);
    open.push({ element: parent.element, node, text: '' });
    for (const key in attributes) {
      addText(parent.element, childOf(node, key, '@').path, attributes[key] ?? '');
    }
  });
  const addPiece = (piece: string): void => {
    const inside = open.at(-1);
    if (inside !== undefined) inside.text += piece;
  };
  parser.on('text', addPiece);
  parser.on('cdata', addPiece);
  parser.on('closetag', () => {
    depth -= 1;
    const closed = open.pop();
    if (closed === undefined) return;
    addText(closed.element, closed.node.path, closed.text);
    if (open.length === 0) onElement(closed.element);
  });
  parser.write(text).close();
}

function childOf(node: PathNode, name: string, sign = '/'): PathNode {
  const key = sign === '/' ? name : sign + name;
  const known = node.children.get(key);
  if (known !== undefined) return known;
  const path = node.path === '' ? key : `${node.path}${sign}${name}`;
  const child = { path, children: new Map<string, PathNode>() };
  node.children.set(key, child);
  return child;
}

function addText({ texts }: XmlElement, path: string, text: string): void {
  const plain = text.trim();
  if (plain === '') return;
  const before = texts.get(path);
  if (before === undefined) texts.set(path, [plain]);
  else before.push(plain);
}

/** The first text at the first of the paths that has one. */
export function textAt({ texts }: XmlElement, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const found = texts.get(path);
    if (found !== undefined) return found[0];
  }
  return undefined;
}
