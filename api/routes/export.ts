import { exportLines } from '../../shared/imports/export/export.ts';
import { overloaded } from '../../shared/platform/errors.ts';
import { resource } from '../http/resource.ts';

export const exportRoutes = resource('Ledger');

/** Seconds until a running export may be over. */
const RETRY_AFTER_SECONDS = 5;

/** GET /api/v1/export: one per household at a time. @internal */
export const showExport = exportRoutes.read('GET /api/v1/export', {
  operationId: 'showExport',
  summary: 'Export the household',
  description:
    'Everything the household has as a native export, NDJSON with one `{type, data}` a line, streamed ' +
    'from one snapshot. An import session of another household takes it as it is. Money out is ' +
    'positive here, as in every native export.',
  responses: {
    200: {
      description: 'The export.',
      mediaType: 'application/x-ndjson',
      schema: { type: 'string' },
    },
  },
  handler({ sql, clock, limits }, { householdId, signal, onClose }) {
    if (!limits.exports.take(householdId)) {
      const message = 'An export is already running. Try again when it has finished.';
      return Promise.reject(overloaded(message, RETRY_AFTER_SECONDS));
    }
    const giveBack = once(() => limits.exports.give(householdId));
    onClose(giveBack);
    const day = clock.now().toISOString().slice(0, 10);
    return Promise.resolve({
      status: 200,
      headers: {
        'Content-Type': 'application/x-ndjson; charset=utf-8',
        'Content-Disposition': `attachment; filename="ledgerline-${day}.ndjson"`,
      },
      stream: thenDo(exportLines(sql, householdId, signal), giveBack),
    });
  },
});

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** Calls `then` before the client sees the end of the stream, so that its next export may follow at once. */
async function* thenDo(stream: AsyncIterable<string>, then: () => void): AsyncGenerator<string> {
  try {
    yield* stream;
  } finally {
    then();
  }
}
