import { createSyncHarness } from '../../test/helpers/sync-harness.ts';
import { jobRun } from '../../test/helpers/job-run.ts';
import { feedHead } from '../../shared/changes/feed.ts';
import { loadConfig } from '../../shared/platform/config.ts';
import { readConnectionAges } from '../../shared/sync/store/connection-syncs.ts';
import { sealSecret } from '../../shared/platform/crypto.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import { performApplyRules } from '../../workers/rules/apply-rules.ts';
import * as deleteOld from '../../workers/scheduler/delete-old.ts';
import * as endStale from '../../workers/scheduler/end-stale-runs.ts';
import * as requeue from '../../workers/scheduler/requeue-runs.ts';
import { startDueSyncs } from '../../workers/scheduler/start-due-syncs.ts';
import { tellOfChanges } from '../../workers/scheduler/webhook-events.ts';
import type { ScheduledTask } from '../../workers/scheduler/start-tasks.ts';
import type { WorkerContext } from '../../workers/frame/context.ts';
import type { Tenant } from '../rules-data.ts';
import { BOUNDS } from './bounds.ts';

/** Something that happens often in a running service, and the pages that all its statements together may read. */
export interface Operation {
  name: string;
  pages: number;
  run: () => Promise<void>;
}

interface Rig {
  /** What the operations work with. */
  sql: Sql;
  /** What prepares them: its statements do not count. */
  setup: Sql;
  databaseUrl: string;
  /** A real `web` process on the database. */
  baseUrl: string;
  /** The large household. */
  tenant: Tenant;
  /** One of the others. */
  small: Tenant;
  context: WorkerContext;
  /** Answers with twenty rows for one account. */
  providerUrl: string;
}

/** The operations of `bounds.ts`, in its order. */
export async function listOperations(rig: Rig): Promise<Operation[]> {
  const places = await findPlaces(rig);
  const others = await listWorkerOperations(rig);
  const ofSmall = ' of a small household';
  return Object.entries(BOUNDS).map(([name, pages]) => ({
    name,
    pages,
    run:
      others.get(name) ??
      (async () => {
        const tenant = name.endsWith(ofSmall) ? rig.small : rig.tenant;
        await request({ ...rig, tenant }, name.replace(ofSmall, ''), places);
      }),
  }));
}

