import { setImmediate } from 'node:timers/promises';
import { parseRecord } from '#preflight/ndjson/parse-record';
import { visitLines } from '#preflight/ndjson/text-lines';
import type { RecordData } from '#preflight/records/field-kinds';
import type { EntityKey, RecordTypeName } from '#preflight/records/record-types';
import { findRecordType } from '#preflight/records/record-types';
import { RecordRejected } from '../../shared/imports/session/records/read-fields.ts';
import { readRecord, readRuleRecord } from '../../shared/imports/session/records/read-record.ts';
import type { RecordFault } from '../../shared/imports/session/session-error.ts';
import { LISTED_FAULTS_MAX } from '../../shared/imports/session/session-error.ts';
import type { LinedRule } from '../../shared/imports/session/apply-rules.ts';
import type { LinedRow, StageCopy, StagedType } from '../../shared/imports/session/stages.ts';
import { toCopy } from '../../shared/imports/session/stages.ts';

/** A non-blank line of a chunk. `line` is 1-based and counts blank lines; `text` is null if its bytes are not UTF-8. */
interface ChunkLine {
  line: number;
  text: string | null;
}

/** A line that is not a record of a known type: it is skipped and reported. */
interface SkippedLine {
  line: number;
  code: 'invalid_json' | 'invalid_ndjson_record' | 'unsupported_record_type';
  type?: string;
}

interface Batch {
  copies: readonly StageCopy[];
  /** Lines of the chunk up to the end of this batch. */
  linesDone: number;
}

export interface ChunkRecords {
  /** Empty if a record is faulty. */
  batches: Batch[];
  linesCount: number;
  /** The first faults of each type. */
  faults: RecordFault[];
  /** Records that cannot be imported, by entity. */
  failedRecords: Map<EntityKey, number>;
  skippedLines: SkippedLine[];
  skippedLinesCount: number;
  /** Records that their type skips, by entity. */
  skippedRecords: Map<EntityKey, number>;
  rules: LinedRule[];
}

/** Lines per batch. Nothing else runs in the process while a batch is read. */
const BATCH_LINES = 2000;

/**
 * Reads the lines of a chunk. After a fault it reads on to report all faults, but keeps no more records. Needs no database, so it
 * can run while the previous chunk is written.
 * @param signal ends it between two batches, with its reason
 */
export async function readChunk(content: Uint8Array, signal: AbortSignal): Promise<ChunkRecords> {
  const lines: ChunkLine[] = [];
  visitLines(content, (text, line) => {
    if (text === null || text.trim() !== '') lines.push({ line, text });
  });
  const records: ChunkRecords = {
    batches: [],
    linesCount: lines.length,
    faults: [],
    failedRecords: new Map(),
    skippedLines: [],
    skippedLinesCount: 0,
    skippedRecords: new Map(),
    rules: [],
  };
  for (let start = 0; start < lines.length; start += BATCH_LINES) {
    signal.throwIfAborted();
    const batch = lines.slice(start, start + BATCH_LINES);
    const staged = new Map<StagedType, LinedRow[]>();
    for (const line of batch) readLine(records, staged, line);
    if (records.faults.length > 0) records.batches = [];
    else {
      const copies = [...staged].map(([type, rows]) => toCopy(type, rows));
      records.batches.push({ copies, linesDone: start + batch.length });
    }
    // Reading is synchronous, so heartbeats and other jobs run between batches.
    await setImmediate();
  }
  return records;
}

function readLine(
  records: ChunkRecords,
  staged: Map<StagedType, LinedRow[]>,
  { line, text }: ChunkLine,
): void {
  const parsed = text === null ? null : parseRecord(text);
  if (parsed === null || parsed.kind === 'fault') {
    skipLine(records, { line, code: parsed?.code ?? 'invalid_json' });
    return;
  }
  const type = findRecordType(parsed.type);
  if (type === undefined) {
    const name = parsed.type.slice(0, 100);
    skipLine(records, { line, code: 'unsupported_record_type', type: name });
    return;
  }
  try {
    if (!takeRecord(records, staged, type.name, parsed.data, line)) {
      count(records.skippedRecords, type.entityKey);
    }
  } catch (error) {
    if (!(error instanceof RecordRejected)) throw error;
    const failed = count(records.failedRecords, type.entityKey);
    if (failed <= LISTED_FAULTS_MAX) records.faults.push({ ...error.fault, line });
  }
}

function count(counts: Map<EntityKey, number>, entity: EntityKey): number {
  const next = (counts.get(entity) ?? 0) + 1;
  counts.set(entity, next);
  return next;
}

/** False if the record is skipped. */
function takeRecord(
  records: ChunkRecords,
  staged: Map<StagedType, LinedRow[]>,
  type: RecordTypeName,
  data: RecordData,
  line: number,
): boolean {
  if (type === 'Rule') {
    const imported = readRuleRecord(data);
    if (imported !== null) records.rules.push({ line, imported });
    return imported !== null;
  }
  const rows = readRecord(type, data);
  if (rows === null) return false;
  const list = staged.get(type) ?? [];
  staged.set(type, list);
  for (const row of rows) list.push({ line, row });
  return true;
}

function skipLine(records: ChunkRecords, skipped: SkippedLine): void {
  records.skippedLinesCount += 1;
  if (records.skippedLines.length < LISTED_FAULTS_MAX) records.skippedLines.push(skipped);
}
