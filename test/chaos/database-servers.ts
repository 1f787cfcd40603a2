import { startPgbouncer } from '../../scripts/test/pgbouncer.ts';
import { startReplicated } from '../helpers/streaming-replica.ts';
import { startPostgres } from './datastore.ts';
import type { Datastore } from './datastore.ts';
import type { ChaosSettings } from './settings.ts';

/** What has the rows, as DATABASE says; `sessionUrl` leads there without a pooler. */
export type DatabaseServers = Datastore & { sessionUrl: string };

/** Starts the PostgreSQL of a run, with what stands before it or beside it. */
export async function startDatabaseServers(
  kind: ChaosSettings['database'],
): Promise<DatabaseServers> {
  if (kind === 'failover') return startFailover();
  const postgres = await startPostgres();
  if (kind === 'server') return { ...postgres, sessionUrl: postgres.url };
  const pooler = await startPgbouncer(postgres.url);
  const pooled = new URL(postgres.url);
  pooled.host = pooler.host;
  pooled.searchParams.set('pool_mode', 'transaction');
  return {
    name: 'PgBouncer',
    url: pooled.href,
    sessionUrl: postgres.url,
    restart: (downMs) => pooler.restart(downMs),
    async remove() {
      pooler.stop();
      await postgres.remove();
    },
  };
}

/** A primary, and a replica without which nothing is acknowledged; a restart is a failover. */
async function startFailover(): Promise<DatabaseServers> {
  const servers = await startReplicated(() => Promise.resolve(), { isSynchronous: true });
  return {
    name: 'the primary of PostgreSQL',
    url: servers.url,
    sessionUrl: servers.url,
    restart: (downMs) => servers.failOver(downMs),
    remove: () => servers.close(),
  };
}
