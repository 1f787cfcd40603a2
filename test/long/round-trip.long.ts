import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { expect } from 'chai';
import { createIdRemover, ledgerRecords } from '../helpers/ledger-records.ts';
import { forgetPeak, peakMemory } from '../helpers/peak-memory.ts';
import { programArguments, root } from '../helpers/checkout.ts';
import { createTenant, type TestTenant } from '../helpers/start-api.ts';
import { withDatabase } from '../helpers/with-database.ts';

/** Transactions of the household; fewer for a quick look. */
const TRANSACTIONS = Number(process.env['TRANSACTIONS'] ?? 1_000_000);
/** No process may need more, whatever the size of the household. */
const MEMORY_MAX_MB = 768;
const HOUR_MS = 3_600_000;

/** One line of the table of docs/PERFORMANCE.md. */
interface Phase {
  what: string;
  /** Peak memory in MB by process. */
  memory: Record<string, number | null>;
}

describe(`a household of ${TRANSACTIONS} transactions`, function () {
  this.timeout(3 * HOUR_MS);
  const database = withDatabase();
  const running = new Map<string, ChildProcess>();
  const phases: Phase[] = [];
  let folder = '';
  let baseUrl = '';

  const start = (name: string, program: string, args: string[] = []): ChildProcess => {
    const config = database.config();
    const child = spawn(process.execPath, [...programArguments(program), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        QUEUE_PREFIX: config.queuePrefix,
        PORT: '0',
        WORKER_PORT: '0',
        LOG_LEVEL: 'info',
        NATIVE_IMPORT_MAX_ROWS: '10000000',
      },
    });
    running.set(name, child);
    child.once('exit', () => running.delete(name));
    return child;
  };
  const untilLine = (child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      createInterface({ input: child.stdout! }).on('line', (line) => {
        const match = pattern.exec(line);
        if (match !== null) resolve(match);
      });
      child.once('exit', (code) => reject(new Error(`a process ended with ${code}`)));
    });

  before(async function () {
    this.timeout(60_000);
    folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-long-'));
    const web = untilLine(start('web', 'api/main.ts'), /"port":(\d+)/);
    const worker = untilLine(start('worker', 'workers/imports.ts'), /is working/);
    baseUrl = `http://127.0.0.1:${(await web)[1]}`;
    await worker;
  });
  after(async () => {
    for (const child of running.values()) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  /** Does one phase, says what it took, and forgets the peaks for the next one. */
  const phase = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const memory: Phase['memory'] = {};
    const look = (): void => {
      for (const [name, { pid }] of running) {
        const seen = peakMemory(pid ?? 0);
        if (seen !== null) memory[name] = Math.max(seen, memory[name] ?? 0);
      }
    };
    for (const { pid } of running.values()) forgetPeak(pid ?? 0);
    const begun = performance.now();
    const timer = setInterval(look, 100);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      look();
      const seconds = (performance.now() - begun) / 1000;
      phases.push({ what, memory });
      process.stderr.write(`    ${what}: ${seconds.toFixed(1)} s, ${JSON.stringify(memory)}\n`);
    }
  };

  /** `ledgerline import FILE`, as a person runs it. */
  const importFile = async (tenant: TestTenant, file: string): Promise<void> => {
    const args = ['import', file, '--url', baseUrl, '--key', tenant.writeKey];
    const child = start('import', 'packages/cli/main.ts', args);
    let output = '';
    child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code, output).to.equal(0);
  };
  /** How the time of an import divides, by the session's own stamps. */
  const timesOf = async ({ householdId }: TestTenant): Promise<string> => {
    const [row] = await database.sql<{ upload: number; import: number }[]>`
      select extract(epoch from published_at - created_at)::float8 as upload,
        extract(epoch from finished_at - published_at)::float8 as import
      from import_sessions
      where household_id = ${householdId}`;
    return `upload ${row?.upload.toFixed(1)} s, import ${row?.import.toFixed(1)} s`;
  };
  const exportTo = async (tenant: TestTenant, file: string): Promise<void> => {
    const answer = await fetch(`${baseUrl}/api/v1/export`, {
      headers: { 'X-Api-Key': tenant.readKey },
    });
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), createWriteStream(file));
  };
  /** Count of lines and an order-independent sum of the hashes of their content without ids. */
  const fingerprint = async (file: string): Promise<{ lines: number; sum: string }> => {
    const removeIds = createIdRemover();
    let lines = 0;
    let sum = 0n;
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const digest = createHash('sha256').update(removeIds(line)).digest('hex');
      sum = (sum + BigInt(`0x${digest}`)) % 2n ** 256n;
      lines += 1;
    }
    return { lines, sum: sum.toString(16) };
  };

  it('is the same, up to ids, after export, import and export', async () => {
    const [one, other] = [await createTenant(database, 'A'), await createTenant(database, 'B')];
    const source = path.join(folder, 'source.ndjson');
    const first = path.join(folder, 'first.ndjson');
    const second = path.join(folder, 'second.ndjson');
    const withLineEnds = function* () {
      for (const line of ledgerRecords(TRANSACTIONS)) yield `${line}\n`;
    };
    await phase('make the file', () =>
      pipeline(Readable.from(withLineEnds()), createWriteStream(source)),
    );
    await phase('import it', () => importFile(one, source));
    process.stderr.write(`      ${await timesOf(one)}\n`);
    await phase('export', () => exportTo(one, first));
    await phase('import the export', () => importFile(other, first));
    process.stderr.write(`      ${await timesOf(other)}\n`);
    await phase('export again', () => exportTo(other, second));
    const megabytes = Math.round((await stat(first)).size / 1e6);
    const exported = await phase('compare', async () => {
      const before = await fingerprint(first);
      expect(await fingerprint(second)).to.deep.equal(before);
      return before;
    });
    expect(exported.lines).to.be.greaterThan(TRANSACTIONS);
    process.stderr.write(`    ${exported.lines} lines, ${megabytes} MB, equal up to ids\n`);
    for (const { what, memory } of phases) {
      for (const [name, peak] of Object.entries(memory)) {
        expect(peak ?? 0, `MB of ${name} while it does: ${what}`).to.be.below(MEMORY_MAX_MB);
      }
    }
  });
});
