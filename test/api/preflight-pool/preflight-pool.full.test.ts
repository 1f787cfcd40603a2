import { expect } from 'chai';
import { createPreflightPool } from '../../../api/preflight-pool/preflight-pool.ts';
import type {
  PreflightPool,
  PreflightPoolOptions,
} from '../../../api/preflight-pool/preflight-pool.ts';
import type { NdjsonTask } from '../../../api/preflight-pool/tasks.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { eventually } from '../../helpers/eventually.ts';

const owner = 'household';
const options = { threads: 2, queueMax: 4, timeoutMs: 250_000 };

function task(text: string | Uint8Array): NdjsonTask {
  return {
    kind: 'ndjson',
    content: typeof text === 'string' ? new TextEncoder().encode(text) : text,
    existing: { categories: [], tags: [], merchants: [] },
    rowsMax: 100_000,
  };
}

/** Content that keeps a thread busy for seconds: more records than any upload could hold. */
function heavy(): NdjsonTask {
  const line = '{"type":"Tag","data":{"id":"t","name":"n","tag_ids":[1,2,3,4,5,6,7,8,9]}}\n';
  return task(Buffer.alloc(40 * 1024 * 1024, line));
}

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(AppError);
  return error as AppError;
}

describe('preflight pool', function () {
  const pools: PreflightPool[] = [];
  const newPool = (overrides: Partial<PreflightPoolOptions> = {}) => {
    const pool = createPreflightPool({ ...options, ...overrides });
    pools.push(pool);
    return pool;
  };
  afterEach('end the threads', async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.close()));
  });
  // For what a pool of any size and limit does.
  const usual = createPreflightPool(options);
  after('end its threads', () => usual.close());

  it('answers every task with its own result, more of them than threads', async () => {
    const rows = [1, 2, 3, 4, 5, 6];
    const reports = await Promise.all(
      rows.map((count) => usual.run(task('x\n'.repeat(count)), { owner })),
    );
    expect(reports.map(({ rowsCount }) => rowsCount)).to.deep.equal(rows);
  });

  it('hands bytes over instead of copying them, unless they are to be kept', async () => {
    const given = task('oops');
    await usual.run(given, { owner });
    expect(given.content.byteLength).to.equal(0);
    const kept = task('oops');
    await usual.run(kept, { owner, keepContent: true });
    expect(Buffer.from(kept.content).toString()).to.equal('oops');
  });

  it('never hands over a buffer that is not all the task’s own', async () => {
    const whole = new TextEncoder().encode('first\nsecond');
    const { rowsCount } = await usual.run(task(whole.subarray(0, 6)), { owner });
    expect(rowsCount).to.equal(1);
    expect(Buffer.from(whole).toString()).to.equal('first\nsecond');
  });

  it('refuses what does not fit into the queue, with Retry-After, and recovers', async () => {
    const pool = newPool({ threads: 1, queueMax: 2 });
    const accepted = [1, 2, 3].map(() => pool.run(task('x'), { owner }));
    const refused = await failureOf(pool.run(task('x'), { owner }));
    expect(refused.code).to.equal('service_unavailable');
    expect(refused.retryAfterSeconds).to.be.greaterThan(0);
    await Promise.all(accepted);
    expect((await pool.run(task('x'), { owner })).rowsCount).to.equal(1);
  });

  it('frees the thread of a client that goes away', async () => {
    const pool = newPool({ threads: 1, queueMax: 1, abandonedMs: 50 });
    const gone = new AbortController();
    const running = failureOf(pool.run(heavy(), { owner, signal: gone.signal }));
    const next = pool.run(task('x'), { owner });
    setTimeout(() => gone.abort(), 50);
    expect((await running).code).to.equal('bad_request');
    expect((await next).rowsCount).to.equal(1);
  });

  it('takes a waiting task of a client that goes away out of the queue', async () => {
    const pool = newPool({ threads: 1, queueMax: 1, abandonedMs: 50 });
    const first = new AbortController();
    const running = failureOf(pool.run(heavy(), { owner, signal: first.signal }));
    const second = new AbortController();
    const waiting = failureOf(pool.run(task('x'), { owner, signal: second.signal }));
    second.abort();
    expect((await waiting).code).to.equal('bad_request');
    // Its place in the queue is free again.
    const third = pool.run(task('x'), { owner });
    first.abort();
    await running;
    expect((await third).rowsCount).to.equal(1);
  });

  it('does not begin for a client that is gone already', async () => {
    const failure = await failureOf(usual.run(task('x'), { owner, signal: AbortSignal.abort() }));
    expect(failure.code).to.equal('bad_request');
  });

  it('ends a task at its time limit and continues with the next', async () => {
    const pool = newPool({ threads: 1, timeoutMs: 400 });
    const failure = await failureOf(pool.run(heavy(), { owner }));
    expect(failure.code).to.equal('preflight_timeout');
    expect(failure.publicMessage).to.contain('0.4 seconds');
    await eventually(async () =>
      expect((await pool.run(task('x'), { owner })).rowsCount).to.equal(1),
    );
  });

  it('answers for a thread that runs out of memory, and replaces it', async () => {
    const pool = newPool({ threads: 1, heapMb: 24 });
    const lines = Array.from({ length: 400_000 }, (_, id) => `{"type":"Tag","data":{"id":${id}}}`);
    const failure = await failureOf(pool.run(task(lines.join('\n')), { owner }));
    expect(failure.code).to.equal('content_too_complex');
    expect((await pool.run(task('x'), { owner })).rowsCount).to.equal(1);
  });

  it('reads large JSON and form bodies, and hands their content back as bytes', async () => {
    const wanted = { kind: 'fields', known: ['type'], format: 'json' } as const;
    const sent = { type: 'NativeImport', raw_file_content: 'é\n', col_sep: ';', extra: [] };
    const json = new TextEncoder().encode(JSON.stringify(sent));
    const read = await usual.run({ ...wanted, content: json }, { owner });
    if (read.kind !== 'fields') throw new Error(read.message);
    expect(read.fields).to.deep.equal({ type: 'NativeImport' });
    expect(Buffer.from(read.content!.bytes).toString()).to.equal('é\n');
    const broken = await usual.run({ ...wanted, content: Buffer.from('{') }, { owner });
    expect(broken.kind).to.equal('unreadable_body');
  });

  it('lets the short task of a client that goes away end, and keeps its thread', async () => {
    const pool = newPool({ threads: 1, queueMax: 64, abandonedMs: 60_000 });
    await pool.run(task('x'), { owner });
    for (let n = 0; n < 20; n += 1) {
      const gone = new AbortController();
      const running = failureOf(pool.run(task('x\n'.repeat(5000)), { owner, signal: gone.signal }));
      gone.abort();
      expect((await running).code).to.equal('bad_request');
    }
    expect((await pool.run(task('x'), { owner })).rowsCount).to.equal(1);
    expect(pool.threadsStarted).to.equal(1);
  });

  it('ends the long task of a client that goes away', async () => {
    const pool = newPool({ threads: 1, abandonedMs: 50 });
    const gone = new AbortController();
    const running = failureOf(pool.run(heavy(), { owner, signal: gone.signal }));
    gone.abort();
    expect((await running).code).to.equal('bad_request');
    expect((await pool.run(task('x'), { owner })).rowsCount).to.equal(1);
    expect(pool.threadsStarted).to.equal(2);
  });

  it('has a place for another household, however much one sends', async () => {
    const pool = newPool({ threads: 1, queueMax: 8 });
    const order: string[] = [];
    const send = (household: string) =>
      pool.run(task('x'), { owner: household }).then(
        () => order.push(household),
        () => order.push(`${household} refused`),
      );
    const greedy = Array.from({ length: 40 }, () => send('greedy'));
    const modest = Array.from({ length: 3 }, () => send('modest'));
    await Promise.all([...greedy, ...modest]);
    const answered = order.filter((name) => !name.endsWith('refused'));
    expect(answered.filter((name) => name === 'modest')).to.have.length(3);
    // They take turns: what waited first does not go before all others.
    expect(answered.indexOf('modest')).to.be.below(3);
    expect(answered).to.have.length(9);
  });

  it('fails what runs and waits when it is closed', async () => {
    const pool = newPool({ threads: 1 });
    const outcomes = [pool.run(heavy(), { owner }), pool.run(task('x'), { owner })].map(failureOf);
    await pool.close();
    for (const outcome of outcomes) expect((await outcome).code).to.equal('service_unavailable');
    expect((await failureOf(pool.run(task('x'), { owner }))).code).to.equal('service_unavailable');
  });
});
