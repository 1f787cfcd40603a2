import { createHash } from 'node:crypto';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import type { NdjsonOptions } from '#preflight/ndjson/preflight-ndjson';
import type { ContentOutline } from '#preflight/report';
import type { SessionError } from './session-error.ts';
import { sessionError } from './session-error.ts';

export interface ChunkCheck {
  rowsCount: number;
  /** Findings in the form of the chunk's error; null when there are none. */
  error: SessionError | null;
  /** For checking the whole session. Holds digests of its transactions: their ids would be as long as the content. */
  outline: ContentOutline;
}

const CHUNK_FINDINGS_MAX = 20;

export interface Finding {
  code: string;
  message: string;
  line?: number;
}

/**
 * The native checks on one chunk. Findings never refuse an upload: they show what the import would skip or fail on. References may
 * point to other chunks, so checkSession checks them at publish.
 */
export function checkChunk(
  content: Uint8Array,
  options: Pick<NdjsonOptions, 'existing' | 'rowsMax'>,
): ChunkCheck {
  const report = preflightNdjson(content, { ...options, partial: true });
  const { definitions = {}, transactions = [], open = [] } = report.outline ?? {};
  const findings = report.errors
    .filter((problem) => problem.code !== 'too_many_errors')
    .map(({ code, message, line }) => ({ code, message, ...(line === undefined ? {} : { line }) }));
  return {
    // Counts lines that name a type, known or unknown, whatever their data; malformed lines do not count as rows.
    rowsCount: Object.values(report.recordTypeCounts).reduce((sum, count) => sum + count, 0),
    error: findingsError(findings, report.errorsCount),
    outline: { definitions, transactions: transactions.map(idDigest), open },
  };
}

/**
 * Merges findings of checkSession into the chunk's error. They replace those of an earlier publish; an error other than findings
 * (the chunk failed) stays.
 */
export function withSessionFindings(
  error: SessionError | null,
  found: readonly Finding[],
): SessionError | null {
  if (error !== null && error.code !== 'records_need_attention') return error;
  const stored = (error?.['findings'] ?? []) as Finding[];
  const own = stored.filter((finding) => finding.code !== 'missing_reference');
  const ownCount = Number(error?.['findings_count'] ?? 0) - (stored.length - own.length);
  return findingsError([...found, ...own], found.length + ownCount);
}

function findingsError(findings: readonly Finding[], count: number): SessionError | null {
  if (count === 0) return null;
  return sessionError('records_need_attention', {
    findings: findings.slice(0, CHUNK_FINDINGS_MAX),
    findings_count: count,
  });
}

/** A 64-bit digest that replaces an id where there are too many ids to keep: a Postgres bigint, as text. */
export function idDigest(id: string): string {
  return createHash('sha256').update(id).digest().readBigInt64BE().toString();
}
