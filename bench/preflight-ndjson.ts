/**
 * Part of `npm run bench -- preflight`: a native export of 10 MB against JSON.parse of its lines, in a thread like
 * those of the API, and the heap that it leaves behind there.
 */
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { median } from './percentile.ts';

/** A native export of our own making: about 10 MB, the same on every run. */
const BYTES = 10_000_000;

/** NDJSON with accounts, categories, merchants and tags, and transactions that name them. */
function makeNativeFile(): Buffer {
  const record = (type: string, data: object) => JSON.stringify({ type, data });
  const numbered = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index));
  const lines = [
    ...numbered(20, (index) =>
      record('Account', {
        id: `account-${index}`,
        name: `Account ${index}`,
        balance: '100.25',
        currency: 'EUR',
        accountable_type: 'Depository',
        accountable: { subtype: 'checking' },
      }),
    ),
    ...numbered(100, (index) =>
      record('Category', { id: `category-${index}`, name: `C ${index}` }),
    ),
    ...numbered(300, (index) =>
      record('Merchant', { id: `merchant-${index}`, name: `M ${index}` }),
    ),
    ...numbered(30, (index) => record('Tag', { id: `tag-${index}`, name: `Tag ${index}` })),
  ];
  let bytes = lines.join('\n').length;
  for (let index = 0; bytes < BYTES; index += 1) {
    const day = new Date(Date.UTC(2023, 0, 1) + Math.floor(index / 60) * 86_400_000);
    const line = record('Transaction', {
      id: `5f0c7b1e-93a4-4b7c-8a53-${String(index).padStart(12, '0')}`,
      account_id: `account-${index % 20}`,
      date: day.toISOString().slice(0, 10),
      amount: ((index % 9999) / 100).toFixed(2),
      currency: 'EUR',
      name: `Card payment to shop ${index % 500}`,
      category_id: `category-${index % 100}`,
      merchant_id: `merchant-${index % 300}`,
      tag_ids: [`tag-${index % 30}`],
    });
    bytes += line.length + 1;
    lines.push(line);
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

const ROUNDS = 15;

function parseBare(content: Buffer): number {
  let records = 0;
  for (const line of content.toString('utf8').split('\n')) {
    if (line !== '' && typeof JSON.parse(line) === 'object') records += 1;
  }
  return records;
}

function measure() {
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
  const figures = await new Promise<ReturnType<typeof measure>>((resolve, reject) => {
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
