import { expect } from 'chai';
import { withApi } from '../../helpers/start-api.ts';

const ORIGIN = { Origin: 'https://app.example.test' };

describe('CORS', () => {
  const { api } = withApi();

  it('answers a preflight without a key', async () => {
    const { headers } = await api.answers(204, 'OPTIONS', '/api/v1/usage', {
      as: 'none',
      headers: {
        ...ORIGIN,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'X-Api-Key, X-Anything',
      },
    });
    expect(headers.get('access-control-allow-origin')).to.equal('*');
    expect(headers.get('access-control-allow-headers')).to.equal('X-Api-Key, X-Anything');
    expect(headers.get('access-control-max-age')).to.equal('86400');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
      expect(headers.get('access-control-allow-methods')).to.contain(method);
    }
  });

  it('lets any origin read answers, errors included, and their headers', async () => {
    for (const as of ['read', 'none'] as const) {
      const { headers } = await api.request('GET', '/api/v1/usage', { as, headers: ORIGIN });
      expect(headers.get('access-control-allow-origin')).to.equal('*');
      const exposed = headers.get('access-control-expose-headers');
      for (const name of ['X-Request-Id', 'X-RateLimit-Remaining', 'Retry-After']) {
        expect(exposed).to.contain(name);
      }
    }
    const missing = await api.request('GET', '/api/v1/nothing', { headers: ORIGIN });
    expect(missing.headers.get('access-control-allow-origin')).to.equal('*');
  });

  it('is for the API only', async () => {
    const { headers } = await api.request('GET', '/healthz', { headers: ORIGIN });
    expect(headers.get('access-control-allow-origin')).to.equal(null);
  });
});
