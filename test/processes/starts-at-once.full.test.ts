import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { build } from '../../scripts/start/build.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  copyCheckout,
  npmStart,
  processesOf,
  readReady,
  removeCheckout,
  untilReady,
  untilSynced,
} from '../helpers/npm-start.ts';
import type { Started } from '../helpers/npm-start.ts';

/** Nothing is asked for, and nothing shared: a start that is told its port has no choice. */
const ENV: NodeJS.ProcessEnv = { PORT: '', REDIS_URL: '' };

// It looks at processes by way of /proc.
(process.platform === 'linux' ? describe : describe.skip)('npm start beside others', function () {
  const copies: string[] = [];
  const started: Started[] = [];
  let built: string;
  const start = (env: NodeJS.ProcessEnv): { copy: string; running: Started } => {
    const copy = copyCheckout(built);
    const running = npmStart(copy, env);
    copies.push(copy);
    started.push(running);
    return { copy, running };
  };
  // Built once: what is at stake comes after it, and comes closer together.
  before(async () => {
    built = copyCheckout();
    await build(built);
  });
  after(() => removeCheckout(built));
  afterEach(async () => {
    for (const { child } of started.splice(0)) {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
    }
    for (const copy of copies.splice(0)) {
      await eventually(() => expect(processesOf(copy)).to.deep.equal([]));
      removeCheckout(copy);
    }
  });

  it('two at the same moment have addresses of their own, keys that work and data of their own', async () => {
    const all = [start(ENV), start(ENV)];
    await Promise.all(all.map(({ copy, running }) => untilReady(copy, running)));
    const ready = all.map(({ copy }) => readReady(copy));
    for (const field of ['base_url', 'provider_url', 'database_url', 'household_id']) {
      expect(new Set(ready.map((each) => each[field])).size, field).to.equal(2);
    }
    // The key works, and each has read its own sandbox to the end.
    await Promise.all(ready.map(untilSynced));
  });

  it('stops and says so when the port that it was told is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    try {
      const { running } = start({ ...ENV, PORT: port });
      const [code] = (await once(running.child, 'exit')) as [number | null];
      expect(code).to.equal(1);
      expect(running.output()).to.include(`Port ${port} is taken`);
    } finally {
      other.close();
    }
  });
});
