import { expect } from 'chai';
import { SettingsError } from '../../../shared/platform/env.ts';
import { migrate } from '../../../shared/queue/migrate.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('a database of a version before 1.0', () => {
  const database = withDatabase();

  it('is refused with what to do', async () => {
    await database.sql`
      insert into schema_migrations (name, run_on) values ('0001__tenants__create', now())`;
    const error = await migrate(database.url).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(SettingsError);
    expect((error as Error).message)
      .to.include('before 1.0')
      .and.include('.data');
  });
});
