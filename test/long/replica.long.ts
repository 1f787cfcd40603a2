import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { loadConfig } from '../../shared/platform/config.ts';
import { connect, requestTimeouts, type Sql } from '../../shared/postgres/connect.ts';
import { migrate } from '../../shared/queue/migrate.ts';
import { createReplica, type Replica } from '../../shared/postgres/replica.ts';
import { createOutage } from '../../shared/platform/log-once.ts';
import { createCapturedLog } from '../helpers/captured-log.ts';
import { eventually } from '../helpers/eventually.ts';
import { startApi } from '../helpers/start-api.ts';
import { startReplicated, type ReplicatedServer } from '../helpers/streaming-replica.ts';
import type { TestDatabase } from '../helpers/with-database.ts';

describe('lists and exports from a streaming replica', function () {
  this.timeout(120_000);
  let servers: ReplicatedServer;
  let sql: Sql;
  let control: Sql;
  let replica: Replica;
  const captured = createCapturedLog();
  const config = (env: NodeJS.ProcessEnv = {}) =>
    loadConfig({ DATABASE_URL: servers.primaryUrl, LOG_LEVEL: 'error', ...env });
  const database = {
    get url() {
      return servers.primaryUrl;
    },
    get sql() {
      return sql;
    },
    config,
  } satisfies TestDatabase;

  before('start both servers', async () => {
    servers = await startReplicated((url) => migrate(url));
    sql = connect({ databaseUrl: servers.primaryUrl, poolMax: 5, applicationName: 'test' });
    control = connect({ databaseUrl: servers.replicaUrl, poolMax: 1, applicationName: 'control' });
    const pool = connect({
      databaseUrl: servers.replicaUrl,
      poolMax: 5,
      applicationName: 'test',
      timeouts: requestTimeouts(config()),
    });
    replica = createReplica(sql, pool, createOutage(captured.log, 'replica'));
  });
  const api = startApi(database, { override: () => ({ replica }) });
  after('stop both servers', async () => {
    await replica.close();
    await control.end({ timeout: 5 });
    await sql.end({ timeout: 5 });
    await servers.close();
  });

  const isReplicaRead = (): Promise<boolean> =>
    replica.read(async (reading) => {
      const [row] = await reading<{ is: boolean }[]>`select pg_is_in_recovery() as is`;
      return row?.is === true;
    });
  const untilReplicaIsRead = () =>
    eventually(async () => expect(await isReplicaRead()).to.equal(true), { timeoutMs: 60_000 });
  const addTag = async (): Promise<string> => {
    const name = randomUUID();
    await api.answers(201, 'POST', '/api/v1/tags', { body: { name } });
    return name;
  };
  const tagNames = async (): Promise<string[]> => {
    const listed = await api.answers(200, 'GET', '/api/v1/tags?per_page=100');
    return (listed.body.data as { name: string }[]).map(({ name }) => name);
  };

  it('a list has what was written just before, for any reader', async () => {
    await untilReplicaIsRead();
    let fromReplica = 0;
    for (let n = 0; n < 30; n += 1) {
      const name = await addTag();
      expect(await tagNames()).to.include(name);
      if (await isReplicaRead()) fromReplica += 1;
    }
    expect(fromReplica).to.be.above(0);
    const exported = await fetch(`${api.baseUrl}/api/v1/export`, {
      headers: { 'X-Api-Key': api.tenant.readKey },
    });
    const [name = 'none'] = await tagNames();
    expect(await exported.text()).to.include(name);
  });

  it('one that lags behind is left alone until it has caught up', async () => {
    await untilReplicaIsRead();
    await control`select pg_wal_replay_pause()`;
    const name = await addTag();
    expect(await tagNames()).to.include(name);
    expect(await isReplicaRead()).to.equal(false);
    await control`select pg_wal_replay_resume()`;
    await untilReplicaIsRead();
    expect(await tagNames()).to.include(name);
  });

  it('one that is away or restarts costs no request', async () => {
    await untilReplicaIsRead();
    const reads = (async () => {
      for (let n = 0; n < 20; n += 1) await tagNames();
    })();
    await servers.stopReplica();
    await reads;
    const name = await addTag();
    expect(await tagNames()).to.include(name);
    await servers.startReplica();
    await untilReplicaIsRead();
    expect(await tagNames()).to.include(name);
  });
});
