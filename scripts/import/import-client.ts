import type { ApiClient } from './api-client.ts';

/** A session as the API answers it; only what the command looks at. */
export interface SessionAnswer {
  id: string;
  status: 'pending' | 'importing' | 'complete' | 'failed' | 'cancelled' | 'undoing' | 'undone';
  progress: { rows_done: number; rows_total: number };
  summary: Record<string, { created: number; updated: number; skipped: number; failed: number }>;
  error: ({ code: string; message?: string } & Record<string, unknown>) | null;
  undo_until: string | null;
  chunks: { sequence: number; status: string; error: Record<string, unknown> | null }[];
}

/** Import sessions over HTTP; every request is idempotent. */
export interface ImportClient {
  create(clientSessionId: string): Promise<SessionAnswer>;
  show(id: string): Promise<SessionAnswer>;
  upload(id: string, sequence: number, content: string): Promise<SessionAnswer>;
  publish(id: string): Promise<SessionAnswer>;
  remove(id: string): Promise<void>;
}

/** Import sessions of the service that the client talks to. Throws RefusedError. */
export function createImportClient(api: ApiClient): ImportClient {
  const send = async (method: string, path: string, body?: object): Promise<SessionAnswer> => {
    const { data } = (await api.send(method, `/import_sessions${path}`, body)) as {
      data: SessionAnswer;
    };
    return data;
  };
  return {
    create: (id) => send('POST', '', { client_session_id: id }),
    show: (id) => send('GET', `/${id}`),
    publish: (id) => send('POST', `/${id}/publish`),
    async remove(id) {
      await api.send('DELETE', `/import_sessions/${id}`);
    },
    upload(id, sequence, content) {
      const form = new FormData();
      form.set('sequence', String(sequence));
      const type = 'application/x-ndjson';
      form.set('file', new Blob([content], { type }), `chunk-${sequence}.ndjson`);
      return send('POST', `/${id}/chunks`, form);
    },
  };
}
