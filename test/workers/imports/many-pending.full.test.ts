import { expect } from 'chai';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { rowsReadIn } from '../../helpers/rows-read.ts';

const ROWS = 600;

describe('files that say of hundreds of alike rows that they are pending', () => {
  const { database, imports } = withImports();

  it('are not compared each with each: only equal ones are paired', async () => {
    const account_id = await imports.freshAccount();
    const fileOf = (date: string, state: string): string =>
      [
        'date,amount,name,status',
        ...Array.from({ length: ROWS }, () => `${date},-3.50,Cafe,${state}`),
      ].join('\n');
    const first = await imports.create({
      raw_file_content: fileOf('2025-03-10', 'Pending'),
      account_id,
    });
    await imports.publish(first.id);
    const { verdicts } = await imports.create({
      raw_file_content: fileOf('2025-03-12', 'Booked'),
      account_id,
    });
    expect(verdicts).to.include({ new: ROWS });
  });

  it('are read once when another file lists them again', async () => {
    const account_id = await imports.freshAccount();
    const rows = Array.from({ length: ROWS }, (_, n) => [
      `2025-03-${10 + (n % 10)}`,
      `-${n + 1}`,
      `Shop ${n}`,
      'Pending',
    ]);
    const fields = { raw_file_content: csvOf('date,amount,name,status', rows), account_id };
    await imports.publish((await imports.create(fields)).id);
    // As the scheduler does within seconds. By figures of a table that had a row or two, all its indexes cost the same, and Postgres
    // may look each row up by its household alone.
    await database.sql`analyze import_rows, imports, transactions`;
    const read = await rowsReadIn(database, ['import_rows'], async () => {
      const { verdicts } = await imports.create(fields);
      expect(verdicts).to.include({ duplicate: ROWS });
    });
    expect(read).to.be.below(30 * ROWS);
  });
});
