import type { ContentOutline } from '../imports/report.ts';
import type { Finding } from './chunk-check.ts';

export interface OutlinedChunk {
  id: string;
  sequence: number;
  outline: ContentOutline;
}

/**
 * The native checks on a whole session: what each chunk names must stand in it or in an earlier one, since
 * chunks are imported one after another. Returns the findings of each chunk that has some, by chunk id.
 * Transactions are not outlined: the import itself finds what transfers name wrongly.
 */
export function checkSession(chunks: readonly OutlinedChunk[]): Map<string, Finding[]> {
  const ordered = [...chunks].sort((a, b) => a.sequence - b.sequence);
  const definedIn = new Map<string, number>();
  for (const { sequence, outline } of ordered) {
    for (const [kind, ids] of Object.entries(outline.definitions)) {
      for (const id of ids) {
        const key = `${kind} ${id}`;
        if (!definedIn.has(key)) definedIn.set(key, sequence);
      }
    }
  }
  const found = new Map<string, Finding[]>();
  for (const chunk of ordered) {
    const findings = chunk.outline.open.flatMap((open): Finding[] => {
      const place = definedIn.get(`${open.kind} ${open.id}`);
      if (place !== undefined && place <= chunk.sequence) return [];
      const where = place === undefined ? 'no chunk holds it' : `it comes only in chunk ${place}`;
      const name = open.id.slice(0, 100);
      const message = `Line ${open.line}: ${open.type} names "${name}" among the ${open.kind}, but ${where}.`;
      return [{ code: 'missing_reference', message, line: open.line }];
    });
    if (findings.length > 0) found.set(chunk.id, findings);
  }
  return found;
}
