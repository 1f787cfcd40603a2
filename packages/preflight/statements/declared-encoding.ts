import { isEncodingName } from '../csv/encodings.ts';
import type { EncodingName } from '../csv/encodings.ts';

const DECLARATIONS = [
  /^<\?xml[^>]{1,100}?encoding\s*=\s*["']([\w-]{1,40})/i,
  /^OFXHEADER[^<]{1,300}?CHARSET\s*:\s*([\w-]{1,40})/i,
];

/** The encoding that the first bytes of a statement name. */
export function declaredEncoding(content: Uint8Array): EncodingName | undefined {
  const start = new TextDecoder('latin1').decode(content.subarray(0, 512)).trimStart();
  for (const declaration of DECLARATIONS) {
    const name = declaration.exec(start)?.[1]?.toLowerCase() ?? '';
    const known = [name, `windows-${name}`].find(isEncodingName);
    if (known !== undefined) return known;
  }
  return undefined;
}
