/** What clients of this process are answered: looks at every request that goes through `fetch` until stopped. */
export function watchAnswers() {
  const real = globalThis.fetch;
  const counts = new Map<string, number>();
  const faults = new Map<string, number>();
  let slowestMs = 0;
  const add = (map: Map<string, number>, key: string): void =>
    void map.set(key, (map.get(key) ?? 0) + 1);

  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : input.toString();
    const what = `${init?.method ?? 'GET'} ${url.replace(/^.*\/api\/v1|[0-9a-f-]{36}/g, '')}`;
    // Whether a process is up yet is no request of a client.
    if (what.endsWith('/healthz')) return real(input, init);
    const begun = performance.now();
    try {
      const answer = await real(input, init);
      add(counts, String(answer.status));
      const retryAfter = Number(answer.headers.get('retry-after'));
      if (answer.status >= 400 && !(answer.status === 503 && retryAfter > 0)) {
        add(faults, `${answer.status} for ${what}, Retry-After ${retryAfter}`);
      }
      return answer;
    } catch (error) {
      add(counts, 'broken');
      add(faults, `${what} broke: ${String(error)}`);
      throw error;
    } finally {
      slowestMs = Math.max(slowestMs, performance.now() - begun);
    }
  };
  return {
    /** Counts by status, for the log. */
    summary() {
      const list = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
      return `${list}; the slowest answer took ${(slowestMs / 1000).toFixed(1)} s`;
    },
    /** Answers that no client should see: errors other than 503, 503 without Retry-After, broken connections. */
    faults: () => [...faults].map(([text, count]) => `${count} × ${text}`),
    stop: () => void (globalThis.fetch = real),
  };
}
