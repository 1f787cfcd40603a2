import { expect } from 'chai';
import postgres from 'postgres';
import { sealSecret } from '../../../shared/platform/crypto.ts';
import { setIgnored } from '../../../shared/sync/store/provider-accounts.ts';
import {
  findConnection,
  updateConnection,
} from '../../../shared/sync/store/provider-connections.ts';
import {
  addCounts,
  NO_COUNTS,
  listSyncAccounts,
} from '../../../shared/sync/store/sync-accounts.ts';
import type { Sync } from '../../../shared/sync/store/syncs.ts';
import { withScriptedProvider, type ScriptedCall } from '../../helpers/scripted-provider.ts';
import { createSyncHarness, type SyncHarness } from '../../helpers/sync-harness.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { readSource } from '../../helpers/checkout.ts';

interface Case {
  name: string;
  title: string;
  live_only?: boolean;
  settings: Record<string, any>;
  accounts: Record<string, any>[];
  syncs: {
    at: string;
    calls: ScriptedCall[];
    expect: Record<string, any>;
    before?: Record<string, any>[];
  }[];
}

const cases = (JSON.parse(readSource('test/cases/provider.json')) as Case[]).filter(
  (each) => !each.live_only,
);

interface Player {
  householdId: string;
  connectionId: string;
  key: string;
  labels: Map<string, string>;
}

