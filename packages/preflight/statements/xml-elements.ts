import { MalformedCsvError } from '../report.ts';
import { checkDepth, createBareParser, localName } from '../xml-parser.ts';

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

function refuse(why: string, line: number): never {
  throw new MalformedCsvError(
    `The XML is not well-formed in line ${line}: ${why}`,
    line,
    'malformed_xml',
  );
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
  /** The element that is handed over, and the parts around the reader. */
  const elements: XmlElement[] = [];
  let element: XmlElement | undefined;
  /** Where the reader is below the last of them, the root for itself; undefined where nothing is read. */
  let node: PathNode | undefined;
  /** The same for all elements around the reader. */
  const around: (PathNode | undefined)[] = [];
  /** Since the last tag; an element with others in it has no text that is read. */
  let leaf = '';
  // Events come by the million, so no visitor is between them and what is read.
  const parser = createBareParser(refuse);
  parser.on('opentag', (tag) => {
    leaf = '';
    checkDepth(around.push(node), parser, refuse);
    // All that is in an element that nobody reads.
    if (element !== undefined && node === undefined) return;
    const name = localName(tag.name);
    const child = node && childOf(node, name);
    if (element !== undefined && child !== undefined) {
      if (child.attributes !== undefined)
        for (const [key, path] of child.attributes) addText(element, path, tag.attributes[key]);
    } else if ((element === undefined ? wanted : parts).has(name)) {
      const begun = { name, line: parser.line, paths: [], texts: [], parts: [] };
      element?.parts.push(begun);
      elements.push(begun);
      element = begun;
      node = root;
      return;
    } else if (element === undefined) onOpen(name, parser.line);
    node = child;
  });
  const addPiece = (piece: string): void => {
    if (node?.path !== undefined) leaf += piece;
  };
  parser.on('text', addPiece);
  parser.on('cdata', addPiece);
  parser.on('closetag', () => {
    if (element !== undefined && node === root) {
      elements.pop();
      if (elements.length === 0) onElement(element);
      element = elements.at(-1);
    } else if (element !== undefined && node?.path !== undefined) {
      addText(element, node.path, leaf);
    }
    leaf = '';
    node = around.pop();
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
