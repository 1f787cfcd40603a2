import { expect } from 'chai';
import { createTenant, startApi } from '../../helpers/start-api.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const PATH = '/api/v1/usage';

describe('the service rate limit', () => {
  const database = withDatabase();

  describe('while it is off', () => {
    const api = startApi(database);

    it('sends no headers, never refuses, and says that there is none', async () => {
      for (let sent = 0; sent < 20; sent += 1) {
        const { headers } = await api.answers(200, 'GET', PATH);
        expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).to.be.empty;
      }
      const { body } = await api.answers(200, 'GET', PATH, { as: 'read' });
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

  describe('while it is on', () => {
    const api = startApi(database, { env: { RATE_LIMIT_PER_HOUR: '100' } });
    let key: string;
    beforeEach(async () => {
      api.clock.set('2026-03-01T10:15:00Z');
      key = (await createTenant(database, 'Limited')).readKey;
    });
    const get = () => api.request('GET', PATH, { as: { key } });

    it('lets exactly the limit through when requests come all at once', async () => {
      const answers = await Promise.all(Array.from({ length: 130 }, get));
      expect(answers.filter(({ status }) => status === 200)).to.have.length(100);
      const remaining = answers
        .filter(({ status }) => status === 200)
        .map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
        .sort((a, b) => a - b);
      expect(remaining).to.deep.equal(Array.from({ length: 100 }, (_, index) => index));
      const { body, headers } = answers.find(({ status }) => status === 429)!;
      expect(body.message).to.contain('2700');
      expect(body.details).to.deep.equal({ limit: 100, current: 100, reset_in_seconds: 2700 });
      expect(headers.get('x-ratelimit-reset')).to.equal('2700');
      expect(headers.get('retry-after')).to.equal('2700');
    });

    it('is shown with what is left of it, this request counted', async () => {
      api.clock.set('2026-03-01T10:59:50Z');
      expect((await get()).body.rate_limit).to.deep.equal({
        tier: 'standard',
        limit: 100,
        current_count: 1,
        remaining: 99,
        reset_in_seconds: 10,
        reset_at: '2026-03-01T11:00:00Z',
      });
      const { body } = await get();
      expect(body.rate_limit).to.include({ current_count: 2, remaining: 98 });
      expect(body.api_key.last_used_at).to.equal('2026-03-01T10:59:50Z');
    });

    it('counts 403 and 404, but not 401', async () => {
      const unknown = await api.request('GET', PATH, { as: { key: 'unknown' } });
      expect(unknown.headers.get('x-ratelimit-limit')).to.equal(null);
      const forbidden = await api.answers(403, 'POST', '/api/v1/api_keys', {
        as: { key },
        body: {},
      });
      expect(forbidden.headers.get('x-ratelimit-remaining')).to.equal('99');
      expect((await get()).headers.get('x-ratelimit-remaining')).to.equal('98');
    });
  });
});