describe('sync cases, through the real job', function () {
  const database = withDatabase();
  const provider = withScriptedProvider();

  for (const one of cases) {
    it(`${one.name}: ${one.title}`, async () => {
      const settings = { ...one.settings };
      const players = new Map<string, Player>();
      for (const step of one.syncs) {
        const harness = createSyncHarness(database, provider.url, {
          PROVIDER_INCLUDE_PENDING: String(settings['include_pending']),
          PROVIDER_INITIAL_DAYS: String(settings['initial_days']),
          PROVIDER_LOOKBACK_DAYS: String(settings['lookback_days']),
          PROVIDER_DEBUG_RAW: String(settings['debug_raw'] ?? false),
          ...(step.calls.some(({ fault }) => fault === 'timeout') && {
            PROVIDER_TIMEOUT_MS: '300',
          }),
        });
        harness.clock.set(step.at);
        const user = (step.expect['user'] as string | undefined) ?? 'u1';
        const player = players.get(user) ?? (await newPlayer(harness, settings));
        players.set(user, player);
        for (const op of step.before ?? []) await prepare(harness, player, op, settings);
        if (step.before?.some(({ op }) => op === 'set')) {
          Object.assign(harness.context.config, {
            providerIncludePending: settings['include_pending'],
          });
        }
        const calls = JSON.parse(
          JSON.stringify(step.calls).replaceAll('{api_key}', player.key),
        ) as ScriptedCall[];
        provider.script(one.accounts, calls);
        const sync = await harness.sync(player);
        await check(harness, player, sync, step.expect, new Date(step.at));
      }
    });
  }

  async function newPlayer(harness: SyncHarness, settings: Record<string, any>): Promise<Player> {
    const key = `secret-${Math.random().toString(36).slice(2)}-key`;
    const connection = await harness.connect(key);
    await database.sql`
      update provider_connections
      set history_start = ${settings['history_start']}
      where id = ${connection.connectionId}`;
    await database.sql`
      update households
      set time_zone = ${settings['timezone']}
      where id = ${connection.householdId}`;
    return { ...connection, key, labels: new Map() };
  }

  async function prepare(
    harness: SyncHarness,
    player: Player,
    op: Record<string, any>,
    settings: Record<string, any>,
  ): Promise<void> {
    const { sql } = database;
    const now = harness.clock.now();
    if (op['op'] === 'set') settings[op['setting']] = op['value'];
    else if (op['op'] === 'user_edit') await edit(player, op['row'], op['set']);
    else if (op['op'] === 'replace_key') {
      player.key = `${player.key}-2`;
      const credential = sealSecret(
        harness.context.config.credentialKeys!,
        player.key,
        player.connectionId,
      );
      const change = { credential, lastFour: 'ey-2' };
      await updateConnection(sql, player.householdId, player.connectionId, change, now);
    } else if (op['op'] === 'unlink' || op['op'] === 'link') {
      const [account] = await sql`
        select account_id
        from provider_accounts
        where household_id = ${player.householdId}
          and provider_account_id = ${op['account']}`;
      await setIgnored(sql, player.householdId, account!['accountId'], op['op'] === 'unlink', now);
    } else throw new Error(`unknown operation ${op['op']}`);
  }

  async function edit(player: Player, label: string, set: Record<string, string>): Promise<void> {
    const { sql } = database;
    const id = player.labels.get(label)!;
    if (set['name'] !== undefined) {
      await sql`
        update transactions
        set name = ${set['name']},
          locked_attributes = locked_attributes || '{"name": "2025-06-11T00:00:00Z"}'
        where id = ${id}`;
    }
    if (set['category'] !== undefined) {
      const [category] = await sql`
        insert into categories (household_id, name)
        values (${player.householdId}, ${set['category']})
        returning id`;
      await sql`
        update transactions
        set category_id = ${category!['id']},
          locked_attributes = locked_attributes || '{"category_id": "2025-06-11T00:00:00Z"}'
        where id = ${id}`;
    }
  }

  async function check(
    harness: SyncHarness,
    player: Player,
    sync: Sync,
    expected: Record<string, any>,
    at: Date,
  ): Promise<void> {
    const accounts = await listSyncAccounts(database.sql, player.householdId, [sync.id]);
    const codes = (kind: 'errors' | 'warnings'): string[] =>
      [...sync[kind], ...accounts.flatMap((account) => account[kind])].map(({ code }) => code);
    const summary = `errors: ${codes('errors').join()} warnings: ${codes('warnings').join()}`;
    expect(sync.status, summary).to.equal(expected['status']);
    expect(codes('errors')).to.include.members(expected['errors'] ?? []);
    expect(codes('warnings')).to.include.members(expected['warnings'] ?? []);
    if (expected['counts'] !== undefined) {
      const counts = accounts.reduce((sum, { counts }) => addCounts(sum, counts), {});
      expect({ ...NO_COUNTS, ...counts }).to.include(expected['counts']);
    }
    checkWaits(harness, expected);
    checkRequests(player, expected);
    await checkRows(player, expected);
    await checkAccounts(player, expected);
    await checkHoldings(player, expected);
    const { householdId, connectionId } = player;
    const connection = (await findConnection(database.sql, householdId, connectionId))!;
    checkOne(expected, 'connection_status', connection.status);
    if (expected['next_attempt_min_s'] !== undefined) {
      const waitMs = connection.nextSyncAt!.getTime() - at.getTime();
      expect(waitMs).to.be.at.least(expected['next_attempt_min_s'] * 1000);
    }
    const written = JSON.stringify(harness.captured.lines);
    expect(written).to.not.include(player.key);
    if (expected['log_must_not_contain'] !== undefined) {
      expect(written).to.include('PROVIDER_DEBUG_RAW');
    }
  }

  /** What the case says of it, if it does. */
  function checkOne(expected: Record<string, any>, name: string, actual: unknown): void {
    if (expected[name] !== undefined) expect(actual, name).to.deep.equal(expected[name]);
  }

  function checkWaits(harness: SyncHarness, expected: Record<string, any>): void {
    for (const [index, seconds] of (expected['waits_min_s'] ?? []).entries()) {
      expect(harness.waits[index]).to.be.at.least(seconds * 1000);
    }
    checkOne(expected, 'waits_count', harness.waits.length);
  }

  function checkRequests(player: Player, expected: Record<string, any>): void {
    for (const [path, most] of Object.entries<number>(expected['max_calls'] ?? {})) {
      const calls = provider.seen.filter((request) => request.path === path);
      expect(calls, path).to.have.length.at.most(most);
    }
    expect(provider.seen.every(({ key }) => key === player.key)).to.equal(true);
    const wanted = expected['query_expect'];
    if (wanted === undefined) return;
    const query = provider.seen.find(({ path }) => path.endsWith('/transactions'))!.query;
    checkOne(wanted, 'from', query.get('from'));
    if (wanted.from_on_or_before !== undefined) {
      expect(query.get('from')! <= wanted.from_on_or_before, query.toString()).to.equal(true);
    }
    if (wanted.include_pending === 'absent_or_false') {
      expect([null, 'false']).to.include(query.get('include_pending'));
    }
  }

  async function checkRows(player: Player, expected: Record<string, any>): Promise<void> {
    const all = await database.sql<Record<string, any>[]>`
      select t.id, t.external_id, t.amount, t.currency, t.date, t.pending, t.name, t.removed_at,
        t.removed_reason, t.stale_pending, t.provider_merchant as merchant, c.name as category,
        p.provider_account_id as account
      from transactions t
      join provider_accounts p on p.account_id = t.account_id
      left join categories c on c.id = t.category_id
      where t.household_id = ${player.householdId}
      order by t.created_at, t.external_id`;
    const live = all.filter((row) => row['removedAt'] === null);
    checkOne(expected, 'live_count', live.length);
    checkOne(expected, 'pending_count', live.filter((row) => row['pending']).length);
    if (expected['posted_ids'] !== undefined) {
      const posted = live.filter((row) => !row['pending']).map((row) => row['externalId']);
      expect(posted).to.have.members(expected['posted_ids']);
    }
    if (expected['transactions'] !== undefined) matchRows(player, live, expected['transactions']);
    for (const label of expected['removed'] ?? []) {
      const row = all.find(({ id }) => id === player.labels.get(label))!;
      expect(row['removedReason']).to.equal('vanished');
    }
    for (const [label, flag] of Object.entries(expected['flags'] ?? {})) {
      expect(flag).to.equal('stale_pending');
      // A case may name a row that it never listed: then it is the only one.
      const id = player.labels.get(label) ?? live[0]!['id'];
      expect(live.find((row) => row['id'] === id)!['stalePending']).to.equal(true);
    }
    const suggestions = await database.sql`
      select 1
      from transaction_suggestions
      where household_id = ${player.householdId}`;
    checkOne(expected, 'suggestions', suggestions.length);
    checkOne(expected, 'total_rows', live.length * 2);
  }

  function matchRows(
    player: Player,
    live: Record<string, any>[],
    expected: Record<string, any>[],
  ): void {
    expect(live).to.have.length(expected.length);
    const free = new Set(live);
    for (const { row: label, external_id, ...fields } of expected) {
      const known = player.labels.get(label);
      const found = [...free].find(
        (row) =>
          (known === undefined || row['id'] === known) &&
          (external_id === '<synthetic>'
            ? /^syn_/.test(row['externalId'])
            : row['externalId'] === external_id) &&
          Object.entries(fields).every(([key, value]) => row[postgres.toCamel(key)] === value),
      );
      expect(found, `${label} among ${JSON.stringify([...free])}`).to.not.equal(undefined);
      free.delete(found!);
      player.labels.set(label, found!['id']);
    }
  }

  async function checkAccounts(player: Player, expected: Record<string, any>): Promise<void> {
    const rows = await database.sql<Record<string, any>[]>`
      select p.provider_account_id, p.state, p.watermark, p.holdings_state, a.currency, a.balance
      from provider_accounts p
      join accounts a on a.id = p.account_id
      where p.household_id = ${player.householdId}`;
    const byId = new Map(rows.map((row) => [row['providerAccountId'], row]));
    for (const row of rows) checkOne(expected, 'watermark', row['watermark']);
    for (const [id, state] of Object.entries(expected['account_state'] ?? {})) {
      expect(byId.get(id)!['state']).to.equal(state);
    }
    for (const [id, state] of Object.entries(expected['holdings_state'] ?? {})) {
      expect(byId.get(id)!['holdingsState']).to.equal(state);
    }
    for (const [id, currency] of Object.entries(expected['account_currency'] ?? {})) {
      expect(byId.get(id)!['currency']).to.equal(currency);
    }
    for (const [id, balance] of Object.entries(expected['balances'] ?? {})) {
      const row = byId.get(id)!;
      expect([row['balance'], row['currency']]).to.deep.equal(balance);
    }
    checkOne(expected, 'total_accounts', rows.length * 2);
  }

  async function checkHoldings(player: Player, expected: Record<string, any>): Promise<void> {
    const rows = await database.sql<Record<string, any>[]>`
      select h.external_id as key, s.ticker, h.quantity, h.value, h.currency,
        p.provider_account_id as account
      from holdings h
      join securities s on s.id = h.security_id
      join provider_accounts p on p.account_id = h.account_id
      where h.household_id = ${player.householdId}`;
    checkOne(expected, 'holdings_count', rows.length);
    for (const holding of expected['holdings'] ?? []) expect(rows).to.deep.include(holding);
    for (const [currency, total] of Object.entries(expected['holdings_totals'] ?? {})) {
      const [sum] = await database.sql`
        select sum(value) as total
        from holdings
        where household_id = ${player.householdId}
          and currency = ${currency}`;
      expect(sum!['total']).to.equal(total);
    }
  }
});
