/**
 * Part of `npm run bench -- preflight`: a client of its own process that reads the rules, one request after another, so
 * that neither its clock nor its turn depends on whoever sends the files.
 */
import { percentile } from './percentile.ts';

export interface ReaderTask {
  base: string;
  key: string;
  seconds: number;
}

export interface ReaderReport {
  requests: number;
  p50: number;
  p99: number;
}

const PAUSE_MS = 5;

async function read({ base, key, seconds }: ReaderTask): Promise<ReaderReport> {
  const latencies: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const start = performance.now();
    const answer = await fetch(`${base}/api/v1/rules`, { headers: { 'X-Api-Key': key } });
    await answer.arrayBuffer();
    latencies.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return {
    requests: latencies.length,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

process.on('message', (task: ReaderTask) => {
  void read(task).then((report) => process.send?.(report));
});
