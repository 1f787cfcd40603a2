import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../sandbox-provider/random.ts';
import type { SandboxProvider } from '../../sandbox-provider/server.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import { eventually } from '../helpers/eventually.ts';
import { createMirror, expectExport, expectLists, type Mirror } from '../helpers/mirror.ts';
import type { TestTenant } from '../helpers/start-api.ts';
import { untilComplete } from '../helpers/until-complete.ts';
import type { Installation } from './installation.ts';
import { followEvents } from './mirror-events.ts';
import * as writes from './mirror-writes.ts';
import type { Client } from './mirror-writes.ts';

const WORKERS = [
  'workers/imports.ts',
  'workers/rules.ts',
  'workers/sync.ts',
  'workers/delivery.ts',
  'workers/scheduler.ts',
];
const PROVIDER_KEY = 'mirror-key';

export interface MirrorPlay {
  sql: Sql;
  installation: Installation;
  sandbox: SandboxProvider;
  tenant: TestTenant;
  rounds: number;
  random: Random;
  say: (text: string) => void;
}

/**
 * Rounds of syncs, imports, undo, rules, edits, merges and deletes at once, while every process is killed once a round. A client
 * follows the feed all the time; after each round it holds what the lists and the export have. Another one, that reads the feed when
 * webhooks tell it to, has been notified of the end of every run, and holds the same. Throws where they do not.
 */
export async function playMirror(play: MirrorPlay): Promise<void> {
  const { sql, installation, tenant, rounds, random, say } = play;
  const workers = keepWorkers(installation);
  const http = writes.clientOf(installation.baseUrl, tenant.writeKey);
  const mirror = createMirror(http.read);
  const events = await followEvents(http, sql, tenant.householdId);
  const counts = { items: 0, kills: 0, compared: 0 };
  try {
    provide(play, 0);
    const accounts: string[] = [];
    for (const name of ['Everyday', 'Savings']) {
      accounts.push((await http.send('POST', '/accounts', { name, currency: 'EUR' })).id);
    }
    const connection = await http.send('POST', '/provider_connections', {
      name: 'Bank',
      api_key: PROVIDER_KEY,
    });
    const category = await http.send('POST', '/categories', { name: 'Sorted' });
    await http.send('POST', '/rules', {
      resource_type: 'transaction',
      name: 'Sort',
      active: true,
      conditions: [{ condition_type: 'transaction_name', operator: 'like', value: '3' }],
      actions: [{ action_type: 'set_transaction_category', value: category.id }],
    });
    for (let round = 1; round <= rounds; round += 1) {
      provide(play, round);
      let isPlaying = true;
      const following = async () => {
        while (isPlaying) counts.items += (await mirror.follow(random.whole(1, 300))).length;
      };
      const playing = Promise.all([
        writes.edit(http, accounts, round, random),
        writes.importAndUndo(http, accounts[0] ?? '', round),
        writes.importSession(http, round),
        writes.sync(http, connection.id),
        http.send('POST', '/rule_runs', {}),
        writes.moveAccounts(http, round),
        kill(play, workers, counts),
      ]).finally(() => (isPlaying = false));
      await Promise.all([playing, following()]);
      say(`round ${round}: played, ${counts.kills} kills`);
      await untilIdle(sql, tenant.householdId);
      counts.compared = await expectSame(play, mirror, http, counts);
      const lateMs = await events.expectSame(mirror);
      const { came, different } = events.counts();
      say(
        `round ${round}: ${different} events, ${came} times, all reported ${Math.round(lateMs)} ms later`,
      );
      say(
        `round ${round} of ${rounds}: ${counts.compared} records, ${counts.items} items, ${http.accepted()} writes, ${counts.kills} kills`,
      );
    }
  } finally {
    workers.all();
    await events.close();
  }
}

/** Kills every process once, in any order. One that was killed starts while the next ones work. */
async function kill(
  { installation, random }: MirrorPlay,
  workers: ReturnType<typeof keepWorkers>,
  counts: { kills: number },
): Promise<void> {
  const victims = ['web', ...WORKERS].sort(() => random.whole(0, 1) - 0.5);
  for (const victim of victims) {
    await delay(random.whole(0, 1000));
    if (victim === 'web') installation.killWeb();
    else workers.kill(victim);
    counts.kills += 1;
  }
}

/**
 * Compares the mirror with the lists and the export at a moment when nothing changes: where something came meanwhile, both are
 * read again. Returns how many records the mirror holds.
 */
async function expectSame(
  { sql }: MirrorPlay,
  mirror: Mirror,
  http: Client,
  counts: { items: number },
): Promise<number> {
  for (;;) {
    await untilComplete(sql);
    counts.items += (await mirror.follow()).length;
    const difference = await differenceOf(mirror, http);
    await untilComplete(sql);
    const later = (await mirror.follow()).length;
    counts.items += later;
    if (later > 0) continue;
    if (difference !== undefined) throw difference;
    return [...mirror.records.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

async function differenceOf(mirror: Mirror, http: Client): Promise<Error | undefined> {
  try {
    await expectLists(mirror, http.read);
    await expectExport(mirror, http.read);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Workers under a supervisor: whatever ends is started again. */
function keepWorkers(installation: Installation) {
  const running = new Map<string, ChildProcess>();
  let isOver = false;
  const keep = (entry: string): void => {
    if (isOver) return;
    const child = installation.startWorker(entry);
    running.set(entry, child);
    child.once('exit', () => keep(entry));
  };
  for (const entry of WORKERS) keep(entry);
  return {
    kill: (entry: string) => void running.get(entry)?.kill('SIGKILL'),
    all() {
      isOver = true;
      for (const child of running.values()) child.kill('SIGKILL');
    },
  };
}

/** What the bank lists in a round: some rows stay, some change, some are new. */
function provide({ sandbox, random }: MirrorPlay, round: number): void {
  const day = new Date().toISOString().slice(0, 10);
  const transactions = Array.from({ length: 40 + round * 5 }, (_, n) => ({
    id: `p${n}`,
    amount: -1 - n - (n % 7 === round % 7 ? round / 10 : 0),
    currency: 'EUR',
    date: day,
    description: `Shop ${n} ${random.whole(0, 3)}`,
  }));
  const listing = { id: 'a0', name: 'Bank account', currency: 'EUR', status: 'ACTIVE' };
  sandbox.admin('PUT', `/users/${PROVIDER_KEY}`, { accounts: [{ listing, transactions }] });
}

/** Until no run is open: everything that a killed worker left has been taken over. */
async function untilIdle(sql: Sql, householdId: string): Promise<void> {
  await eventually(
    async () => {
      const [row] = await sql<[{ open: number }]>`
        select (
          (select count(*) from imports where household_id = ${householdId} and status in ('publishing', 'undoing'))
          + (select count(*) from import_sessions where household_id = ${householdId} and status in ('importing', 'undoing'))
          + (select count(*) from rule_runs where household_id = ${householdId} and status in ('queued', 'running'))
          + (select count(*) from syncs where household_id = ${householdId} and status in ('queued', 'running'))
        )::integer as open`;
      if (row.open > 0) throw new Error(`${row.open} runs are open`);
    },
    { everyMs: 200, timeoutMs: 300_000 },
  );
}
