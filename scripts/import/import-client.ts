import { setTimeout as sleep } from 'node:timers/promises';

/** A session as the API answers it; only what the command looks at. */
export interface SessionAnswer {
  id: string;
  status: 'pending' | 'importing' | 'complete' | 'failed' | 'cancelled';
  progress: { rows_done: number; rows_total: number };
  summary: Record<string, { created: number; updated: number; skipped: number; failed: number }>;
  error: ({ code: string; message?: string } & Record<string, unknown>) | null;
  chunks: { sequence: number; status: string; error: Record<string, unknown> | null }[];
}

/** The service refused a request for good. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

const TRIES = 8;

/** Import sessions over HTTP. What is worth trying again is tried again: every request is idempotent. */
export interface ImportClient {
  create(clientSessionId: string): Promise<SessionAnswer>;
  show(id: string): Promise<SessionAnswer>;
  upload(id: string, sequence: number, content: string): Promise<SessionAnswer>;
  publish(id: string): Promise<SessionAnswer>;
}

/** A client of the service at that address, with a key that may write. Throws RefusedError. */
export function createImportClient(baseUrl: string, apiKey: string): ImportClient {
  const base = `${baseUrl.replace(/\/$/, '')}/api/v1/import_sessions`;

  const request = (method: string, path: string, body?: string | FormData): Promise<Response> => {
    const headers: Record<string, string> = { 'X-Api-Key': apiKey };
    if (typeof body === 'string') headers['Content-Type'] = 'application/json';
    return fetch(base + path, { method, headers, ...(body === undefined ? {} : { body }) });
  };

  const send = async (
    method: string,
    path: string,
    body?: string | FormData,
  ): Promise<SessionAnswer> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await request(method, path, body).catch((error: unknown) => {
        if (attempt >= TRIES) throw error;
        return null;
      });
      const done = answer === null ? null : await readAnswer(answer, attempt >= TRIES);
      if (done !== null) return done;
      const asked = Number(answer?.headers.get('retry-after') ?? 0);
      await sleep(Math.max(asked * 1000, Math.min(250 * 2 ** attempt, 10_000)));
    }
  };

  return {
    create: (id) => send('POST', '', JSON.stringify({ client_session_id: id })),
    show: (id) => send('GET', `/${id}`),
    publish: (id) => send('POST', `/${id}/publish`),
    upload(id, sequence, content) {
      const form = new FormData();
      form.set('sequence', String(sequence));
      const type = 'application/x-ndjson';
      form.set('file', new Blob([content], { type }), `chunk-${sequence}.ndjson`);
      return send('POST', `/${id}/chunks`, form);
    },
  };
}

/** The session of an answer, or null when the request should be tried again. */
async function readAnswer(answer: Response, isLast: boolean): Promise<SessionAnswer | null> {
  const content = (await answer.json()) as {
    data: SessionAnswer;
    error?: string;
    message?: string;
  };
  if (answer.ok) return content.data;
  if ([429, 500, 502, 503, 504].includes(answer.status) && !isLast) return null;
  const { error = '', message = 'refused' } = content;
  throw new RefusedError(`${answer.status} ${error}: ${message}`);
}
