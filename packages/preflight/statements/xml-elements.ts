import type { SaxesParser } from 'saxes';
import { MalformedCsvError } from '../report.ts';
import { createXmlParser } from '../xml-parser.ts';
import type { XmlAttributes } from '../xml-parser.ts';

/** An element with the texts in it at the paths that are read; no text is blank. Names have no prefix. */
export interface XmlElement {
  name: string;
  line: number;
  /** The numbers of the paths, in the order of the texts. */
  paths: number[];
  texts: string[];
  parts: XmlElement[];
}

/** Paths by their numbers, the first that has a text counts. */
export type XmlPaths = readonly number[];

interface PathNode {
  name: string;
  /** By the length of their names: to compare a name with the few of its length is quicker than to hash it. */
  children: PathNode[][];
  /** Its number; absent where its text is not read. */
  path?: number;
  /** The paths of its attributes by their names. */
  attributes?: Map<string, number>;
}

/** The paths that are read below elements that are handed over. What is on none of them is passed over with all that is in it. */
export function createPathTree() {
  const root: PathNode = { name: '', children: [] };
  let count = 0;
  return {
    root,
    /** Adds paths such as `Refs/EndToEndId`, of an attribute `Amt@Ccy`. */
    add: (...paths: string[]): XmlPaths =>
      paths.map((path) => {
        const [names = '', attribute] = path.split('@');
        let node = root;
        for (const name of names.split('/')) node = childOf(node, name) ?? addChild(node, name);
        if (attribute === undefined) return (node.path ??= count++);
        node.attributes ??= new Map();
        const known = node.attributes.get(attribute) ?? count++;
        node.attributes.set(attribute, known);
        return known;
      }),
  };
}

function addChild({ children }: PathNode, name: string): PathNode {
  const child: PathNode = { name, children: [] };
  (children[name.length] ??= []).push(child);
  return child;
}

function childOf({ children }: PathNode, name: string): PathNode | undefined {
  const ofLength = children[name.length];
  if (ofLength === undefined) return undefined;
  for (const child of ofLength) if (child.name === name) return child;
  return undefined;
}

/** Decoded at once: text of many megabytes takes longer to make than the pieces of it. */
const PIECE_BYTES = 64 * 1024;

/** What is read of a text, by names without a prefix. */
interface Wanted {
  /** Elements that are handed over. */
  wanted: ReadonlySet<string>;
  /** Within a wanted element they are parts of it, with paths that begin there. */
  parts: ReadonlySet<string>;
  root: PathNode;
}

/**
 * Reads XML in UTF-8 and hands over the wanted elements one after another; `onOpen` hears of the start of all others around them. Throws
 * MalformedCsvError with the line.
 */
export function visitXml(
  bytes: Uint8Array,
  { wanted, parts, root }: Wanted,
  {
    onOpen,
    onElement,
  }: { onOpen: (name: string, line: number) => void; onElement: (element: XmlElement) => void },
): void {
  /** The open elements: the one that is handed over, and the parts of it. */
  const elements: XmlElement[] = [];
  let element: XmlElement | undefined;
  /** Where the reader is below each of them: the root for itself. */
  const nodes: PathNode[] = [];
  let node = root;
  /** Since the last tag; an element with others in it has no text that is read. */
  let leaf = '';
  const open = (name: string, attributes: XmlAttributes): boolean => {
    leaf = '';
    const child = element && childOf(node, name);
    if (element !== undefined && child !== undefined) {
      nodes.push(child);
      node = child;
      if (child.attributes !== undefined)
        for (const [key, path] of child.attributes) addText(element, path, attributes[key]);
    } else if ((element === undefined ? wanted : parts).has(name)) {
      const begun = { name, line: parser.line, paths: [], texts: [], parts: [] };
      element?.parts.push(begun);
      element = begun;
      elements.push(begun);
      nodes.push(root);
      node = root;
    } else if (element === undefined) onOpen(name, parser.line);
    else return false;
    return true;
  };
  const addPiece = (piece: string): void => {
    if (node.path !== undefined) leaf += piece;
  };
  const close = (): void => {
    if (element === undefined) return;
    const ended = element;
    nodes.pop();
    if (node === root) {
      elements.pop();
      element = elements.at(-1);
      if (element === undefined) onElement(ended);
    } else {
      if (node.path !== undefined) addText(ended, node.path, leaf);
      leaf = '';
    }
    node = nodes.at(-1) ?? root;
  };
  const parser: SaxesParser = createXmlParser({ open, text: addPiece, close }, (why, line) => {
    throw new MalformedCsvError(
      `The XML is not well-formed in line ${line}: ${why}`,
      line,
      'malformed_xml',
    );
  });
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }));
  parser.write(decoder.decode()).close();
}

function addText({ paths, texts }: XmlElement, path: number, text = ''): void {
  const plain = text.trim();
  if (plain === '') return;
  paths.push(path);
  texts.push(plain);
}

/** The first text at the first of the paths that has one. */
export function textAt({ paths: found, texts }: XmlElement, paths: XmlPaths): string | undefined {
  for (const path of paths) {
    const at = found.indexOf(path);
    if (at >= 0) return texts[at];
  }
  return undefined;
}

/** All texts of the elements at the paths, in the order of these. */
export function textsAt(elements: readonly XmlElement[], paths: XmlPaths): string[] {
  const all: string[] = [];
  for (const { paths: found, texts } of elements) {
    for (const path of paths) {
      for (let at = found.indexOf(path); at >= 0; at = found.indexOf(path, at + 1)) {
        all.push(texts[at] ?? '');
      }
    }
  }
  return all;
}
