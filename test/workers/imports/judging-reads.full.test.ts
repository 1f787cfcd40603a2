import { expect } from 'chai';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { insertRow } from '../../helpers/insert-row.ts';
import { rowsReadIn } from '../../helpers/rows-read.ts';
import { newAccount } from '../../helpers/rule-fixtures.ts';

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
    // What the first file claims the second one knows by its ids, also what a person corrected.
    const { id } = await imports.create(fields);
    await imports.call('PATCH', `/${id}/rows/2`, 200, { values: { price: '11' } });
    await imports.publish(id);
    await sql`analyze trades, import_rows`;
    const read = await rowsReadIn(database, ['trades'], async () => {
      const { verdicts } = await imports.create(fields);
      expect(verdicts.duplicate).to.equal(ROWS);
    });
    expect(read).to.be.below(STORED / 2);
  });

  it('is what an account holds on the day of its statement, not on all days', async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    const account = await imports.freshAccount();
    await sql`
      with security as (
        insert into securities (household_id, ticker, currency) values (${householdId}, 'HELD', 'EUR') returning id
      )
      insert into holdings (household_id, account_id, security_id, date, quantity, price, value, currency)
      select ${householdId}, ${account}, security.id, date '2015-01-01' + n, 1, 2, 2, 'EUR'
      from security, generate_series(1, ${STORED}::integer) n`;
    await sql`analyze holdings`;
    const position =
      '<POSSTOCK><SECID><UNIQUEID>HELD</SECID><UNITS>1<UNITPRICE>2<MKTVAL>2</POSSTOCK>';
    const raw_file_content = `OFXHEADER:100\n\n<OFX><INVSTMTRS><DTASOF>20170101<CURDEF>EUR${position}</INVSTMTRS></OFX>`;
    const read = await rowsReadIn(database, ['holdings'], async () => {
      const type = 'TradeImport';
      const { verdicts } = await imports.create({ type, account_id: account, raw_file_content });
      expect(verdicts.duplicate).to.equal(1);
    });
    expect(read).to.be.below(ROWS);
  });

  it('is what the file shares with its account, where another account has the same amounts and ids', async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    const neighbours = await newAccount(sql, householdId);
    await sql`
      insert into transactions (household_id, account_id, date, amount, currency, name, source)
      select ${householdId}, ${neighbours}, date '2010-01-01', -n, 'EUR', 'Neighbour', 'manual'
      from generate_series(1, ${10 * STORED}::integer) n`;
    const rows = Array.from({ length: 50 * ROWS }, (_, n) => {
      const date = new Date(Date.UTC(2024, 0, 1 + (n % 300))).toISOString().slice(0, 10);
      return [date, `-${1 + (n % 97)}`, `Shop ${n}`, `id-${n}`];
    });
    const file = async () => ({
      account_id: await newAccount(sql, householdId),
      external_id_col_label: 'Transaction ID',
      raw_file_content: csvOf('date,amount,name,Transaction ID', rows),
    });
    const [first, second] = [await file(), await file()];
    const imported = async (fields: Record<string, unknown>) =>
      imports.publish((await imports.create(fields)).id);
    await imported(first);
    // Postgres now knows no row that is a duplicate, and so none of their ids.
    await sql`analyze transactions, import_rows`;
    await imported(first);
    await imported(second);
    const read = await rowsReadIn(database, ['transactions'], async () => {
      const { verdicts } = await imports.create(second);
      expect(verdicts.duplicate).to.equal(rows.length);
    });
    expect(read).to.be.below(20 * rows.length);
  });

  it('is what a person corrected once, however many files list that under other names', async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    const account_id = await imports.freshAccount();
    const upload = { request_digest: '', filename: 'f', content_type: 'text/csv', byte_size: 1 };
    const import_id = await insertRow(sql, 'imports', householdId, {
      ...upload,
      type: 'TransactionImport',
      status: 'complete',
    });
    const names = Array.from({ length: 2 * ROWS }, (_, n) => `Shop ${n}`);
    await sql`
      with made as (
        insert into transactions (household_id, account_id, date, amount, currency, name, source)
        select ${householdId}, ${account_id}, date '2024-02-01', -50, 'EUR', 'Corrected', 'manual'
        from generate_series(1, ${names.length}::integer)
        returning id
      )
      insert into import_rows (household_id, import_id, line, verdict, of_id, account_id, date, amount, name, as_read)
      select ${householdId}, ${import_id}, row_number() over (), 'duplicate', made.id, ${account_id}, '2024-02-01', -5, name,
        jsonb_build_object('date', '2024-02-01', 'amount', -5, 'name', name)
      from made, unnest(${names}::text[]) as name`;
    const rows = names.map((name) => ['2024-02-01', '-5', name]);
    const read = await rowsReadIn(database, ['import_rows'], async () => {
      const raw_file_content = csvOf('date,amount,name', rows);
      const { verdicts } = await imports.create({ account_id, raw_file_content });
      expect(verdicts.duplicate).to.equal(rows.length);
    });
    expect(read).to.be.below(4 * names.length ** 2);
  });
});