/** Sends `METHOD /path` to the API, with `{…}` filled in; its answer. */
async function request(
  { baseUrl, tenant }: Pick<Rig, 'baseUrl' | 'tenant'>,
  name: string,
  places: Readonly<Record<string, string>>,
): Promise<string> {
  const filled = name.replaceAll(/\{(\w+)\}/g, (_, place: string) => places[place] ?? place);
  const [method = '', path = '', ...body] = filled.split(' ');
  const answer = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: { 'X-Api-Key': tenant.key, 'Content-Type': 'application/json' },
    ...(body.length === 0 ? {} : { body: body.join(' ') }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${filled}: ${answer.status} ${text}`);
  return text;
}

async function metaOf(
  rig: Rig,
  name: string,
): Promise<{ total_pages: number; next_cursor: string }> {
  const { meta } = JSON.parse(await request(rig, name, {})) as {
    meta: { total_pages: number; next_cursor: string };
  };
  return meta;
}

async function findPlaces(rig: Rig): Promise<Record<string, string>> {
  const { householdId } = rig.tenant;
  const [row] = await rig.setup<[Record<string, string>]>`
    select
      (select account_id from transactions where household_id = ${householdId} group by 1 order by count(*) desc limit 1)
        as account,
      (select id from transactions where household_id = ${householdId} and is_split_parent limit 1) as parent,
      (select category_id from transactions where household_id = ${householdId} and category_id is not null limit 1)
        as category,
      (select merchant_id from transactions where household_id = ${householdId} and merchant_id is not null limit 1)
        as merchant,
      (select tag_id from transaction_tags where household_id = ${householdId} limit 1) as tag,
      (select connection_id from syncs where household_id = ${householdId} limit 1) as connection,
      (select id from syncs where household_id = ${householdId} limit 1) as sync`;
  const { account = '' } = row;
  const { total_pages: pages } = await metaOf(rig, 'GET /transactions');
  const late = await metaOf(rig, `GET /transactions?page=${pages - 30}`);
  const month = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const synced = await feedHead(rig.setup);
  // As a sync writes them: in one statement, one behind the other.
  await rig.setup`
    insert into transactions (
      household_id, account_id, date, amount, currency, name, category_id, merchant_id, source, external_id,
      provider_merchant, provider_description
    )
    select household_id, account_id, date, amount, currency, name, category_id, merchant_id, source, 'new ' || external_id,
      provider_merchant, provider_description
    from transactions
    where household_id = ${householdId} and account_id = ${account} and date < current_date - 400
    limit 100`;
  const feed = await feedHead(rig.setup);
  await rig.setup`
    update transactions
    set notes = 'Seen'
    where household_id = ${householdId}
      and id = any(array(
        select id
        from transactions
        where household_id = ${householdId} and removed_at is null
        order by date desc, id
        limit 100
      ))`;
  return { ...row, month, synced, feed, cursor: late.next_cursor };
}

async function listWorkerOperations(rig: Rig): Promise<Map<string, () => Promise<void>>> {
  const { context, tenant } = rig;
  const tasks: ScheduledTask[] = [
    startDueSyncs,
    ...Object.values(requeue),
    ...Object.values(endStale),
    ...Object.values(deleteOld),
    tellOfChanges,
  ];
  const sync = await prepareSync(rig);
  return new Map([
    ...tasks.map((task) => [task.name, () => task.run(context)] as const),
    ['sync of 20 rows into an account of 50,000', sync] as const,
    [
      'rules over what the sync brought',
      async () => {
        const [run] = await rig.setup<{ id: string }[]>`
          select id from rule_runs where household_id = ${tenant.householdId} and status = 'queued'`;
        if (run === undefined) throw new Error('the sync left no run of rules');
        const payload = { household_id: tenant.householdId, rule_run_id: run.id };
        await performApplyRules(context, payload, jobRun({ jobId: run.id }));
      },
    ] as const,
    [
      'is a job waiting, every second',
      () => context.queues.hasWaiting('sync').then(() => undefined),
    ],
    [
      'ages of connections, for each scrape',
      () => readConnectionAges(rig.sql, [3600, 86_400]).then(() => undefined),
    ],
  ]);
}

/** Lets the largest account of the large household be the one that the provider lists. */
async function prepareSync({ sql, setup, databaseUrl, tenant, providerUrl }: Rig) {
  const { householdId } = tenant;
  const harness = createSyncHarness(
    { sql, url: databaseUrl, config: (env) => loadConfig({ DATABASE_URL: databaseUrl, ...env }) },
    providerUrl,
  );
  const ring = harness.context.config.credentialKeys;
  const [linked] = await setup<[{ accountId: string; connectionId: string }]>`
    update provider_accounts
    set provider_account_id = '1'
    where account_id = (
      select account_id
      from transactions
      where household_id = ${householdId}
      group by 1
      order by count(*) desc
      limit 1
    )
    returning account_id, connection_id`;
  const { accountId, connectionId } = linked;
  if (ring === null) throw new Error('no credential key');
  const { keyId, ciphertext } = sealSecret(ring, 'key', connectionId);
  await setup`
    update provider_connections
    set credential_key_id = ${keyId}, credential_ciphertext = ${ciphertext}
    where id = ${connectionId}`;
  const filledUntil = new Date();
  return async (): Promise<void> => {
    // The rows are new each time.
    await setup`delete from transactions where account_id = ${accountId} and created_at > ${filledUntil}`;
    harness.clock.set(new Date());
    const sync = await harness.sync({ householdId, connectionId });
    if (sync.status !== 'completed') throw new Error(`the sync ended as ${sync.status}`);
  };
}
