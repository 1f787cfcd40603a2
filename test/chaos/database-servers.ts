import { startPgbouncer } from '../../scripts/test/pgbouncer.ts';
import type { Pgbouncer } from '../../scripts/test/pgbouncer.ts';
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
  if (kind === 'failover' || kind === 'pooled-failover') {
    return startFailover(kind === 'pooled-failover');
  }
  const postgres = await startPostgres();
  if (kind === 'server') return { ...postgres, sessionUrl: postgres.url };
  const pooler = await startPgbouncer(postgres.url);
  return {
    name: 'PgBouncer',
    url: throughPooler(postgres.url, pooler),
    sessionUrl: postgres.url,
    restart: (downMs) => pooler.restart(downMs),
    async remove() {
      pooler.stop();
      await postgres.remove();
    },
  };
}

function throughPooler(url: string, { host }: Pgbouncer): string {
  const pooled = new URL(url);
  pooled.host = host;
  pooled.searchParams.set('pool_mode', 'transaction');
  return pooled.href;
}

/**
 * A primary, and a replica without which nothing is acknowledged; a restart is a failover. A pooler before them is told by whom
 * runs the failover, as in an installation.
 */
async function startFailover(isPooled: boolean): Promise<DatabaseServers> {
  const servers = await startReplicated(() => Promise.resolve(), { isSynchronous: true });
  const pooler = isPooled ? await startPgbouncer(servers.primaryUrl) : null;
  const urls = [servers.primaryUrl, servers.replicaUrl];
  return {
    name: 'the primary of PostgreSQL',
    url: pooler === null ? servers.url : throughPooler(servers.primaryUrl, pooler),
    sessionUrl: servers.url,
    async restart(downMs) {
      await servers.failOver(downMs);
      pooler?.leadTo(urls.reverse()[0] ?? '');
    },
    async remove() {
      pooler?.stop();
      await servers.close();
    },
  };
}
