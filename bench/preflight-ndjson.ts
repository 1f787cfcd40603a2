/**
 * Part of `npm run bench -- preflight`: a native export of 10 MB against JSON.parse of its lines, in a thread like
 * those of the API, and the heap that it leaves behind there.
 */
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { makeNativeFile } from './native-file.ts';
import { median } from './percentile.ts';

const ROUNDS = 15;

function parseBare(content: Buffer): number {
  let records = 0;
  for (const line of content.toString('utf8').split('\n')) {
    if (line !== '' && typeof JSON.parse(line) === 'object') records += 1;
  }
  return records;
}

interface Figures {
  bytes: number;
  bareMs: number;
  preflightMs: number;
  reversedMs: number;
  heapMiB: number;
}

function measure(): Figures {
  const content = makeNativeFile();
  const lines = content.toString().trimEnd().split('\n');
  const reversed = Buffer.from(lines.toReversed().join('\n'));
  const preflight = (bytes: Buffer) => {
    const report = preflightNdjson(bytes, {
      existing: { categories: [], tags: [], merchants: [] },
      rowsMax: 100_000,
    });
    if (report.errorsCount > 0) throw new Error('the file of the benchmark must be sound');
  };
  const times: Record<'bare' | 'preflight' | 'reversed', number[]> = {
    bare: [],
    preflight: [],
    reversed: [],
  };
  let heap = 0;
  const time = (work: () => unknown): number => {
    const start = performance.now();
    work();
    return performance.now() - start;
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = time(() => parseBare(content));
    const before = process.memoryUsage().heapUsed;
    const own = time(() => preflight(content));
    heap = Math.max(heap, process.memoryUsage().heapUsed - before);
    const backwards = time(() => preflight(reversed));
    if (round === 0) continue;
    times.bare.push(bare);
    times.preflight.push(own);
    times.reversed.push(backwards);
  }
  return {
    bytes: content.length,
    bareMs: median(times.bare),
    preflightMs: median(times.preflight),
    reversedMs: median(times.reversed),
    heapMiB: Math.round(heap / 1024 / 1024),
  };
}

/** Prints the table. */
export async function benchNdjson(): Promise<void> {
  const figures = await new Promise<Figures>((resolve, reject) => {
    const entry = JSON.stringify(import.meta.url);
    const worker = new Worker(
      `import('tsx/esm/api').then(({ register }) => { register(); return import(${entry}); });`,
      { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 64 } },
    );
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const ratio = (ms: number) => (ms / figures.bareMs).toFixed(2);
  console.log(
    `\n| NDJSON, ${(figures.bytes / 1e6).toFixed(1)} MB | ms | × JSON.parse |\n|---|---:|---:|`,
  );
  console.log(`| JSON.parse of each line | ${figures.bareMs.toFixed(0)} | 1.00 |`);
  console.log(`| preflight | ${figures.preflightMs.toFixed(0)} | ${ratio(figures.preflightMs)} |`);
  console.log(
    `| preflight, every reference points forward | ${figures.reversedMs.toFixed(0)} | ${ratio(figures.reversedMs)} |`,
  );
  console.log(`\nHeap in use after a preflight, above before: at most ${figures.heapMiB} MiB.`);
}

if (!isMainThread) parentPort?.postMessage(measure());
else if (process.argv[1] === fileURLToPath(import.meta.url)) await benchNdjson();
