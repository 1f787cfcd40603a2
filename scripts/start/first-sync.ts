import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient, Json } from './api-client.ts';
import { printLine, printProgress } from './output.ts';
import { sandboxKey } from './processes.ts';

const label = 'first sync';
/** A little more than the sandbox bank's two years. */
const historyDays = 740;
const unfinished = new Set(['queued', 'running', 'rate_limited']);

function rows(answer: Json): Json[] {
  return Array.isArray(answer['data']) ? (answer['data'] as Json[]) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The demo connection, made at the first start. */
async function ensureConnection(api: ApiClient): Promise<{ id: string; isNew: boolean }> {
  const [existing] = rows(await api.get('/provider_connections'));
  if (existing !== undefined) return { id: text(existing['id']), isNew: false };
  const made = await api.post('/provider_connections', {
    name: 'Sandbox bank',
    api_key: sandboxKey,
    // All that the sandbox bank has, and not just the 90 days of a first sync.
    history_start: new Date(Date.now() - historyDays * 86_400_000).toISOString().slice(0, 10),
  });
  return { id: text((made['data'] as Json)['id']), isNew: true };
}

/** The sync that connecting has started, or one that is started now. */
async function latestSync(api: ApiClient, connectionId: string): Promise<string> {
  const [running] = rows(await api.get('/syncs?per_page=1'));
  if (running !== undefined) return text(running['id']);
  const started = await api.post(`/provider_connections/${connectionId}/syncs`, {});
  return text((started['data'] as Json)['id']);
}

function describe(sync: Json): string {
  const progress = sync['progress'] as Json;
  const accounts = `${text(progress['accounts_done'])} of ${text(progress['accounts_total'])} accounts`;
  const line = `${text(sync['status'])}: ${accounts}, ${text(progress['rows'])} rows`;
  const waiting = progress['waiting_until'];
  return typeof waiting === 'string' ? `${line}, waits for the provider until ${waiting}` : line;
}

/**
 * Connects the sandbox bank and shows its first sync until it is done, `timeoutMs` at most. A sync
 * that takes longer goes on in its worker.
 */
export async function runFirstSync(
  api: ApiClient,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const connection = await ensureConnection(api);
  if (!connection.isNew) {
    printLine(label, 'the sandbox bank is connected already; the scheduler keeps it fresh');
    return;
  }
  const id = await latestSync(api, connection.id);
  const deadline = Date.now() + timeoutMs;
  let shown = '';
  while (Date.now() < deadline) {
    const sync = (await api.get(`/syncs/${id}`))['data'] as Json;
    const status = text(sync['status']);
    const line = describe(sync);
    if (line !== shown) printProgress(label, line);
    shown = line;
    if (!unfinished.has(status)) {
      printLine(label, `${status}, ${await transactionCount(api)} transactions stored`);
      return;
    }
    await delay(500, undefined, { signal });
  }
  printLine(label, 'is still running and continues in the background');
}

async function transactionCount(api: ApiClient): Promise<number> {
  const meta = (await api.get('/transactions?per_page=1'))['meta'] as Json | undefined;
  return Number(meta?.['total_count'] ?? 0);
}
