import { startPgbouncer } from '../../scripts/test/pgbouncer.ts';
import { startServerProxy } from '../helpers/server-proxy.ts';
import { startReplicated } from '../helpers/streaming-replica.ts';
import { startPostgres, type Datastore } from './datastore.ts';
import type { ChaosSettings } from './settings.ts';

/** What has the rows, as DATABASE says; `sessionUrl` leads there without a pooler. */
export type DatabaseServers = Datastore & { sessionUrl: string };

/** Starts the PostgreSQL of a run, with what is in front of it or next to it. */
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

function throughPooler(url: string, { host }: { host: string }): string {
  const pooled = new URL(url);
  pooled.host = host;
  pooled.searchParams.set('pool_mode', 'transaction');
  return pooled.href;
}

/**
 * A primary, and a replica without which nothing is acknowledged; a restart is a failover. The address that leads to the primary,
 * and a pooler before it, learn of the new one from the failover's runner, as in an installation.
 */
async function startFailover(isPooled: boolean): Promise<DatabaseServers> {
  const servers = await startReplicated(() => Promise.resolve(), { isSynchronous: true });
  const address = await startServerProxy(servers.primaryUrl, { host: '127.0.0.1' });
  const pooler = isPooled ? await startPgbouncer(servers.primaryUrl) : null;
  const urls = [servers.primaryUrl, servers.replicaUrl];
  return {
    name: 'the primary of PostgreSQL',
    url: pooler === null ? address.url : throughPooler(address.url, pooler),
    sessionUrl: address.url,
    async restart(downMs) {
      await servers.failOver(downMs);
      const [next = ''] = urls.reverse();
      address.leadTo(next);
      pooler?.leadTo(next);
    },
    async remove() {
      pooler?.stop();
      await address.close();
      await servers.close();
    },
  };
}
