import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { addDays } from '#preflight/days';
import { createSandboxProvider, type SandboxProvider } from '../../../sandbox-provider/server.ts';
import { csvImports, csvOf } from '../../helpers/csv-imports.ts';
import { forAllAsync } from '../../helpers/for-all.ts';
import { action, condition, newNamed, newRule } from '../../helpers/rule-fixtures.ts';
import { createTenant, startApi } from '../../helpers/start-api.ts';
import { createSyncHarness, insertTestConnection } from '../../helpers/sync-harness.ts';
import { withDatabase } from '../../helpers/with-database.ts';

/** More rounds: `MIXED_RUNS=200 CASES_MS=3600000`, and `--timeout 3600000`. */
const RUNS = Number(process.env['MIXED_RUNS'] ?? 6);
const TODAY = new Date().toISOString().slice(0, 10);
const FIRST = addDays(TODAY, -6);

/** What the feed calls a shop, and how files write that. */
const SHOPS = [
  ['Cafe Uno', 'CAFE UNO', 'cafe  uno', ' Cafe\u00a0Uno '],
  ['Bäckerei Strauß', 'BÄCKEREI STRAUSS'],
  ['Kiosk', 'KIOSK'],
] as const;

/** A purchase; the feed has it from the step `listed` on, pending for one more. */
const purchase = fc
  .record({
    day: fc.integer({ min: 0, max: 4 }),
    apart: fc.nat(2),
    shop: fc.nat(SHOPS.length - 1),
    listed: fc.option(fc.nat(8)),
    wasPending: fc.boolean(),
  })
  .map(({ day, apart, shop, listed, wasPending }) => ({
    date: addDays(FIRST, day),
    fileDate: addDays(FIRST, listed === null ? day : day + apart),
    shop,
    // Each shop has its own prices, and so have purchases that only files have: a bank's row may be any of its price nearby.
    amount: `-${10 * shop + (listed === null ? 1 : 0)}.50`,
    listed,
    wasPending,
  }));
type Purchase = typeof purchase extends fc.Arbitrary<infer T> ? T : never;

/** What is done: a file of some of the purchases in any order and spelling, one of those before again or undone, a sync. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('import' as const),
    places: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 8 }),
    spelling: fc.nat(3),
    category: fc.constantFrom('', 'Food'),
  }),
  fc.record({ kind: fc.constant('again' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('undo' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('sync' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A purchase as the ledger has it in the end, whatever order its rows came in. */
const lineOf = ({ date, amount, shop }: Purchase): string =>
  [date, amount, shop === 0 ? 'coffee' : plain(SHOPS[shop]![0])].join(' ');
const plain = (name: string): string =>
  name.toLowerCase().replaceAll(/\s+/g, ' ').trim().replace('strauss', 'strauß');

/** What the ledger has in the end: all that the bank has listed, and of the others what the files have. */
function expectedLines(purchases: readonly Purchase[], files: readonly number[][]): string[] {
  const only = files.map((places) =>
    places
      .map((place) => purchases[place]!)
      .filter(({ listed }) => listed === null)
      .map(lineOf),
  );
  // Of equal rows as many as the file with most of them has: one of each of two files may be one purchase.
  const most = [...new Set(only.flat())].flatMap((line) => {
    const counts = only.map((lines) => lines.filter((each) => each === line).length);
    return Array<string>(Math.max(...counts)).fill(line);
  });
  return [...purchases.filter(({ listed }) => listed !== null).map(lineOf), ...most].sort();
}

/** The rows of a file that has these purchases. */
function rowsOf(
  purchases: readonly Purchase[],
  { places, spelling, category }: Pick<File, 'places'> & { spelling: number; category: string },
): string[][] {
  return places.map((place) => {
    const { fileDate, amount, shop } = purchases[place]!;
    const spellings = SHOPS[shop]!;
    return [fileDate, amount, spellings[spelling % spellings.length]!, category];
  });
}

interface File {
  id: string;
  /** Of its purchases. */
  places: number[];
  rows: string[][];
  /** The export before it was imported. */
  before: string;
}

