import { isEncodingName } from '../csv/encodings.ts';
import type { EncodingName } from '../csv/encodings.ts';

const DECLARATIONS = [
  /^<\?xml[^>]{1,100}?encoding\s*=\s*["']([\w-]{1,40})/i,
  /^OFXHEADER[^<]{1,300}?CHARSET\s*:\s*([\w-]{1,40})/i,
  /<meta[^>]{1,200}?charset\s*=\s*["']?([\w-]{1,40})/i,
];

const LOOKED_AT_BYTES = 2048;

/** The encoding that a statement or a web page declares in its first bytes; undefined when it declares none that is supported. */
export function declaredEncoding(content: Uint8Array): EncodingName | undefined {
  const start = new TextDecoder('latin1').decode(content.subarray(0, LOOKED_AT_BYTES)).trimStart();
  for (const declaration of DECLARATIONS) {
    const name = declaration.exec(start)?.[1]?.toLowerCase() ?? '';
    const known = [name, `windows-${name}`].find(isEncodingName);
    if (known !== undefined) return known;
  }
  return undefined;
}
