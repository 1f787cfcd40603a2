import { expect } from 'chai';
import { answered, withApi } from '../../helpers/start-api.ts';

describe('requests without a valid key', () => {
  const env = { AUTH_FAILURES_PER_MINUTE: '3', TRUST_PROXY: '1' };
  const { api } = withApi({ env });
  beforeEach(() => api.clock.set('2026-03-01T12:00:15Z'));
  const ask = (as: 'none' | 'read' | { key: string }, address: string) =>
    api.request('GET', '/api/v1/usage', { as, headers: { 'X-Forwarded-For': address } });

  it('are limited by client address, as the trusted proxy reports it', async () => {
    for (const as of ['none', { key: 'wrong' }, 'none'] as const) {
      await answered(401, ask(as, '192.0.2.1'));
    }
    const refused = await ask({ key: 'another' }, '192.0.2.1');
    expect([refused.status, refused.body.error]).to.deep.equal([429, 'rate_limit_exceeded']);
    expect(refused.headers.get('retry-after')).to.equal('45');
    await answered(401, ask('none', '192.0.2.2'));
    // What a client writes before its proxy's word is not believed.
    await answered(429, ask('none', '192.0.2.9, 192.0.2.1'));
    api.clock.advance(45_000);
    await answered(401, ask('none', '192.0.2.1'));
  });

  it('never lock out a valid key behind the same address', async () => {
    for (let n = 0; n < 5; n += 1) await ask('none', '192.0.2.3');
    await answered(429, ask('none', '192.0.2.3'));
    await answered(200, ask('read', '192.0.2.3'));
  });
});
