import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import postgres from 'postgres';
import { removeDataDirectory } from '../../scripts/embedded-postgres/directories.ts';
import {
  type EmbeddedServer,
  startEmbeddedPostgres,
} from '../../scripts/embedded-postgres/server.ts';

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, connect_timeout: 60, onnotice: () => undefined });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

describe('embedded PostgreSQL', function () {
  let base: string;
  let dataDir: string;
  let server: EmbeddedServer | undefined;
  const start = async () => {
    server = await startEmbeddedPostgres({
      dataDir,
      password: 'se/cr@t',
      settings: { fsync: 'off' },
    });
    return server;
  };

  beforeEach(() => {
    // mkdtemp makes it 0700: as root, this is a home that the server's user cannot walk into.
    base = mkdtempSync(join(tmpdir(), 'ledgerline-embedded-test-'));
    dataDir = join(base, 'postgres');
  });
  afterEach(async () => {
    await server?.stop();
    removeDataDirectory(dataDir);
    rmSync(base, { recursive: true, force: true });
  });

  it('keeps its data from one start to the next', async () => {
    const first = await start();
    await query(first.urlOf('postgres'), 'create table kept as select 7 as n');
    await first.stop();
    const second = await start();
    expect(await query(second.urlOf('postgres'), 'select n from kept')).to.deep.equal([{ n: 7 }]);
  });

  it('listens on loopback only and lets no one in without the password', async () => {
    const { port, urlOf } = await start();
    const [row] = await query(
      urlOf('postgres'),
      `select current_setting('listen_addresses') as at, current_setting('password_encryption') as how`,
    );
    expect(row).to.deep.equal({ at: '127.0.0.1', how: 'scram-sha-256' });
    const refusal = await query(
      `postgres://postgres:no@127.0.0.1:${port}/postgres`,
      'select 1',
    ).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).to.have.property('code', '28P01');
  });

  it('starts over the lock file of a server that is gone', async () => {
    await (await start()).stop();
    // Our own number: a process that is alive and is no server, as after a restarted container.
    writeFileSync(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`);
    const again = await start();
    expect(await query(again.urlOf('postgres'), 'select 1 as one')).to.deep.equal([{ one: 1 }]);
  });

  it('takes over from a server that an earlier run left behind', async () => {
    const left = await start();
    const again = await start();
    expect(again.pid).not.to.equal(left.pid);
    expect(await query(again.urlOf('postgres'), 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    await left.stop();
  });

  it('reports what the server says when it does not start', async () => {
    const failure = await startEmbeddedPostgres({
      password: 'x',
      settings: { shared_buffers: 'many' },
    }).then(
      () => null,
      (error: unknown) => error as Error,
    );
    expect(failure?.message).to.match(/shared_buffers/);
  });

  it('leaves neither process nor files of a throw-away server', async () => {
    const scratch = await startEmbeddedPostgres({ password: 'x' });
    const [row] = await query(
      scratch.urlOf('postgres'),
      `select current_setting('data_directory') as dir`,
    );
    await scratch.stop();
    expect(existsSync(row?.['dir'] as string)).to.equal(false);
    expect(() => process.kill(scratch.pid, 0)).to.throw('ESRCH');
  });
});
