import { setTimeout as sleep } from 'node:timers/promises';

/** The service refused a request for good. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;

  constructor(message: string, status = 0) {
    super(message);
    this.status = status;
  }
}

const TRIES = 8;

/** Sends requests below /api/v1. What is worth trying again is tried again: send what may arrive twice. */
export interface ApiClient {
  /** The JSON of the answer; undefined when it has none. Throws RefusedError. */
  send(method: string, path: string, body?: object | FormData): Promise<unknown>;
}

/**
 * A client of the service at that address, with a key that may write. `onRetry` is told the seconds until the next try.
 */
export function createApiClient(
  baseUrl: string,
  apiKey: string,
  onRetry: (seconds: number) => void = () => undefined,
): ApiClient {
  const base = `${baseUrl.replace(/\/$/, '')}/api/v1`;

  const request = (method: string, path: string, body?: object | FormData): Promise<Response> => {
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = { 'X-Api-Key': apiKey };
    if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json';
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    return fetch(base + path, { method, headers, ...sent });
  };

  return {
    async send(method, path, body) {
      for (let attempt = 1; ; attempt += 1) {
        const isLast = attempt >= TRIES;
        const answer = await request(method, path, body).catch((error: unknown) => {
          if (isLast) throw error;
          return null;
        });
        const mayTryAgain = answer === null || [429, 500, 502, 503, 504].includes(answer.status);
        if (answer !== null && (isLast || !mayTryAgain)) return readAnswer(answer);
        const asked = Number(answer?.headers.get('retry-after') ?? 0);
        const waitMs = Math.max(asked * 1000, Math.min(250 * 2 ** attempt, 10_000));
        onRetry(waitMs / 1000);
        await sleep(waitMs);
      }
    },
  };
}

async function readAnswer(answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined;
  const content = (await answer.json()) as { error?: string; message?: string; errors?: string[] };
  if (answer.ok) return content;
  const { error = '', message = 'refused', errors = [] } = content;
  const more = errors.filter((text) => !message.startsWith(text)).map((text) => `\n  ${text}`);
  throw new RefusedError(`${answer.status} ${error}: ${message}${more.join('')}`, answer.status);
}
