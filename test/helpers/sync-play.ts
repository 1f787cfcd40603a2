import type { Sync } from '../../shared/sync/store/syncs.ts';
import { listSyncAccounts } from '../../shared/sync/store/sync-accounts.ts';
import { findConnection } from '../../shared/sync/store/provider-connections.ts';
import type { ProviderConnection } from '../../shared/sync/store/provider-connections.ts';
import { withScriptedProvider, type ScriptedCall } from './scripted-provider.ts';
import { createSyncHarness, type SyncHarness } from './sync-harness.ts';
import { withDatabase } from './with-database.ts';

export type Row = Record<string, any>;

export const LISTED = { id: 1, name: 'Everyday', currency: 'EUR', status: 'ACTIVE' };
/** Where the rows of LISTED are asked for. */
export const ROWS = '/accounts/1/transactions';
/** The day of the first sync of each test. */
export const TODAY = '2025-06-10';

/** A posted row of yesterday. */
export function wireRow(id: unknown, over: object = {}): Row {
  const base = { amount: -10, currency: 'EUR', date: '2025-06-09', merchant: 'Cafe' };
  return { id, isPending: false, ...base, ...over };
}

/** A posted row that its amount distinguishes from the others, by the shop too. */
export function shopRow(id: unknown, amount: number, over: object = {}): Row {
  return wireRow(id, { amount, merchant: `Shop ${amount}`, ...over });
}

/** One answer for the rows of LISTED. */
export function rowsPage(
  transactions: unknown[],
  over: object = {},
  call: Partial<ScriptedCall> = {},
): ScriptedCall {
  return { path: ROWS, json: { transactions, ...over }, ...call };
}

export type SyncPlay = ReturnType<typeof withSyncPlay>;

/** A separate connection for each test, synced by the real job from a scripted provider. */
export function withSyncPlay() {
  const database = withDatabase();
  const provider = withScriptedProvider();
  let harness: SyncHarness;
  let owner: { householdId: string; connectionId: string };
  beforeEach(async () => {
    play.moveTo(provider.url);
    owner = await harness.connect();
  });
  const play = {
    database,
    provider,
    get harness() {
      return harness;
    },
    get owner() {
      return owner;
    },
    /** From now on the provider is at this address. */
    moveTo(url: string): void {
      harness = createSyncHarness(database, url);
      harness.clock.set(`${TODAY}T06:00:00Z`);
    },
    /** One sync; the next one is a day later. */
    async sync(calls: ScriptedCall[], listed: object[] = [LISTED]): Promise<Sync> {
      provider.script(listed as Row[], calls);
      harness.waits.length = 0;
      const done = await harness.sync(owner);
      harness.clock.advance(24 * 3600 * 1000);
      return done;
    },
    accountsOf: (sync: Sync) => listSyncAccounts(database.sql, owner.householdId, [sync.id]),
    /** Codes of the errors of a run and its accounts, but for the one that sums the accounts' up. */
    async codes(sync: Sync): Promise<string[]> {
      const accounts = await play.accountsOf(sync);
      const errors = [...sync.errors, ...accounts.flatMap((account) => account.errors)];
      return errors.map(({ code }) => code).filter((code) => code !== 'accounts_failed');
    },
    /** Rows on file that are not removed. */
    live: (): Promise<Row[]> => database.sql<Row[]>`
      select *
      from transactions
      where household_id = ${owner.householdId}
        and removed_at is null
      order by date, amount, external_id`,
    /** The same as `day amount state`. */
    async ledger(): Promise<string[]> {
      const rows = await play.live();
      return rows.map((t) => `${t['date']} ${t['amount']} ${t['pending'] ? 'pending' : 'posted'}`);
    },
    /** Linked accounts by their id at the provider. */
    links: (): Promise<Row[]> => database.sql<Row[]>`
      select p.*, a.balance, a.currency, a.name
      from provider_accounts p
      join accounts a on a.id = p.account_id
      where p.household_id = ${owner.householdId}
      order by p.provider_account_id`,
    async connection(): Promise<ProviderConnection> {
      const found = await findConnection(database.sql, owner.householdId, owner.connectionId);
      if (found === null) throw new Error('the connection is gone');
      return found;
    },
    /** Requests for a path in the last sync. */
    callsTo: (path: string) => provider.seen.filter((request) => request.path === path).length,
  };
  return play;
}
