import { isObject } from '../is-object.ts';
import { parseModestJson } from '../modest-json.ts';
import { parseRecord } from './parse-record.ts';

/**
 * Whether the first physical line is a JSON object that has `type` and `data`. Returns false for a blank first line or
 * a byte order mark: the upload is not an NDJSON export, or not its beginning.
 */
export function startsAsExport(content: Uint8Array): boolean {
  const end = content.indexOf(0x0a);
  const bytes = content.subarray(0, end < 0 ? content.length : end);
  const first = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (first.trim() === '' || first.startsWith('\uFEFF')) return false;
  try {
    const value = parseModestJson(first);
    return isObject(value) && Object.hasOwn(value, 'type') && Object.hasOwn(value, 'data');
  } catch {
    // With comments it may still be a record.
    return parseRecord(first).kind === 'record';
  }
}
