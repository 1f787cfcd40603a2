import { expect } from 'chai';
import postgres from 'postgres';
import { FEED_TYPE_NAMES, feedType } from '../../../shared/changes/feed-types.ts';
import { feedHead, readFeed } from '../../../shared/changes/feed.ts';
import { newHousehold } from '../../helpers/rule-fixtures.ts';
import { untilComplete } from '../../helpers/until-complete.ts';
import { withDatabase } from '../../helpers/with-database.ts';

/** Rows that belong to a record of the feed, which shows them. */
const PARTS: Readonly<Record<string, string>> = {
  budget_categories: 'budget',
  import_chunks: 'import_session',
  provider_accounts: 'account',
  sync_accounts: 'sync',
  transaction_tags: 'transaction',
};

/** A row of each table, by statements that name what earlier ones made. */
const ROWS: Readonly<Record<string, string>> = {
  provider_connections: `insert into provider_connections (household_id, name, credential_key_id, credential_ciphertext, credential_last_four)
    values ($household, 'Bank', 'k', '\\x00', '1234')`,
  accounts: `insert into accounts (household_id, name, currency) values ($household, 'Account', 'EUR')`,
  other_accounts: `insert into accounts (household_id, name, currency) values ($household, 'Other', 'EUR')`,
  provider_accounts: `insert into provider_accounts (household_id, connection_id, provider_account_id, account_id)
    values ($household, $provider_connections, 'p', $accounts)`,
  account_suggestions: `insert into account_suggestions (household_id, account_id, candidate_id) values ($household, $accounts, $other_accounts)`,
  categories: `insert into categories (household_id, name) values ($household, 'Category')`,
  tags: `insert into tags (household_id, name) values ($household, 'Tag')`,
  merchants: `insert into merchants (household_id, name) values ($household, 'Merchant')`,
  rules: `insert into rules (household_id, name) values ($household, 'Rule')`,
  budgets: `insert into budgets (household_id, start_date, end_date, currency) values ($household, '2026-01-01', '2026-01-31', 'EUR')`,
  budget_categories: `insert into budget_categories (household_id, budget_id, category_id, currency) values ($household, $budgets, $categories, 'EUR')`,
  import_profiles: `insert into import_profiles (household_id, name, type) values ($household, 'Profile', 'TransactionImport')`,
  imports: `insert into imports (household_id, type, request_digest, filename, content_type, byte_size)
    values ($household, 'TransactionImport', 'd', 'f.csv', 'text/csv', 1)`,
  import_sessions: `insert into import_sessions (household_id, type) values ($household, 'NativeImport')`,
  import_chunks: `insert into import_chunks (household_id, session_id, sequence, content_digest) values ($household, $import_sessions, 1, 'd')`,
  syncs: `insert into syncs (household_id, connection_id, trigger, deadline_at) values ($household, $provider_connections, 'manual', now())`,
  sync_accounts: `insert into sync_accounts (household_id, sync_id, provider_account_id, account_id, position)
    values ($household, $syncs, $provider_accounts, $accounts, 1)`,
  rule_runs: `insert into rule_runs (household_id, execution_type, trigger) values ($household, 'manual', 'request')`,
  recurring_transactions: `insert into recurring_transactions (household_id, amount, currency, expected_day_of_month, last_occurrence_date, next_expected_date)
    values ($household, 1, 'EUR', 1, '2026-01-01', '2026-02-01')`,
  valuations: `insert into valuations (household_id, account_id, date, amount, currency) values ($household, $accounts, '2026-01-01', 1, 'EUR')`,
  balances: `insert into balances (household_id, account_id, date, balance, currency) values ($household, $accounts, '2026-01-01', 1, 'EUR')`,
  securities: `insert into securities (household_id, name) values ($household, 'Security')`,
  trades: `insert into trades (household_id, account_id, security_id, date, name, quantity, price, amount, currency)
    values ($household, $accounts, $securities, '2026-01-01', 'Trade', 1, 1, -1, 'EUR')`,
  holdings: `insert into holdings (household_id, account_id, security_id, date, quantity, currency)
    values ($household, $accounts, $securities, '2026-01-01', 1, 'EUR')`,
  transactions: `insert into transactions (household_id, account_id, date, amount, currency, name) values ($household, $accounts, '2026-01-01', 1, 'EUR', 'In')`,
  other_transactions: `insert into transactions (household_id, account_id, date, amount, currency, name)
    values ($household, $other_accounts, '2026-01-01', -1, 'EUR', 'Out')`,
  transaction_tags: `insert into transaction_tags (household_id, transaction_id, tag_id) values ($household, $transactions, $tags)`,
  transaction_suggestions: `insert into transaction_suggestions (household_id, transaction_id, candidate_ids)
    values ($household, $transactions, array[$other_transactions])`,
  transfers: `insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id) values ($household, $transactions, $other_transactions)`,
  rejected_transfers: `insert into rejected_transfers (household_id, inflow_transaction_id, outflow_transaction_id)
    values ($household, $transactions, $other_transactions)`,
  transfer_suggestions: `insert into transfer_suggestions (household_id, inflow_transaction_id, outflow_transaction_id)
    values ($household, $transactions, $other_transactions)`,
};

