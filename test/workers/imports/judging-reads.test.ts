import { expect } from 'chai';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { rowsReadIn } from '../../helpers/rows-read.ts';

const STORED = 5000;
const ROWS = 20;

describe('what judging a file reads', () => {
  const { database, api, imports } = withImports();

  it('is the trades of its days and ids, not all of the account', async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    const account = await imports.freshAccount();
    await sql`
      with security as (
        insert into securities (household_id, ticker, currency) values (${householdId}, 'ACME', 'EUR') returning id
      )
      insert into trades (household_id, account_id, security_id, date, name, quantity, price, amount, currency)
      select ${householdId}, ${account}, security.id, date '2015-01-01' + n, 'Buy', n, 10, -10 * n, 'EUR'
      from security, generate_series(1, ${STORED}::integer) n`;
    const rows = Array.from({ length: ROWS }, (_, n) => {
      const date = new Date(Date.UTC(2015, 0, 2 + n)).toISOString().slice(0, 10);
      return [date, 'ACME', `${n + 1}`, '10', `id-${n}`];
    });
    const fields = {
      type: 'TradeImport',
      account_id: account,
      external_id_col_label: 'Transaction ID',
      raw_file_content: csvOf('date,ticker,qty,price,Transaction ID', rows),
    };
    // What the first file claims the second one knows by its ids.
    await imports.publish((await imports.create(fields)).id);
    await sql`analyze trades, import_rows`;
    const read = await rowsReadIn(database, ['trades'], async () => {
      const { verdicts } = await imports.create(fields);
      expect(verdicts.duplicate).to.equal(ROWS);
    });
    expect(read).to.be.below(STORED / 2);
  });
});
