/** A response body, read loosely: this client belongs to a demo, the contract is tested elsewhere. */
export type Json = Record<string, unknown>;

export interface ApiClient {
  get: (path: string) => Promise<Json>;
  post: (path: string, body: object) => Promise<Json>;
}

/** Calls the running API as the demo user. Throws with the API's own words when it refuses. */
export function createApiClient(baseUrl: string, apiKey: string): ApiClient {
  const call = async (method: string, path: string, body?: object): Promise<Json> => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(15_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as Json;
  };
  return { get: (path) => call('GET', path), post: (path, body) => call('POST', path, body) };
}
