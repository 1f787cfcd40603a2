import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { scratchDirectories } from '../../scripts/embedded-postgres/directories.ts';
import { startEmbeddedPostgres } from '../../scripts/embedded-postgres/server.ts';
import type { EmbeddedServer } from '../../scripts/embedded-postgres/server.ts';
import { serverUser } from '../../scripts/embedded-postgres/server-user.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import { freePort } from '../../scripts/ports.ts';
import { withConnection } from '../../scripts/test/with-connection.ts';
import { eventually } from './eventually.ts';

const password = 'of-a-server-that-is-thrown-away';
/** A standby that is copied while the primary works must find all that was written meanwhile. */
const SETTINGS = { wal_keep_size: '1GB', max_connections: '300', fsync: 'off' };

export type ReplicatedServer = Awaited<ReturnType<typeof startReplicated>>;

interface Member {
  port: number;
  dir: string;
  server: EmbeddedServer | null;
  /** Settles once the server has ended on its own. */
  gone: Promise<void>;
}

/**
 * Starts a server and a streaming replica of it that can be stopped and started; `prepare` fills the server before it is copied. With `isSynchronous` a commit is acknowledged when the replica
 * has it, too, as long as there is one.
 */
export async function startReplicated(
  prepare: (primaryUrl: string) => Promise<void>,
  { isSynchronous = false } = {},
) {
  const user = serverUser();
  const base = mkdtempSync(join(scratchDirectories(user)[0] ?? '/tmp', 'ledgerline-replicated-'));
  if (user !== null) chownSync(base, user.uid, user.gid);
  let directories = 0;
  const newDirectory = (): string => join(base, String((directories += 1)));
  const newMember = async (): Promise<Member> => ({
    port: await freePort(),
    dir: newDirectory(),
    server: null,
    gone: Promise.resolve(),
  });
  const urlOf = ({ port }: Member): string =>
    `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const launch = async (member: Member, settings: Record<string, string> = {}): Promise<void> => {
    let end = (): void => undefined;
    member.gone = new Promise((resolve) => (end = resolve));
    const { port, dir: dataDir } = member;
    member.server = await startEmbeddedPostgres({
      dataDir,
      password,
      port,
      settings: { ...SETTINGS, ...settings },
      onCrash: end,
    });
  };
  const launchReplica = (member: Member, of: Member): Promise<void> =>
    launch(member, {
      primary_conninfo: `host=127.0.0.1 port=${of.port} user=postgres password=${password}`,
    });
  const makeReplica = async (member: Member, of: Member): Promise<void> => {
    await withConnection(urlOf(of), (sql) => copyCluster(sql, of.dir, member.dir));
    if (user !== null) giveAll(member.dir, user.uid, user.gid);
    await launchReplica(member, of);
    if (isSynchronous) await withConnection(urlOf(of), waitForReplica);
  };

  let [primary, replica] = [await newMember(), await newMember()];
  await launch(primary);
  const [primaryUrl, replicaUrl] = [urlOf(primary), urlOf(replica)];
  await prepare(primaryUrl);
  await makeReplica(replica, primary);
  return {
    primaryUrl,
    replicaUrl,
    startReplica: () => launchReplica(replica, primary),
    stopReplica: async () => replica.server?.stop(),
    /**
     * Kills the primary, leaves it down for so long, then promotes the replica and makes a new replica where the primary
     * was. From then on `primaryUrl` and `replicaUrl` are the other way round in truth. Resolves when both are in step
     * again.
     */
    async failOver(downMs: number) {
      const [killed, promoted] = [primary, replica];
      if (killed.server !== null) process.kill(killed.server.pid, 'SIGKILL');
      await killed.gone;
      await delay(downMs);
      await withConnection(urlOf(promoted), async (sql) => {
        await sql`select pg_promote()`;
        // There is no one to wait for: what runs failovers does the same.
        if (isSynchronous) await setStandbys(sql, '');
      });
      // What the killed one leaves behind may still write to its own files for a moment.
      const old = killed.dir;
      killed.dir = newDirectory();
      await makeReplica(killed, promoted);
      rmSync(old, { recursive: true, force: true });
      [primary, replica] = [promoted, killed];
    },
    async close() {
      await replica.server?.stop();
      await primary.server?.stop();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

async function setStandbys(sql: Sql, names: '' | '*'): Promise<void> {
  await sql.unsafe(`alter system set synchronous_standby_names = '${names}'`);
  await sql`select pg_reload_conf()`;
}

/** From then on commits wait for the replica, which is in step. */
async function waitForReplica(sql: Sql): Promise<void> {
  await setStandbys(sql, '*');
  await eventually(async () => {
    const [row] = await sql`select 1 from pg_stat_replication where sync_state = 'sync'`;
    if (row === undefined) throw new Error('the replica is not in step');
  });
}

/** What pg_basebackup does, which the packages of the server do not bring. */
async function copyCluster(sql: Sql, from: string, to: string): Promise<void> {
  await sql`select pg_backup_start('copy', true)`;
  // It complains of files that vanish meanwhile, which the log brings back or does without.
  await new Promise((resolve) => execFile('cp', ['-a', from, to], resolve));
  for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to, file), { force: true });
  for (const file of readdirSync(join(to, 'pg_wal')))
    if (/^[0-9A-F]{24}/.test(file)) rmSync(join(to, 'pg_wal', file));
  const [backup] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
  writeFileSync(join(to, 'backup_label'), backup?.labelfile ?? '');
  writeFileSync(join(to, 'standby.signal'), '');
}

function giveAll(directory: string, uid: number, gid: number): void {
  chownSync(directory, uid, gid);
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    chownSync(join(directory, entry), uid, gid);
}
