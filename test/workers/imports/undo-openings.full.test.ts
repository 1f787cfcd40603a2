import { expect } from 'chai';
import { cases } from '../../helpers/cases.ts';
import { csvOf, withImports } from '../../helpers/csv-imports.ts';
import { importChunks } from '../../helpers/import-sessions.ts';
import * as sample from '../../helpers/sample-records.ts';
import { PROVEN } from '../../packages/preflight/statements/made-statements.ts';

const ACCOUNT = 'NL91ABNA0417164300';
const BOOKINGS = [
  ['2025-03-03', '-1000'],
  ['2025-03-28', '-500'],
  ['2025-04-02', '-1000.5'],
  ['2025-04-20', '-100'],
  ['2025-05-05', '250'],
].map(([date = '', amount = ''], at) => ({
  ...{ date, amount, id: `R${at}`, name: `Shop ${at}`, notes: `Text ${at}` },
}));
const before = (date: string): number =>
  BOOKINGS.reduce((sum, one) => sum + (one.date < date ? Number(one.amount) : 0), 5000);

/** A statement of these days of an account that opened with 5000. */
function statementOf(from: string, to: string) {
  const bookings = BOOKINGS.filter(({ date }) => date >= from && date < to);
  const [opening, closing] = [String(before(from)), String(before(to))];
  return { account: ACCOUNT, currency: 'EUR', opening, closing, bookings };
}
const MARCH = statementOf('2025-03-01', '2025-04-01');
const APRIL = statementOf('2025-04-01', '2025-05-01');
const MAY = statementOf('2025-05-01', '2025-06-01');
/** Has the last booking of March, the first of April, and none of its own before March ends. */
const BOTH = statementOf('2025-03-20', '2025-04-10');

const ordersOf = (count: number): number[][] =>
  count === 0
    ? [[]]
    : ordersOf(count - 1).flatMap((order) =>
        Array.from({ length: count }, (_, at) => order.toSpliced(at, 0, count - 1)),
      );

