import { expect } from 'chai';
import { startApi } from '../../helpers/start-api.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('GET /api/v1/usage', () => {
  const database = withDatabase();

  describe('200 without a limit', () => {
    const api = startApi(database);

    it('shows the key and says that there is no limit', async () => {
      const { body } = await api.answers(200, 'GET', '/api/v1/usage', { as: 'read' });
      expect(body.api_key.scopes).to.deep.equal(['read']);
      expect(body.rate_limit).to.deep.equal({
        tier: 'unlimited',
        limit: null,
        current_count: null,
        remaining: null,
        reset_in_seconds: null,
        reset_at: null,
      });
    });
  });

  describe('200 with a limit', () => {
    const api = startApi(database, { env: { RATE_LIMIT_PER_HOUR: '100' } });

    it('counts itself', async () => {
      api.clock.set('2026-03-01T10:59:50Z');
      const first = await api.request('GET', '/api/v1/usage');
      expect(first.body.rate_limit).to.deep.equal({
        tier: 'standard',
        limit: 100,
        current_count: 1,
        remaining: 99,
        reset_in_seconds: 10,
        reset_at: '2026-03-01T11:00:00Z',
      });
      const second = await api.request('GET', '/api/v1/usage');
      expect(second.body.rate_limit).to.include({ current_count: 2, remaining: 98 });
      expect(second.body.api_key.last_used_at).to.equal('2026-03-01T10:59:50Z');
    });
  });
});
