import type { Client, Schemas } from '#client';
import { printLine, printProgress } from './output.ts';
import { sandboxKey } from './processes.ts';

const label = 'first sync';
/** A little more than the sandbox bank's two years. */
const historyDays = 740;

type Sync = Schemas['Sync'];

/** Connects the sandbox bank and returns the sync that this started; null where it is connected already. */
async function connect(api: Client): Promise<Sync | null> {
  const { meta } = await api.get('/provider_connections', { query: { per_page: 1 } });
  if (meta.total_count > 0) return null;
  const { data } = await api.post('/provider_connections', {
    body: {
      name: 'Sandbox bank',
      api_key: sandboxKey,
      // All that the sandbox bank has, not only the 90 days of a first sync.
      history_start: new Date(Date.now() - historyDays * 86_400_000).toISOString().slice(0, 10),
    },
  });
  const [running] = (await api.get('/syncs', { query: { per_page: 1 } })).data;
  if (running !== undefined) return running;
  const path = { id: data.id };
  return (await api.post('/provider_connections/{id}/syncs', { path })).data;
}

function describe({ status, progress }: Sync): string {
  const { accounts_done: done, accounts_total: total, waiting_until: until } = progress;
  const line = `${status}: ${done} of ${total} accounts, ${progress.rows} rows`;
  return until === null ? line : `${line}, waits for the provider until ${until}`;
}

/**
 * Connects the sandbox bank and shows its first sync until it ends, or for at most `timeoutMs`. A sync that takes
 * longer continues in its worker.
 */
export async function runFirstSync(
  api: Client,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const sync = await connect(api);
  if (sync === null) {
    printLine(label, 'the sandbox bank is connected already; the scheduler keeps it fresh');
    return;
  }
  const tooLong = AbortSignal.timeout(timeoutMs);
  let shown = '';
  try {
    const { status, progress } = await api.waitFor(sync, {
      signal: AbortSignal.any([signal, tooLong]),
      onProgress(seen) {
        const line = describe(seen);
        if (line !== shown) printProgress(label, line);
        shown = line;
      },
    });
    printLine(label, `${status}, ${progress.rows} transactions stored`);
  } catch (error) {
    if (!tooLong.aborted) throw error;
    printLine(label, 'is still running and continues in the background');
  }
}
