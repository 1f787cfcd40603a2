import { constants, gzipSync } from 'node:zlib';
import { joinBytes } from '#preflight/bytes';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { findFingerprints, readFingerprint } from '#preflight/rows/header-fingerprint';
import { judgeContent } from '#preflight/rows/judge-content';
import { MalformedCsvError, OtherFormatError } from '#preflight/report';
import { checkChunk } from '../../shared/imports/session/chunk-check.ts';
import { startsAsExport } from '#preflight/ndjson/starts-as-export';
import { readFields } from '../http/request-fields.ts';
import { readImport } from '#preflight/rows/read-import';
import { copyRow } from '../../shared/imports/copy-row.ts';
import type {
  ChunkTask,
  ImportReading,
  ImportTask,
  MalformedCsv,
  OtherFormat,
  ResultOf,
  Task,
} from './tasks.ts';

/** How much text is gathered before it becomes bytes. UTF-16 units. */
const PIECE_LENGTH = 1024 * 1024;

/** Does one task, synchronously. Throws only on the unforeseen. */
export function runTask(task: Task): ResultOf<Task> {
  if (task.kind === 'csv') return judged(() => judgeContent(task).report);
  if (task.kind === 'import') return judged(() => runImport(task));
  if (task.kind === 'ndjson') return preflightNdjson(task.content, task);
  if (task.kind === 'chunk') return runChunk(task);
  if (task.kind === 'headers') {
    return { kind: 'headers', found: findFingerprints(task.content, task.type, task.encodings) };
  }
  return readFields(task.content, task);
}

/** The first line can be as long as the content: it is parsed here, not on the event loop. */
function runChunk(task: ChunkTask): ResultOf<ChunkTask> {
  if (!startsAsExport(task.content)) return { kind: 'no_export' };
  return { kind: 'chunk', ...checkChunk(task.content, task) };
}

/**
 * Rows and content leave the thread as compressed bytes: a hundred thousand objects would block the event loop, and
 * `web` keeps them in memory until they are stored.
 */
function runImport(task: ImportTask): ImportReading {
  const pieces: Buffer[] = [];
  let text = '';
  const read = readImport({ ...task, hasAccount: task.accountId !== null }, (row) => {
    text += copyRow(task, row);
    if (text.length < PIECE_LENGTH) return;
    pieces.push(compress(text));
    text = '';
  });
  pieces.push(compress(text));
  const { content, type } = task;
  return {
    kind: 'import',
    ...read,
    // Not Buffer.concat: a small buffer would share Node's pool and could not be transferred.
    rows: joinBytes(pieces),
    keptContent: joinBytes([compress(content)]),
    fingerprint: read.settings === null ? null : readFingerprint(content, type, read.settings),
  };
}

/** One gzip member; members in a row are one gzip file. */
function compress(piece: string | Uint8Array): Buffer {
  return gzipSync(piece, { level: constants.Z_BEST_SPEED });
}

function judged<Report>(judge: () => Report): Report | MalformedCsv | OtherFormat {
  try {
    return judge();
  } catch (error) {
    if (error instanceof OtherFormatError) return { kind: 'other_format', message: error.message };
    if (!(error instanceof MalformedCsvError)) throw error;
    const { message, line, suggestions } = error;
    return { kind: 'malformed_csv', message, line, suggestions };
  }
}
