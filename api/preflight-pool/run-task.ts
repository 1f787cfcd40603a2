import { preflightNdjson } from '../../shared/imports/ndjson/preflight-ndjson.ts';
import { preflightCsv } from '../../shared/imports/preflight-csv.ts';
import { MalformedCsvError } from '../../shared/imports/report.ts';
import { checkChunk } from '../../shared/sessions/chunk-check.ts';
import { readFields } from '../http/request-fields.ts';
import type { CsvTask, ResultOf, Task } from './tasks.ts';

/** Does one task, synchronously. Throws only on the unforeseen. */
export function runTask(task: Task): ResultOf<Task> {
  if (task.kind === 'csv') return runCsv(task);
  if (task.kind === 'ndjson') return preflightNdjson(task.content, task);
  if (task.kind === 'chunk') return { kind: 'chunk', ...checkChunk(task.content, task) };
  return readFields(task.content, task);
}

function runCsv({ content, type, settings, now }: CsvTask): ResultOf<CsvTask> {
  try {
    return preflightCsv(content, type, settings, now);
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    return { kind: 'malformed_csv', message: error.message, line: error.line };
  }
}
