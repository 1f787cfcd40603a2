import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { csvImports } from './csv-imports.ts';
import { publish, readSession, storeSession } from './import-sessions.ts';
import { runImport, type StoredSession } from './run-import-job.ts';
import { createTenant, type TestApi, type TestTenant } from './start-api.ts';
import { insertTestConnection } from './sync-harness.ts';
import { shopRow } from './sync-play.ts';
import { withSyncedApi } from './synced-api.ts';
import { workerContext } from './worker-context.ts';

/** What a bank lists as one account, and its rows. */
export const EVERYDAY = {
  id: 'p1',
  name: 'Everyday',
  institution_name: 'Bank',
  currency: 'EUR',
  status: 'ACTIVE',
};
export const bankRow = (id: string | null, amount: number, day: string, over: object = {}) =>
  shopRow(id, amount, { date: `2025-06-${day}`, ...over });

/** Households with banks, files and exports; each test founds its own. */
export function withHouseholds() {
  const synced = withSyncedApi();
  const { database, api } = synced;

  const homeOf = (tenant: TestTenant) => {
    const own = api.of(tenant);
    const imports = csvImports(database, own);
    const list = async (path: string): Promise<any[]> => (await own.get(`/api/v1/${path}`)).data;
    const { householdId } = tenant;
    const home = {
      ...tenant,
      request: (...sent: Parameters<TestApi['request']>) => own.request(...sent),
      imports,
      list,
      connect: () =>
        insertTestConnection(synced.harness.context, `key-${randomUUID()}`, householdId),
      /** Reads a file; its verdicts say what its rows would become. */
      readFile: (raw_file_content: string, fields: object = {}) =>
        imports.create({ raw_file_content, ...fields }),
      async importFile(raw_file_content: string, fields: object = {}) {
        const made = await imports.create({ raw_file_content, ...fields });
        return imports.publish(made.id);
      },
      /** Date, amount and name of each transaction. */
      async ledger(): Promise<string[]> {
        const rows = await list('transactions?per_page=100');
        return rows.map(({ date, amount, name, pending }) =>
          [date, amount, name, ...(pending === true ? ['pending'] : [])].join(' '),
        );
      },
      async exported(): Promise<string[]> {
        return (await imports.exportText()).split('\n').filter((line) => line !== '');
      },
      /** Imports what another household exported, in two chunks; the session. */
      async tryToRestore(lines: readonly string[]) {
        const half = Math.ceil(lines.length / 2);
        const chunks = [lines.slice(0, half), lines.slice(half)].filter(({ length }) => length > 0);
        return home.run(await storeSession(database, chunks, householdId));
      },
      async run(session: StoredSession) {
        const stored = await publish(database.sql, session);
        await runImport(workerContext(database), stored);
        return readSession(database.sql, stored);
      },
    };
    return {
      ...home,
      /** The same, without a fault; the session's id. */
      async restore(lines: readonly string[]): Promise<string> {
        const { id, error } = await home.tryToRestore(lines);
        expect(error).to.equal(null);
        return id;
      },
    };
  };

  return {
    synced,
    database,
    found: async () => homeOf(await createTenant(database, 'Home')),
    /** One sync with these rows of EVERYDAY, a day after the last one; what it did with them. */
    sync: async (
      connection: { householdId: string; connectionId: string },
      transactions: object[],
      listed: Record<string, any> = EVERYDAY,
      holdings?: object,
    ) => {
      synced.provider.script(
        [listed],
        [
          { path: `/accounts/${listed['id']}/transactions`, json: { transactions }, times: 3 },
          ...(holdings === undefined
            ? []
            : [{ path: `/accounts/${listed['id']}/holdings`, json: holdings }]),
        ],
      );
      const run = await synced.harness.sync(connection);
      synced.harness.clock.advance(24 * 3600 * 1000);
      const [account] = await database.sql<{ counts: Record<string, number>; warnings: any[] }[]>`
        select counts, warnings from sync_accounts where sync_id = ${run.id}`;
      return { ...account?.counts, warnings: account?.warnings.map(({ code }) => code) };
    },
  };
}

/** What a person corrects in the row of a trade: by what the file says of it, later files know it again. */
export const TRADE_CORRECTIONS = [
  { quantity: '100' },
  { price: '5.75' },
  { ticker: 'ACNE', exchange_operating_mic: 'XETR' },
  { date: '2025-02-03', quantity: '11' },
  { account: 'Other' },
];
