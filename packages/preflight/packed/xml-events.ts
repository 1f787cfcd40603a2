import { MalformedCsvError } from '../report.ts';
import { excerpt } from '../text.ts';
import { createXmlParser } from '../xml-parser.ts';
import type { XmlVisitor } from '../xml-parser.ts';

/** Reads a part of a workbook piece by piece. Throws a MalformedCsvError that names the part and the line in it. */
export function readXml(part: string, pieces: Iterable<Uint8Array>, visitor: XmlVisitor): void {
  const parser = createXmlParser(visitor, (why, line) => {
    throw new MalformedCsvError(
      `${excerpt(part)} in the file is not well-formed XML in line ${line}: ${why}`,
      1,
    );
  });
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    parser.write(decoder.decode(piece, { stream: true }));
  }
  parser.close();
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
