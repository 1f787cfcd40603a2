import type { SaxesParser } from 'saxes';
import { MalformedCsvError } from '../report.ts';
import { createXmlParser } from '../xml-parser.ts';
import type { XmlAttributes } from '../xml-parser.ts';

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

/** Elements by their name, without a prefix. */
interface Names {
  /** They are handed over. */
  wanted: ReadonlySet<string>;
  /** Within a wanted element they are parts of it, with paths that begin there. */
  parts: ReadonlySet<string>;
  /** Nothing in them is kept. */
  skipped: ReadonlySet<string>;
}

/**
 * Reads XML and hands over the wanted elements one after another; of all others `onOpen` tells that they begin. Throws
 * MalformedCsvError with the line.
 */
export function visitXml(
  text: string,
  { wanted, parts, skipped }: Names,
  {
    onOpen,
    onElement,
  }: { onOpen: (name: string, line: number) => void; onElement: (element: XmlElement) => void },
): void {
  const root: PathNode = { path: '', children: new Map() };
  /** The open element that is handed over, the open parts of it, and where below each the reader is: the root for itself. */
  const elements: XmlElement[] = [];
  const nodes: PathNode[] = [];
  /** Since the last tag; an element with others in it has no text that is read. */
  let leaf = '';
  let skippedFrom = Infinity;
  const open = (name: string, attributes: XmlAttributes, depth: number): void => {
    if (depth > skippedFrom) return;
    const parent = elements.at(-1);
    leaf = '';
    if (parent === undefined && !wanted.has(name)) onOpen(name, parser.line);
    else if (skipped.has(name)) skippedFrom = depth;
    else if (parent === undefined || parts.has(name)) {
      const element = { name, line: parser.line, texts: new Map<string, string[]>(), parts: [] };
      parent?.parts.push(element);
      elements.push(element);
      nodes.push(root);
    } else {
      const node = childOf(nodes.at(-1) ?? root, name);
      nodes.push(node);
      for (const key in attributes)
        addText(parent, childOf(node, key, '@').path, attributes[key] ?? '');
    }
  };
  const addPiece = (piece: string): void => {
    if (elements.length > 0 && skippedFrom === Infinity) leaf += piece;
  };
  const close = (_name: string, depth: number): void => {
    if (depth > skippedFrom) return;
    if (depth === skippedFrom) return void (skippedFrom = Infinity);
    const element = elements.at(-1);
    if (element === undefined) return;
    const node = nodes.pop();
    if (node !== root) {
      addText(element, node?.path ?? '', leaf);
      leaf = '';
      return;
    }
    elements.pop();
    if (elements.length === 0) onElement(element);
  };
  const parser: SaxesParser = createXmlParser({ open, text: addPiece, close }, (why, line) => {
    throw new MalformedCsvError(`The XML is not well-formed in line ${line}: ${why}`, line);
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
