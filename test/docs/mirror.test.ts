import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { readSource } from '../helpers/checkout.ts';
import { eventually } from '../helpers/eventually.ts';
import { withApi } from '../helpers/start-api.ts';

describe('the program of the guide to mirrors', function () {
  const { database, api } = withApi();
  const folder = mkdtempSync(path.join(tmpdir(), 'mirror-'));
  const file = path.join(folder, 'mirror.json');
  let running: ChildProcess | undefined;

  function start(): void {
    const [, program = ''] = /```js\n([^]*?)```/.exec(readSource('docs/MIRROR.md')) ?? [];
    writeFileSync(path.join(folder, 'mirror.mjs'), program);
    running = spawn(process.execPath, [path.join(folder, 'mirror.mjs')], {
      env: {
        PATH: process.env['PATH'],
        LEDGERLINE_URL: api.baseUrl,
        LEDGERLINE_KEY: api.tenant.readKey,
        MIRROR_FILE: file,
      },
      stdio: 'inherit',
    });
  }
  async function kill(): Promise<void> {
    const ended = once(running!, 'exit');
    running!.kill('SIGKILL');
    await ended;
  }
  after(async () => {
    if (running?.exitCode === null && running.signalCode === null) await kill();
    rmSync(folder, { recursive: true });
  });

  const tagNames = (): string[] =>
    Object.values<any>(
      JSON.parse(readFileSync(file, 'utf8')).records[api.tenant.householdId]?.tag ?? {},
    ).map(({ name }) => name);
  const send = async (method: string, at: string, body?: object) =>
    (await api.request(method, `/api/v1${at}`, { body })).body?.data;

  it('holds what there is and what changes, through a crash and a cursor that expired', async () => {
    const kept = await send('POST', '/tags', { name: 'Kept' });
    const gone = await send('POST', '/tags', { name: 'Gone' });
    start();
    await eventually(() => expect(tagNames()).to.have.members(['Kept', 'Gone']));
    await send('DELETE', `/tags/${gone.id}`);
    await send('POST', '/tags', { name: 'New' });
    await eventually(() => expect(tagNames()).to.have.members(['Kept', 'New']));
    await kill();
    await send('PATCH', `/tags/${kept.id}`, { name: 'Renamed' });
    start();
    await eventually(() => expect(tagNames()).to.have.members(['Renamed', 'New']));
    await kill();
    await send('DELETE', `/tags/${kept.id}`);
    await database.sql`
      update retention_walks set deleted_xact = pg_current_xact_id() where walked = 'changes'`;
    start();
    await eventually(() => expect(tagNames()).to.have.members(['New']));
  });
});
