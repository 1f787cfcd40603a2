import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { freePort } from '../../scripts/ports.ts';
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

const linux = process.platform === 'linux';

// It looks at processes by way of /proc.
(linux ? describe : describe.skip)('npm start', function () {
  let copy: string;
  let started: Started | undefined;
  let env: NodeJS.ProcessEnv;

  const start = async () => {
    started = npmStart(copy, env);
    await untilReady(copy, started);
    return started;
  };
  const interrupt = async ({ child, output }: Started) => {
    process.kill(-child.pid!, 'SIGINT');
    await eventually(() => expect(child.exitCode ?? child.signalCode, output()).not.to.equal(null));
    await eventually(() => expect(processesOf(copy)).to.deep.equal([]));
  };

  before(async () => {
    copy = copyCheckout();
    // A Redis is shared with the other test files, so the queues need a name of their own.
    env = {
      PORT: String(await freePort()),
      QUEUE_PREFIX: `start_${randomBytes(6).toString('hex')}`,
    };
  });
  after(async () => {
    if (started !== undefined && started.child.exitCode === null) {
      await interrupt(started).catch(() => undefined);
    }
    removeCheckout(copy);
  });

  let first: Record<string, string>;

  it('comes up, and writes down where everything is', async () => {
    const { output } = await start();
    first = readReady(copy);
    expect(Object.keys(first)).to.deep.equal([
      'base_url',
      'api_key',
      'household_id',
      'user_id',
      'database_url',
      'redis_url',
      'provider_url',
      'dashboard_url',
    ]);
    expect(first['base_url']).to.equal(`http://127.0.0.1:${env['PORT']!}`);
    expect(first['redis_url']).to.equal(process.env['REDIS_URL'] ?? null);
    const documentAnswer = await fetch(`${first['base_url']!}/api/v1/openapi.json`);
    expect(documentAnswer.status).to.equal(200);
    const dashboard = await fetch(first['dashboard_url']!, { redirect: 'manual' });
    expect(dashboard.status).to.be.below(404);
    expect(output()).to.match(/first sync\s+\| /);
    await untilSynced(first);
  });

  it('keeps its secrets to their owner', () => {
    for (const file of ['secrets.json', 'ready.json']) {
      expect(statSync(join(copy, '.data', file)).mode & 0o777, file).to.equal(0o600);
    }
  });

  it('prints three curl lines that work as printed', function () {
    if (spawnSync('curl', ['--version']).error !== undefined) this.skip();
    const lines = started!.output().split('\n');
    const commands = lines.filter((line) => line.startsWith('curl '));
    expect(commands).to.have.length(3);
    for (const command of commands) {
      const answer = execFileSync('sh', ['-c', `${command} --max-time 100`], { encoding: 'utf8' });
      const body = JSON.parse(answer) as Record<string, unknown>;
      expect(body, `${command}\n${answer}`).to.have.property('data');
    }
  });

  it('tells a second start in the same directory where the first one is', () => {
    const second = spawnSync('npm', ['start'], { cwd: copy, env: process.env, encoding: 'utf8' });
    expect(second.status).not.to.equal(0);
    expect(second.stderr).to.include('already running').and.to.include(first['base_url']!);
  });

  it('starts a child again that was killed', async () => {
    const web = processesOf(join(copy, 'dist', 'api', 'main.js'));
    expect(web).to.have.length(1);
    process.kill(web[0]!.pid, 'SIGKILL');
    const answer = () => fetch(`${first['base_url']!}/healthz`).then((response) => response.status);
    await eventually(async () => expect(await answer()).to.equal(200));
    expect(started!.output()).to.match(/web\s+\| ended by itself \(SIGKILL\)/);
  });

  it('leaves nothing behind after Ctrl-C', async () => {
    await interrupt(started!);
    expect(existsSync(join(copy, '.data', 'ready.json'))).to.equal(false);
    expect(existsSync(join(copy, '.data', 'supervisor.pid'))).to.equal(false);
  });

  it('goes on with the same data and key at the next start', async () => {
    const again = await start();
    expect(readReady(copy)['api_key']).to.equal(first['api_key']);
    // The file may be seen before the last lines have come through the pipe.
    await eventually(() => expect(again.output()).to.include('is connected already'));
    const answer = await fetch(`${first['base_url']!}/api/v1/transactions?per_page=1`, {
      headers: { 'x-api-key': first['api_key']! },
    });
    const body = (await answer.json()) as { meta: { total_count: number } };
    expect(body.meta.total_count).to.be.greaterThan(0);
  });

  it('ends its children even when it is killed itself', async () => {
    const supervisor = Number(readFileSync(join(copy, '.data', 'supervisor.pid'), 'utf8'));
    process.kill(supervisor, 'SIGKILL');
    await eventually(() => expect(processesOf(copy)).to.deep.equal([]));
  });
});
