import { register } from 'prom-client';

/**
 * Takes back after the tests of a file what they add to the process's metrics: files run in one process, and a name can be
 * registered once. Call it in `describe`.
 */
export function withMetrics(): void {
  const names = () => register.getMetricsAsArray().map(({ name }) => name);
  let known: Set<string>;
  before(() => {
    known = new Set(names());
  });
  after(() => {
    for (const name of names()) if (!known.has(name)) register.removeSingleMetric(name);
  });
}
