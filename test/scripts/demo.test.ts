import { expect } from 'chai';
import { ensureDemo } from '../../scripts/start/demo.ts';
import { createTenant } from '../helpers/start-api.ts';
import { withDatabase } from '../helpers/with-database.ts';

describe('the demo household of npm start', () => {
  const database = withDatabase();

  it('is known by its key, also a revoked one, and never by its name', async () => {
    const { sql } = database;
    const stranger = await createTenant(database, 'Demo household');
    const first = await ensureDemo(sql, undefined);
    expect(first.householdId).to.not.equal(stranger.householdId);
    expect(await ensureDemo(sql, first.apiKey)).to.deep.equal(first);
    await sql`update api_keys set revoked_at = now() where household_id = ${first.householdId}`;
    const again = await ensureDemo(sql, first.apiKey);
    expect(again).to.deep.include({ householdId: first.householdId, userId: first.userId });
    expect(again.apiKey).to.not.equal(first.apiKey);
  });
});
