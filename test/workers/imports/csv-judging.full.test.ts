import { expect } from 'chai';
import fc from 'fast-check';
import { judgeReading } from '../../../shared/imports/csv/run-import.ts';
import { judgeImport as judging } from '../../../shared/queue/runs/kinds.ts';
import { listSilentRuns } from '../../../shared/queue/runs/run-store.ts';
import { cases } from '../../helpers/cases.ts';
import { forAllAsync } from '../../helpers/for-all.ts';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { eventually } from '../../helpers/eventually.ts';
import { rowsRead } from '../../helpers/rows-read.ts';
import { newTransaction } from '../../helpers/rule-fixtures.ts';

const HEADER = 'date,amount,name';
/** More rows than a request judges itself. */
const LARGE_ROWS = 5001;

/** A file of different rows. */
const fileOf = (rows: number): string =>
  csvOf(
    HEADER,
    Array.from({ length: rows }, (_, n) => [
      `2025-02-0${1 + (n % 9)}`,
      `-${n + 1}.25`,
      `Purchase ${n}`,
    ]),
  );
const LARGE = fileOf(LARGE_ROWS);

describe('judging the rows of an import', () => {
  const { database, api, imports } = withImports();
  let account = '';

  beforeEach(async () => {
    account = await imports.freshAccount();
  });

  const create = (text: string, more: object = {}) =>
    imports.create({ raw_file_content: text, account_id: account, ...more });
  const rowsOf = (id: string, query = '') =>
    imports.call('GET', `/${id}/rows?per_page=100${query}`, 200);
  const seen = (rows: any[]) =>
    rows.map(({ line, verdict, of, certainty }) => ({ line, verdict, of, certainty }));

  it('leaves a large file to a worker, and says so meanwhile', async () => {
    const made = await create(LARGE);
    expect(made).to.deep.include({ status: 'pending', verdicts: null });
    expect(made.progress).to.deep.equal({ step: null, rows_done: 0, rows_total: LARGE_ROWS });
    expect(await rowsOf(made.id, '&verdict=new')).to.deep.equal([]);
    const [row] = await rowsOf(made.id);
    expect(row.verdict).to.equal(null);
    await api.answers(409, 'PATCH', `/api/v1/imports/${made.id}/rows/2`, {
      body: { verdict: 'excluded' },
    });
    const silent = () => {
      const inAWhile = new Date(Date.now() + 60_000);
      return listSilentRuns(database.sql, judging, inAWhile, { after: null, limit: 100 });
    };
    expect((await silent()).map(({ id }) => id)).to.deep.equal([made.id]);

    await imports.perform(made.id);
    const judged = await imports.call('GET', `/${made.id}`, 200);
    expect(judged.verdicts).to.deep.include({ new: LARGE_ROWS, duplicate: 0 });
    expect(await silent()).to.deep.equal([]);
    const excluded = await imports.call('PATCH', `/${made.id}/rows/2`, 200, {
      verdict: 'excluded',
    });
    expect(excluded.verdict).to.equal('excluded');
  });

  it('judges and publishes a large file in one job, also one that is not judged yet', async () => {
    const { id, ...made } = await create(LARGE, { publish: true });
    expect(made).to.deep.include({ status: 'publishing', verdicts: null });
    await imports.perform(id);
    const done = await imports.call('GET', `/${id}`, 200);
    expect(done).to.deep.include({ status: 'complete' });
    expect(done.verdicts.new).to.equal(LARGE_ROWS);

    const again = await create(LARGE);
    const published = await imports.publish(again.id);
    expect(published.verdicts).to.deep.include({ new: 0, duplicate: LARGE_ROWS });
  });

  it('gives the verdicts of a reading with other settings to a worker, too', async () => {
    const { id } = await create(LARGE);
    await imports.perform(id);
    const reread = await imports.call('PATCH', `/${id}`, 200, { currency_col_label: null });
    expect(reread.verdicts).to.equal(null);
    await imports.perform(id);
    const judged = await imports.call('GET', `/${id}`, 200);
    expect(judged.verdicts.new).to.equal(LARGE_ROWS);
  });

  it('shows how far the writing is while its transaction is open', async () => {
    const { id } = await create(fileOf(3));
    await imports.call('PATCH', `/${id}/rows/2`, 200, { verdict: 'excluded' });
    let publishing: Promise<unknown> = Promise.resolve();
    await database.sql.begin(async (tx) => {
      // Rows can be read, but not written.
      await tx`lock table transactions in share mode`;
      publishing = imports.publish(id);
      await eventually(async () => {
        const { status, progress } = await imports.call('GET', `/${id}`, 200);
        expect([status, progress]).to.deep.equal([
          'publishing',
          { step: 'writing', rows_done: 1, rows_total: 3 },
        ]);
      });
    });
    expect(await publishing).to.deep.include({
      status: 'complete',
      progress: { step: null, rows_done: 3, rows_total: 3 },
    });
  });

  it('reads each row a few times, however little the planner knows of the rows', async () => {
    const rows = 1500;
    await imports.publish((await create(fileOf(rows))).id);
    const { id } = await create(fileOf(rows));
    const scope = { householdId: api.tenant.householdId, importId: id };
    const reads = await database.sql.begin(async (tx) => {
      const before = await rowsRead(tx);
      expect(await judgeReading(tx, scope, 'TransactionImport')).to.equal(null);
      return (await rowsRead(tx)) - before;
    });
    // Joined row by row it would be some million.
    expect(reads).to.be.below(60 * rows);
  });

  it('gives a corrected row and its neighbours the verdicts that a judgement of all rows gives', async () => {
    const { householdId } = api.tenant;
    const day = fc.integer({ min: 1, max: 6 }).map((n) => `2025-02-0${n}`);
    const row = fc.tuple(day, fc.constantFrom('-1', '-2'), fc.constantFrom('Kiosk', 'Tram', 'Bar'));
    const stored = fc.tuple(row, fc.constantFrom('provider', 'manual', 'csv_import'));
    const change = fc.record({ line: fc.nat(4), date: day, amount: fc.constantFrom('-1', '-2') });
    await forAllAsync(
      cases(20),
      fc.array(row, { minLength: 5, maxLength: 8 }),
      fc.array(stored, { minLength: 1, maxLength: 8 }),
      change,
      async (rows, ledger, { line, ...values }) => {
        await database.sql`delete from transactions where household_id = ${householdId}`;
        for (const [[date, amount, name], source] of ledger) {
          const row = { account_id: account, date, amount, name, source };
          await newTransaction(database.sql, householdId, row);
        }
        const { id } = await create(csvOf(HEADER, rows));
        await imports.call('PATCH', `/${id}/rows/${line + 2}`, 200, { values });
        const bounded = seen(await rowsOf(id));
        const run = await database.sql.begin((tx) =>
          judgeReading(tx, { householdId, importId: id }, 'TransactionImport'),
        );
        expect(run).to.equal(null);
        expect(seen(await rowsOf(id))).to.deep.equal(bounded);
      },
    );
  });
});
