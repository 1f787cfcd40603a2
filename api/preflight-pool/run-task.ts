import { preflightNdjson } from '../../shared/imports/ndjson/preflight-ndjson.ts';
import { preflightCsv } from '../../shared/imports/csv/preflight-csv.ts';
import { MalformedCsvError, OtherFormatError } from '../../shared/imports/report.ts';
import { checkChunk } from '../../shared/sessions/chunk-check.ts';
import { startsAsExport } from '../../shared/sessions/chunk-lines.ts';
import { readFields } from '../http/request-fields.ts';
import type { ChunkTask, CsvTask, ResultOf, Task } from './tasks.ts';

/** Does one task, synchronously. Throws only on the unforeseen. */
export function runTask(task: Task): ResultOf<Task> {
  if (task.kind === 'csv') return runCsv(task);
  if (task.kind === 'ndjson') return preflightNdjson(task.content, task);
  if (task.kind === 'chunk') return runChunk(task);
  return readFields(task.content, task);
}

/** The first line can be as long as the content: it is parsed here, not on the event loop. */
function runChunk(task: ChunkTask): ResultOf<ChunkTask> {
  if (!startsAsExport(task.content)) return { kind: 'no_export' };
  return { kind: 'chunk', ...checkChunk(task.content, task) };
}

function runCsv({ content, type, settings, now }: CsvTask): ResultOf<CsvTask> {
  try {
    return preflightCsv(content, type, settings, now);
  } catch (error) {
    if (error instanceof OtherFormatError) return { kind: 'other_format', message: error.message };
    if (!(error instanceof MalformedCsvError)) throw error;
    const { message, line, suggestions } = error;
    return { kind: 'malformed_csv', message, line, suggestions };
  }
}
