import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { connect, type Sql } from '../../shared/postgres/connect.ts';
import { migrate } from '../../shared/queue/migrate.ts';
import { readSource, root } from '../helpers/checkout.ts';
import { fillExampleHousehold } from '../helpers/example-household.ts';
import { startApi } from '../helpers/start-api.ts';
import { withBank } from '../helpers/with-bank.ts';
import { withDatabase } from '../helpers/with-database.ts';

const run = promisify(execFile);

/** Of each table how many rows it has, and a digest of them. */
async function digests(sql: Sql): Promise<Record<string, unknown>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind = 'r'
    order by 1`;
  const all: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await sql`
      select count(*)::int as rows, md5(string_agg(t::text, '' order by t::text)) as digest
      from ${sql(name)} t`;
    all[name] = row;
  }
  return all;
}

describe('deploy/backup.sh', () => {
  const database = withDatabase();
  const { env } = withBank();
  const api = startApi(database, { env });
  const folder = mkdtempSync(join(tmpdir(), 'ledgerline-backup-'));
  after(() => rmSync(folder, { recursive: true }));

  it('keeps seven dumps, and what one restores is every row, ready for the next release', async function () {
    const [server] = await database.sql<{ version: number }[]>`
      select current_setting('server_version_num')::int / 10000 as version`;
    const client = /\d+/.exec(String(spawnSync('pg_dump', ['--version']).stdout))?.[0];
    // pg_dump reads no server that is newer than itself.
    if (Number(client ?? 0) < server!.version) this.skip();
    await fillExampleHousehold(database, api);
    const before = await digests(database.sql);
    for (let day = 1; day <= 7; day += 1) {
      writeFileSync(join(folder, `ledgerline-2020010${day}T000000Z.dump`), '');
    }
    const DATABASE_URL = database.url;
    await run('sh', [join(root, 'deploy/backup.sh'), folder], {
      env: { ...process.env, DATABASE_URL },
    });
    const dumps = readdirSync(folder).sort();
    expect(dumps).to.have.length(7);
    expect(dumps[0]).to.equal('ledgerline-20200102T000000Z.dump');

    const name = `${new URL(DATABASE_URL).pathname.slice(1)}_restored`;
    await database.sql.unsafe(`create database ${name}`);
    const url = new URL(DATABASE_URL);
    url.pathname = `/${name}`;
    const sql = connect({ databaseUrl: url.href, poolMax: 1, applicationName: 'test' });
    try {
      const text = readSource('deploy/backup.sh');
      const [, printed] = /: (pg_restore .+) -d URL FILE$/m.exec(text)!;
      expect(readSource('docs/OPERATIONS.md')).to.include(printed);
      const [program, ...args] = printed!.split(' ');
      await run(program!, [...args, '-d', url.href, join(folder, dumps[6]!)]);
      await migrate(url.href, 'restored');
      expect(await digests(sql)).to.deep.equal(before);
    } finally {
      await sql.end({ timeout: 5 });
      await database.sql.unsafe(`drop database ${name} with (force)`);
    }
  });
});
