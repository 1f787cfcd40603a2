import { MalformedCsvError } from '../report.ts';
import { checkDepth, createBareParser, localName } from '../xml-parser.ts';

/** An element with its texts at the paths of the tree; blank texts are left out. Names have no prefix. */
export interface XmlElement {
  name: string;
  line: number;
  /** The path numbers, in the order of `texts`. */
  paths: number[];
  texts: string[];
  parts: XmlElement[];
}

/** Paths by number; the first that has a text counts. */
export type XmlPaths = readonly number[];

interface PathNode {
  name: string;
  /** Grouped by the length of their names: comparing a name with the few of its length is faster than hashing it. */
  children: PathNode[][];
  /** The number of the path; absent if its text is not read. */
  path?: number;
  /** Path numbers by attribute name. */
  attributes?: Map<string, number>;
}

/** A tree of the paths to read below the wanted elements. Elements on none of them are skipped with everything inside. */
export function createPathTree() {
  const root: PathNode = { name: '', children: [] };
  let count = 0;
  return {
    root,
    /** Adds paths such as `Refs/EndToEndId`, or `Amt@Ccy` for an attribute. Returns their numbers. */
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

/** Bytes to decode at once: decoding many megabytes in one go takes longer than decoding them in pieces. */
const PIECE_BYTES = 64 * 1024;

/** What to read of a text; names have no prefix. */
interface Wanted {
  /** Names of the elements passed to `onElement`. */
  wanted: ReadonlySet<string>;
  /** Inside a wanted element, these become its `parts`; their paths begin at the part. */
  parts: ReadonlySet<string>;
  root: PathNode;
}

/** Streams UTF-8 XML: wanted elements to `onElement`, the start of all outside them to `onOpen`. Throws MalformedCsvError with the line. */
export function visitXml(
  bytes: Uint8Array,
  { wanted, parts, root }: Wanted,
  {
    onOpen,
    onElement,
  }: { onOpen: (name: string, line: number) => void; onElement: (element: XmlElement) => void },
): void {
  /** The open elements: the wanted one and its open parts. */
  const elements: XmlElement[] = [];
  let element: XmlElement | undefined;
  /** The path node of the open tag: `root` for the last open element itself, undefined for a tag on no path. */
  let node: PathNode | undefined;
  /** The path nodes of the open tags around it. */
  const around: (PathNode | undefined)[] = [];
  /** The text since the last tag: text is only read of elements that contain no others. */
  let leaf = '';
  // There are millions of events, so they are handled without a visitor in between.
  const parser = createBareParser(refuse);
  parser.on('opentag', (tag) => {
    leaf = '';
    checkDepth(around.push(node), parser, refuse);
    // Skips everything inside an element on no path.
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

/** The first text at the first path that has one. */
export function textAt({ paths: found, texts }: XmlElement, paths: XmlPaths): string | undefined {
  for (const path of paths) {
    const at = found.indexOf(path);
    if (at >= 0) return texts[at];
  }
  return undefined;
}

/** All texts of the elements at the paths, element by element in the order of the paths. */
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
