import type { ContentOutline } from '#preflight/report';
import { excerpt } from '#preflight/text';
import type { Finding } from './chunk-check.ts';

export interface OutlinedChunk {
  id: string;
  sequence: number;
  outline: Omit<ContentOutline, 'transactions'>;
}

export type OpenReference = ContentOutline['open'][number];

/** The finding for a reference; `where` says why it cannot be resolved. */
export function missingReference(open: OpenReference, where: string): Finding {
  const message = `Line ${open.line}: ${open.type} names "${excerpt(open.id)}" among the ${open.kind}, but ${where}.`;
  return { code: 'missing_reference', message, line: open.line };
}

/**
 * The native checks on a whole session. Every reference must point to a record of the same or an earlier chunk, because chunks are
 * imported in order, or to one of the household's own records (`own`, as "kind id"). Returns findings by chunk id, for chunks that
 * have any.
 * @param transactionChunks the sequence of the chunk that contains each referenced transaction
 */
export function checkSession(
  chunks: readonly OutlinedChunk[],
  own: ReadonlySet<string>,
  transactionChunks: ReadonlyMap<string, number>,
): Map<string, Finding[]> {
  const ordered = [...chunks].sort((a, b) => a.sequence - b.sequence);
  const definedIn = new Map(
    [...transactionChunks].map(([id, sequence]) => [`transactions ${id}`, sequence]),
  );
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
      const key = `${open.kind} ${open.id}`;
      const place = definedIn.get(key);
      if (place === undefined) {
        return own.has(key)
          ? []
          : [missingReference(open, 'neither a chunk nor the household has it')];
      }
      if (place <= chunk.sequence) return [];
      return [missingReference(open, `it comes only in chunk ${place}`)];
    });
    if (findings.length > 0) found.set(chunk.id, findings);
  }
  return found;
}
