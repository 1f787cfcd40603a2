import type { ContentOutline } from '../imports/report.ts';
import { excerpt } from '../text.ts';
import type { Finding } from './chunk-check.ts';

export interface OutlinedChunk {
  id: string;
  sequence: number;
  outline: ContentOutline;
}

export type OpenReference = ContentOutline['open'][number];

/** The finding about a reference; `where` says why it cannot be resolved. */
export function missingReference(open: OpenReference, where: string): Finding {
  const message = `Line ${open.line}: ${open.type} names "${excerpt(open.id)}" among the ${open.kind}, but ${where}.`;
  return { code: 'missing_reference', message, line: open.line };
}

/**
 * The native checks on a whole session: what each chunk names must stand in it or in an earlier one, since
 * chunks are imported one after another, or be the household's own (`own`, as "kind id"). Returns the findings of each
 * chunk that has some, by chunk id. Chunks do not tell which transactions they hold, so only the first one's
 * references to transactions are judged: the import itself finds what transfers name wrongly.
 */
export function checkSession(
  chunks: readonly OutlinedChunk[],
  own: ReadonlySet<string>,
): Map<string, Finding[]> {
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
      if (open.kind === 'transactions' && chunk !== ordered[0]) return [];
      const key = `${open.kind} ${open.id}`;
      const place = definedIn.get(key);
      if (place === undefined) {
        return own.has(key)
          ? []
          : [missingReference(open, 'neither a chunk nor the household holds it')];
      }
      if (place <= chunk.sequence) return [];
      return [missingReference(open, `it comes only in chunk ${place}`)];
    });
    if (findings.length > 0) found.set(chunk.id, findings);
  }
  return found;
}
