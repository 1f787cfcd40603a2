import type { Sync } from '../../shared/sync/store/syncs.ts';
import { listSyncAccounts, type SyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import { findConnection } from '../../shared/sync/store/provider-connections.ts';
import type { ProviderConnection } from '../../shared/sync/store/provider-connections.ts';
import {
  withScriptedProvider,
  type ScriptedCall,
  type ScriptedProvider,
} from './scripted-provider.ts';
import { createSyncHarness, type SyncHarness } from './sync-harness.ts';
import { withDatabase, type TestDatabase } from './with-database.ts';

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

/** A separate connection for each test, synced by the real job from a scripted provider. */
export interface SyncPlay {
  readonly database: TestDatabase;
  readonly provider: ScriptedProvider;
  readonly harness: SyncHarness;
  readonly owner: { householdId: string; connectionId: string };
  /** From now on the provider is at this address. */
  moveTo(url: string): void;
  /** One sync; the next one is a day later. */
  sync(calls: ScriptedCall[], listed?: object[]): Promise<Sync>;
  accountsOf(sync: Sync): Promise<SyncAccount[]>;
  /** Codes of the errors of a run and its accounts, but for the one that sums the accounts' up. */
  codes(sync: Sync): Promise<string[]>;
  /** Rows on file that are not removed. */
  live(): Promise<Row[]>;
  /** The same as `day amount state`. */
  ledger(): Promise<string[]>;
  /** Linked accounts by their id at the provider. */
  links(): Promise<Row[]>;
  connection(): Promise<ProviderConnection>;
  /** Requests for a path in the last sync. */
  callsTo(path: string): number;
}

export function withSyncPlay(): SyncPlay {
  const database = withDatabase();
  const provider = withScriptedProvider();
  let harness: SyncHarness;
  let owner: SyncPlay['owner'];
  beforeEach(async () => {
    play.moveTo(provider.url);
    owner = await harness.connect();
  });
  const play: SyncPlay = {
    database,
    provider,
    get harness() {
      return harness;
    },
    get owner() {
      return owner;
    },
    moveTo(url) {
      harness = createSyncHarness(database, url);
      harness.clock.set(`${TODAY}T06:00:00Z`);
    },
    async sync(calls, listed = [LISTED]) {
      provider.script(listed as Row[], calls);
      harness.waits.length = 0;
      const done = await harness.sync(owner);
      harness.clock.advance(24 * 3600 * 1000);
      return done;
    },
    accountsOf: (sync) => listSyncAccounts(database.sql, owner.householdId, [sync.id]),
    async codes(sync) {
      const accounts = await play.accountsOf(sync);
      const errors = [...sync.errors, ...accounts.flatMap((account) => account.errors)];
      return errors.map(({ code }) => code).filter((code) => code !== 'accounts_failed');
    },
    live: () => database.sql<Row[]>`
      select *
      from transactions
      where household_id = ${owner.householdId}
        and removed_at is null
      order by date, amount, external_id`,
    async ledger() {
      const rows = await play.live();
      return rows.map((t) => `${t['date']} ${t['amount']} ${t['pending'] ? 'pending' : 'posted'}`);
    },
    links: () => database.sql<Row[]>`
      select p.*, a.balance, a.currency, a.name
      from provider_accounts p
      join accounts a on a.id = p.account_id
      where p.household_id = ${owner.householdId}
      order by p.provider_account_id`,
    async connection() {
      const found = await findConnection(database.sql, owner.householdId, owner.connectionId);
      if (found === null) throw new Error('the connection is gone');
      return found;
    },
    callsTo: (path) => provider.seen.filter((request) => request.path === path).length,
  };
  return play;
}