/** The column by which a row of a table is found, and of a part its record. */
const KEYS: Readonly<Record<string, string>> = {
  budget_categories: 'budget_id',
  import_chunks: 'session_id',
  provider_accounts: 'account_id',
  sync_accounts: 'sync_id',
  transaction_tags: 'transaction_id',
};

describe('what writes a record of the feed', () => {
  const database = withDatabase();
  let household = '';
  const made = new Map<string, string>();

  /** Does it, signed; the first row that it returns, and what the feed brings of it, as `type id`. */
  async function written(statement: string, sign: string) {
    const after = await feedHead(database.sql);
    const [row] = await database.sql.begin(async (tx) => {
      await tx`select set_config('ledgerline.cause', ${sign}, true), set_config('ledgerline.cause_id', ${sign === '' ? '' : household}, true)`;
      return tx.unsafe<Record<string, string>[]>(statement);
    });
    await untilComplete(database.sql);
    const { lines } = await readFeed(database.sql, [household], { after, limit: 500 });
    return { row, ids: lines.map(({ type, id }) => `${type} ${id}`) };
  }

  async function insert(name: string, sign: string): Promise<string[]> {
    const statement = (ROWS[name] ?? '').replaceAll(/\$(\w+)/g, (_, what: string) =>
      what === 'household' ? `'${household}'` : `'${made.get(what) ?? ''}'::uuid`,
    );
    const { row, ids } = await written(`${statement} returning *`, sign);
    const key = KEYS[name.replace('other_', '')] ?? 'id';
    made.set(name, row?.['id'] ?? '');
    made.set(`key of ${name}`, row?.[postgres.toCamel(key)] ?? '');
    return ids;
  }

  const typeOf = (table: string) =>
    PARTS[table] ?? FEED_TYPE_NAMES.find((name) => feedType(name).table === table) ?? '';

  it('names every table of the feed and every part of its records', async () => {
    const tables = FEED_TYPE_NAMES.map((name) => feedType(name).table);
    const triggered = await database.sql<{ table: string }[]>`
      select distinct tgrelid::regclass::text as table
      from pg_trigger
      where tgname like 'note_%' and tgrelid::regclass::text not in ('api_keys', 'webhook_endpoints', 'webhook_secrets')`;
    expect(triggered.map(({ table }) => table)).to.have.members([
      ...tables,
      ...Object.keys(PARTS),
      'securities',
    ]);
    expect(Object.keys(ROWS).filter((name) => !name.startsWith('other_'))).to.have.members(
      [...tables, ...Object.keys(PARTS), 'securities'].filter((table) => table !== 'households'),
    );
  });

  for (const sign of ['', 'key', 'import', 'sync', 'rule', 'transfer', 'undo']) {
    it(`is in the feed, signed ${sign === '' ? 'with nothing' : sign}`, async () => {
      household = await newHousehold(database.sql);
      for (const name of Object.keys(ROWS)) {
        const lines = await insert(name, sign);
        const table = name.replace('other_', '');
        if (table !== 'securities') {
          expect(lines, `insert into ${table}`).to.include(
            `${typeOf(table)} ${made.get(`key of ${name}`)}`,
          );
        }
      }
      const moved = `update households set time_zone = 'Europe/Zurich' where id = '${household}'`;
      expect((await written(moved, sign)).ids).to.include(`household ${household}`);
      for (const name of Object.keys(ROWS).toReversed()) {
        const table = name.replace('other_', '');
        if (table === 'securities' || table !== name) continue;
        const key = made.get(`key of ${name}`) ?? '';
        const where = `where ${KEYS[table] ?? 'id'} = '${key}'`;
        const set =
          table === 'transaction_tags'
            ? 'tag_id = tag_id'
            : table === 'transactions'
              ? `provider_description = 'x'`
              : table.startsWith('rejected') || table.endsWith('suggestions')
                ? 'created_at = now()'
                : 'updated_at = now()';
        const line = `${typeOf(table)} ${key}`;
        const { ids: lines } = await written(`update ${table} set ${set} ${where}`, sign);
        // How far a sync is comes with its end.
        if (table === 'sync_accounts' && sign === 'sync') expect(lines).to.deep.equal([]);
        else expect(lines, `update ${table}`).to.include(line);
        const gone = `delete from ${table}`;
        expect((await written(`${gone} ${where}`, sign)).ids, gone).to.include(line);
      }
    });
  }

  it('brings an account when it gets, changes or loses the opening balance that it shows', async () => {
    household = await newHousehold(database.sql);
    await insert('accounts', '');
    const account = made.get('accounts') ?? '';
    const statements = [
      (ROWS['valuations'] ?? '')
        .replace('amount,', 'kind, amount,')
        .replace(`1, 'EUR'`, `'opening_anchor', 1, 'EUR'`),
      `update valuations set amount = 2 where account_id = '${account}'`,
      `delete from valuations where account_id = '${account}'`,
    ];
    for (const statement of statements) {
      const { ids } = await written(
        statement.replace('$household', `'${household}'`).replace('$accounts', `'${account}'`),
        'import',
      );
      expect(ids, statement).to.include(`account ${account}`);
    }
    expect(await insert('valuations', 'import')).not.to.include(`account ${account}`);
    for (const statement of statements.slice(1)) {
      const { ids } = await written(statement, 'import');
      expect(ids, statement).not.to.include(`account ${account}`);
    }
  });
});
