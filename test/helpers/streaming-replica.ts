import { chownSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDirectories } from '../../scripts/embedded-postgres/directories.ts';
import { startEmbeddedPostgres } from '../../scripts/embedded-postgres/server.ts';
import type { EmbeddedServer } from '../../scripts/embedded-postgres/server.ts';
import { serverUser } from '../../scripts/embedded-postgres/server-user.ts';
import { connect } from '../../shared/db/connect.ts';
import { freePort } from '../../scripts/ports.ts';

const password = 'of-a-server-that-is-thrown-away';

/** A server and a streaming replica of it that can be stopped and started. */
export interface ReplicatedServer {
  primaryUrl: string;
  replicaUrl: string;
  startReplica(): Promise<void>;
  stopReplica(): Promise<void>;
  close(): Promise<void>;
}

/** Starts both; `prepare` fills the server before it is copied. */
export async function startReplicated(
  prepare: (primaryUrl: string) => Promise<void>,
): Promise<ReplicatedServer> {
  const user = serverUser();
  const base = mkdtempSync(join(scratchDirectories(user)[0] ?? '/tmp', 'ledgerline-replicated-'));
  if (user !== null) chownSync(base, user.uid, user.gid);
  const [first, second] = [join(base, 'primary'), join(base, 'replica')];
  const primary = await startEmbeddedPostgres({ dataDir: first, password });
  const primaryUrl = primary.urlOf('postgres');
  await prepare(primaryUrl);
  await copyCluster(primaryUrl, first, second);
  writeFileSync(join(second, 'standby.signal'), '');
  if (user !== null) giveAll(second, user.uid, user.gid);
  const port = await freePort();
  let replica: EmbeddedServer | null = null;
  const settings = {
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`,
  };
  const startReplica = async (): Promise<void> => {
    replica = await startEmbeddedPostgres({ dataDir: second, password, port, settings });
  };
  const stopReplica = async (): Promise<void> => replica?.stop();
  await startReplica();
  const replicaUrl = new URL(primaryUrl);
  replicaUrl.port = String(port);
  return {
    primaryUrl,
    replicaUrl: replicaUrl.href,
    startReplica,
    stopReplica,
    async close() {
      await stopReplica();
      await primary.stop();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** What pg_basebackup does, which the packages of the server do not bring. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const sql = connect({ databaseUrl: url, poolMax: 1, applicationName: 'copy' });
  try {
    await sql`select pg_backup_start('copy', true)`;
    cpSync(from, to, {
      recursive: true,
      filter: (file) => !/postmaster\.(pid|opts)$/.test(file) && !/pg_wal\/[0-9A-F]{24}/.test(file),
    });
    const [backup] = await sql<
      { labelfile: string }[]
    >`select labelfile from pg_backup_stop(false)`;
    writeFileSync(join(to, 'backup_label'), backup?.labelfile ?? '');
  } finally {
    await sql.end();
  }
}

function giveAll(directory: string, uid: number, gid: number): void {
  chownSync(directory, uid, gid);
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    chownSync(join(directory, entry), uid, gid);
}