describe('undo of what opened an account', () => {
  const { database, api, imports } = withImports();

  beforeEach(async () => {
    const { householdId } = api.tenant;
    for (const table of ['imports', 'import_sessions', 'accounts'])
      await database.sql`delete from ${database.sql(table)} where household_id = ${householdId}`;
  });

  const statement = (made: typeof MARCH, format = 'camt', more: object = {}): Promise<string> =>
    imports.bring({ raw_file_content: PROVEN[format]!(made), ...more });
  const csv = (...rows: string[][]): Promise<string> =>
    imports.bring({
      raw_file_content: csvOf(
        'date,amount,name,account',
        rows.map((row) => [...row, ACCOUNT]),
      ),
    });
  const april = () => csv(['2025-04-20', '-100', 'Shop 3']);
  const listed = (name: string, balance: string) =>
    imports.bring({
      type: 'AccountImport',
      raw_file_content: `type,name,balance,currency,date\nDepository,${name},${balance},EUR,2025-03-01\n`,
    });
  const accounts = async (): Promise<any[]> => (await api.get('/api/v1/accounts')).data;
  /** The balance of each account, and its opening balances with their days. */
  const balances = async () => {
    const openings = await database.sql`
      select date::text, trim_scale(amount)::text as amount
      from valuations
      where household_id = ${api.tenant.householdId} and kind = 'opening_anchor'`;
    const shown = (await accounts()).map((one) => [one.balance, one.opening_balance]);
    return [...shown, ...openings.map(({ date, amount }) => `${date} ${amount}`)];
  };
  const opens = (made: typeof MARCH, day: string, balance = made.closing) => [
    [balance, made.opening],
    `${day} ${made.opening}`,
  ];
  const MARCH_OPENS = opens(MARCH, '2025-03-02');

  for (const format of Object.keys(PROVEN))
    it(`opens it with the statement that stays, as if only that had been imported: ${format}`, async () => {
      const empty = await imports.exportText();
      const ids = [await statement(MARCH, format), await statement(APRIL, format)];
      expect(await balances()).to.deep.equal(opens(MARCH, '2025-03-02', APRIL.closing));
      const { summary } = await imports.undo(ids[0]!);
      expect(summary.removed).to.deep.equal({ transactions: 2, valuations: 1 });
      expect(summary.kept.map(({ kind }: any) => kind)).to.deep.equal(['accounts']);
      expect(await balances()).to.deep.equal(opens(APRIL, '2025-04-01'));
      const again = await statement(MARCH, format);
      expect(await balances()).to.deep.equal(opens(APRIL, '2025-04-01'));
      await imports.undo(ids[1]!);
      expect(await balances()).to.deep.equal(MARCH_OPENS);
      expect((await imports.undo(again)).summary.kept).to.deep.equal([]);
      expect(await imports.exportText()).to.equal(empty);
    });

  const files = [MARCH, APRIL, BOTH];
  const orders = ordersOf(3).flatMap((first) => ordersOf(3).map((last) => [first, last] as const));
  it('opens it with the first of those that stay, in whatever order statements come and go', async function () {
    this.timeout(cases(orders.length) * 10_000);
    for (const [first, last] of orders.filter((_, at) => at % 10 < cases(10))) {
      const empty = await imports.exportText();
      const ids = new Map<number, string>();
      for (const at of first) ids.set(at, await statement(files[at]!, at === 2 ? 'camt' : 'mt940'));
      for (const at of last) {
        const { summary } = await imports.undo(ids.get(at)!);
        ids.delete(at);
        const [opening] = ids.keys();
        if (opening === undefined) {
          expect(summary.kept).to.deep.equal([]);
          expect(await imports.exportText()).to.equal(empty);
        } else {
          const latest = [APRIL, BOTH, MARCH][[1, 2, 0].findIndex((left) => ids.has(left))]!;
          const [[balance, opened]] = (await balances()) as any;
          expect([balance, opened], `${first.join()} ${last.join()} ${at}`).to.deep.equal([
            latest.closing,
            files[opening]!.opening,
          ]);
        }
      }
    }
  });

  it('leaves no balance where nothing that stays states one, also when a person renamed it', async () => {
    for (const isRenamed of [false, true]) {
      const id = await statement(MARCH);
      const [{ id: accountId }] = await accounts();
      if (isRenamed)
        await api.answers(200, 'PATCH', `/api/v1/accounts/${accountId}`, {
          body: { name: 'Giro' },
        });
      const later = [await april(), await statement(APRIL)];
      await imports.undo(id);
      expect(await balances()).to.deep.equal(opens(APRIL, '2025-04-01'));
      await imports.undo(later[1]!);
      expect(await balances()).to.deep.equal([[null, null]]);
      const { summary } = await imports.undo(later[0]!);
      expect(summary.kept).to.deep.equal([]);
      expect(await accounts()).to.have.length(isRenamed ? 1 : 0);
      await database.sql`delete from accounts`;
    }
  });

  it('opens it with a statement that was imported into it', async () => {
    const id = await statement(MARCH);
    const [{ id: account_id }] = await accounts();
    await statement({ ...APRIL, account: 'NL02RABO0123456789' }, 'camt', { account_id });
    await imports.undo(id);
    expect(await balances()).to.deep.equal(opens(APRIL, '2025-04-01'));
  });

  it('leaves what a person says: in an account of theirs, or in its place', async () => {
    const body = { name: 'Mine', currency: 'EUR', number: ACCOUNT, opening_balance: '7' };
    await api.answers(201, 'POST', '/api/v1/accounts', { body });
    const own = await balances();
    await imports.undo(await statement(MARCH));
    expect(await balances()).to.deep.equal(own);
    await database.sql`delete from accounts`;
    const ids = [await statement(MARCH), await statement(APRIL)];
    const [{ id }] = await accounts();
    const change = { body: { opening_balance: '7' } };
    await api.answers(200, 'PATCH', `/api/v1/accounts/${id}`, change);
    for (const each of ids) {
      await imports.undo(each);
      expect((await accounts())[0].opening_balance).to.equal('7');
    }
  });

  it('leaves what another list of accounts says until that is undone', async () => {
    const ids = [await listed(ACCOUNT, '70'), await listed(ACCOUNT, '70'), await statement(APRIL)];
    await imports.undo(ids[0]!);
    expect((await balances()).slice(1)).to.deep.equal(['2025-03-01 70']);
    await imports.undo(ids[1]!);
    expect(await balances()).to.deep.equal(opens(APRIL, '2025-04-01'));
    expect((await imports.undo(ids[2]!)).summary.kept).to.deep.equal([]);
    expect(await accounts()).to.deep.equal([]);
  });

  it('leaves what another list of accounts says only if that states the same', async () => {
    for (const [balance, left] of [
      ['70', [[null, null]]],
      ['5000', [['4900', '5000'], '2025-03-02 5000']],
    ] as const) {
      const ids = [await statement(MARCH), await listed(ACCOUNT, balance), await april()];
      await imports.undo(ids[0]!);
      expect(await balances()).to.deep.equal(left);
      for (const id of ids.slice(1)) await imports.undo(id);
      expect(await accounts()).to.deep.equal([]);
    }
  });

  it('opens it with the next statement if the first cannot', async () => {
    const id = await statement(MARCH);
    const [{ id: account_id }] = await accounts();
    await statement(APRIL);
    await statement(MAY);
    await database.sql`
      insert into valuations (household_id, account_id, date, kind, name, amount, currency)
      values (${api.tenant.householdId}, ${account_id}, '2025-04-01', 'reconciliation', 'Known', 3500, 'EUR')`;
    await imports.undo(id);
    expect((await balances()).slice(1)).to.deep.equal([`2025-05-04 ${MAY.opening}`]);
  });

  const note = async (...names: string[]) => {
    const all = (await api.get('/api/v1/transactions')).data;
    for (const { id, name } of all)
      if (names.includes(name)) {
        const change = { body: { notes: 'Mine' } };
        await api.answers(200, 'PATCH', `/api/v1/transactions/${id}`, change);
      }
  };
  const MARCH_NAMES = ['Shop 0', 'Shop 1'];

  it('leaves it as it is if all bookings of the import stay, and until the last of them goes', async () => {
    for (const [names, left] of [
      [[], [null, null]],
      [['Shop 0'], [null, null]],
      [MARCH_NAMES, ['3400', '5000']],
    ] as [string[], unknown[]][]) {
      const ids = [await statement(MARCH), await april()];
      await note(...names);
      const { summary } = await imports.undo(ids[0]!);
      const removed = [{ transactions: 2, valuations: 1 }, { transactions: 1, valuations: 1 }, {}];
      expect(summary.removed).to.deep.equal(removed[names.length]);
      expect((await balances())[0]).to.deep.equal(left);
      await imports.undo(ids[1]!);
      if (names.length === 2) expect(await balances()).to.deep.equal(MARCH_OPENS);
      for (const table of ['imports', 'accounts'])
        await database.sql`delete from ${database.sql(table)}`;
    }
  });

  it('leaves it as it is whichever of two statements is undone first', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const ids = [await statement(MARCH), await statement(APRIL)];
      await note(...MARCH_NAMES);
      await imports.undo(ids[order[0]!]!);
      expect((await balances())[0]).to.deep.equal([
        order[0] === 0 ? APRIL.closing : MARCH.closing,
        MARCH.opening,
      ]);
      await imports.undo(ids[order[1]!]!);
      expect(await balances()).to.deep.equal(MARCH_OPENS);
      for (const table of ['imports', 'accounts'])
        await database.sql`delete from ${database.sql(table)}`;
    }
  });

  it('goes with the other file that has the bookings, unless another statement opens it', async () => {
    const ids = [await statement(MARCH)];
    ids.push(await csv(...MARCH.bookings.map(({ date, amount, name }) => [date, amount, name])));
    await imports.undo(ids[0]!);
    expect(await balances()).to.deep.equal(MARCH_OPENS);
    const all = await statement(statementOf('2025-03-01', '2025-05-01'), 'mt940');
    await imports.undo(ids[1]!);
    expect(await balances()).to.deep.equal(opens(MARCH, '2025-03-02', APRIL.closing));
    expect((await imports.undo(all)).summary.kept).to.deep.equal([]);
    expect(await accounts()).to.deep.equal([]);
  });

  it('leaves it in one of two accounts of a statement', async () => {
    const other = { ...APRIL, account: 'NL02RABO0123456789' };
    const raw_file_content = PROVEN['camt']!(MARCH, other);
    const id = await imports.bring({ raw_file_content });
    await note(...MARCH_NAMES);
    const { summary } = await imports.undo(id);
    expect(summary.removed).to.deep.equal({ transactions: 2, accounts: 1 });
    expect(await balances()).to.deep.equal(MARCH_OPENS);
  });

  it('leaves none of a session’s, whose bookings it takes back', async () => {
    const household = api.tenant.householdId;
    const lines = [sample.account, sample.transaction({ amount: '5' })];
    const { sessionId } = await importChunks(database, [lines], { household });
    const [{ id: account_id }] = await accounts();
    const raw_file_content = csvOf('date,amount,name', [['2025-04-20', '-100', 'Shop 3']]);
    const id = await imports.bring({ account_id, raw_file_content });
    const { undo } = await imports.undoSession(sessionId);
    expect(undo.removed).to.deep.equal({ transactions: 1, valuations: 1 });
    expect(await balances()).to.deep.equal([[null, null]]);
    expect((await imports.undo(id)).summary.kept).to.deep.equal([]);
    expect(await accounts()).to.deep.equal([]);
  });
});
