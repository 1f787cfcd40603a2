import { expect } from 'chai';
import { listTransactions } from '../../../shared/ledger/transaction-list.ts';
import { newAccount, newHousehold } from '../../helpers/rule-fixtures.ts';
import { rowsRead } from '../../helpers/rows-read.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const STORED = 4000;
const ADDED = 50;

describe('what a list of an import’s transactions reads', () => {
  const database = withDatabase();

  for (const figures of ['with', 'without'] as const)
    for (const order of ['-date', 'amount', '-updated_at'] as const)
      it(`is the import’s rows, not the household’s: ${figures} statistics, by ${order}`, async () => {
        const { sql } = database;
        const [householdId, other] = [await newHousehold(sql), await newHousehold(sql)];
        for (const each of [householdId, other]) {
          const account = await newAccount(sql, each);
          await sql`
            insert into transactions (household_id, account_id, date, amount, currency, name)
            select ${each}, ${account}, date '2020-01-01' + n % 700, -n, 'EUR', 'Shop ' || n
            from generate_series(1, ${STORED}::integer) n`;
        }
        const [made] = await sql<{ id: string }[]>`
          insert into imports (household_id, type, filename, content_type, byte_size, request_digest)
          values (${householdId}, 'TransactionImport', 'a.csv', 'text/csv', 1, '')
          returning id`;
        await sql`
          insert into import_rows (household_id, import_id, line, record_id, verdict)
          select household_id, ${made!.id}, row_number() over (), id, 'new'
          from (select * from transactions where household_id = ${householdId} limit ${ADDED}) t`;
        if (figures === 'with') await sql`analyze transactions, import_rows`;
        await sql.begin(async (tx) => {
          const before = await rowsRead(tx, 'transactions', 'import_rows');
          const page = { page: 1, perPage: 20 };
          const list = await listTransactions(tx, householdId, { importId: made!.id }, order, page);
          expect(list.rows).to.have.length(20);
          expect((await rowsRead(tx, 'transactions', 'import_rows')) - before).to.be.below(
            20 * ADDED,
          );
        });
      });
});