describe('files between the syncs of their account, with rules', () => {
  const database = withDatabase();
  const api = startApi(database);
  let sandbox: SandboxProvider;
  before(async () => {
    sandbox = await createSandboxProvider({ settings: { rate_headers: false } }).listen();
  });
  after(() => sandbox.close());

  /** A household that has synced an empty account once, and what is done there. */
  const openHousehold = async (purchases: readonly Purchase[]) => {
    const tenant = await createTenant(database, 'Mixed');
    const { householdId } = tenant;
    const imports = csvImports(database, api.of(tenant));
    const harness = createSyncHarness(database, sandbox.url);
    const key = randomUUID();
    let steps = -1;
    const account = {
      id: '1',
      listing: { id: '1', name: 'Everyday', currency: 'EUR', status: 'ACTIVE' },
      balance: { amount: 100, currency: 'EUR' },
      holdings: null,
      rows: () =>
        purchases
          .map(({ date, shop, amount, listed, wasPending }, place) => ({
            ...{ id: `row-${place}`, date, amount, currency: 'EUR', merchant: SHOPS[shop]![0] },
            isPending: wasPending && listed === steps,
            isListed: listed !== null && listed <= steps,
          }))
          .filter(({ isListed }) => isListed)
          .sort((one, other) => other.date.localeCompare(one.date)),
      settle: () => 0,
    };
    sandbox.state.users.set(key, { key, accounts: [account] });
    const connection = await insertTestConnection(harness.context, key, householdId);
    const sync = async (): Promise<void> => {
      harness.clock.set(new Date());
      expect((await harness.sync(connection)).status).to.equal('completed');
      await imports.applyRules();
    };
    await sync();
    const [{ id: account_id }] = await database.sql<[{ id: string }]>`
      select id from accounts where household_id = ${householdId}`;
    await newRule(database.sql, householdId, {
      conditions: [condition('transaction_name', 'like', 'cafe')],
      actions: [action('set_transaction_name', 'Coffee')],
    });
    await newRule(database.sql, householdId, {
      conditions: [condition('transaction_name', 'like', 'KIOSK')],
      actions: [
        action('set_transaction_category', await newNamed(database.sql, 'categories', householdId)),
      ],
    });
    return {
      imports,
      sync,
      at: (step: number): void => void (steps = step),
      async publish(rows: readonly (readonly string[])[]) {
        const raw_file_content = csvOf('date,amount,name,category', rows);
        const category_col_label = 'category';
        const { id } = await imports.create({ raw_file_content, account_id, category_col_label });
        const { verdicts, error } = await imports.publish(id);
        expect(error).to.equal(null);
        await imports.applyRules();
        return { id: id as string, added: verdicts.new as number };
      },
      ledger: () => database.sql<
        { id: string | null; date: string; amount: string; name: string }[]
      >`
        select external_id as id, date::text, amount::numeric(12, 2)::text, name
        from transactions
        where household_id = ${householdId} and removed_at is null`,
    };
  };

  const play = async (purchases: readonly Purchase[], steps: readonly Step[]): Promise<void> => {
    const household = await openHousehold(purchases);
    const { imports } = household;
    const files: File[] = [];
    const undone = new Set<File>();
    /** The import after which nothing else has happened. */
    let latest: File | undefined;
    const publish = async (places: number[], rows: string[][]): Promise<number> => {
      const before = await imports.exportText();
      const { id, added } = await household.publish(rows);
      latest = { id, places, rows, before };
      files.push(latest);
      return added;
    };
    const undo = async (file: File): Promise<void> => {
      await imports.undo(file.id);
      await imports.applyRules();
      undone.add(file);
      if (latest === file) expect(await imports.exportText()).to.equal(file.before);
      latest = undefined;
    };
    for (const [index, each] of steps.entries()) {
      household.at(index);
      const file = 'which' in each ? files[each.which % (files.length || 1)] : undefined;
      if (each.kind === 'sync') {
        await household.sync();
        latest = undefined;
      } else if (each.kind === 'import') {
        const places = each.places.filter((place) => place < purchases.length);
        if (places.length > 0) await publish(places, rowsOf(purchases, { ...each, places }));
      } else if (file !== undefined && each.kind === 'again') {
        const added = await publish(file.places, file.rows);
        if (!undone.has(file)) expect(added, 'the same file again').to.equal(0);
      } else if (file !== undefined && !undone.has(file)) {
        await undo(file);
      }
    }
    household.at(Infinity);
    await household.sync();
    await household.sync();
    const live = files.filter((file) => !undone.has(file));
    const ledger = await household.ledger();
    expect(
      ledger.map(({ date, amount, name }) => [date, amount, plain(name)].join(' ')).sort(),
    ).to.deep.equal(
      expectedLines(
        purchases,
        live.map(({ places }) => places),
      ),
    );
    expect(ledger.filter(({ id }) => id !== null)).to.have.length(
      purchases.filter(({ listed }) => listed !== null).length,
    );
  };

  it('double nothing, lose nothing, and undo leaves what the bank and the other files have', async () => {
    await forAllAsync(
      RUNS,
      fc.array(purchase, { minLength: 1, maxLength: 8 }),
      fc.array(step, { minLength: 4, maxLength: 12 }),
      play,
    );
  });
});
