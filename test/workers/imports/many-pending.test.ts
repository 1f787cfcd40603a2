import { expect } from 'chai';
import { csvImports } from '../../helpers/csv-imports.ts';
import { startApi } from '../../helpers/start-api.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const ROWS = 600;

describe('files that say of hundreds of alike rows that they are pending', () => {
  const database = withDatabase();
  const api = startApi(database);
  const imports = csvImports(database, api);

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
});
