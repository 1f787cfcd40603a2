import { expect } from 'chai';
import { createCapturedLog } from '../../helpers/captured-log.ts';
import { withApi } from '../../helpers/start-api.ts';

describe('request ids and the request log', () => {
  const captured = createCapturedLog();
  const { api } = withApi({ log: captured.log });

  it('gives every answer its own id', async () => {
    const ids = new Set<string>();
    for (const path of ['/api/v1/usage', '/api/v1/nothing', '/healthz', '/api/v1/openapi.json']) {
      const { headers } = await api.request('GET', path);
      ids.add(headers.get('x-request-id')!);
    }
    expect(ids.size).to.equal(4);
  });

  it('takes over a sane id and replaces any other', async () => {
    const answered = async (sent: string) => {
      const { headers } = await api.request('GET', '/healthz', {
        headers: { 'X-Request-Id': sent },
      });
      return headers.get('x-request-id');
    };
    for (const sane of ['a', 'req-1.2:3/4', 'A'.repeat(128)]) {
      expect(await answered(sane)).to.equal(sane);
    }
    for (const other of ['A'.repeat(129), 'with blank', '<script>', '"quoted"']) {
      expect(await answered(other)).to.match(/^[0-9a-f-]{36}$/);
    }
  });

  it('logs one line with ids only', async () => {
    captured.lines.length = 0;
    const { headers } = await api.request('GET', '/api/v1/transactions?search=private', {
      as: 'read',
    });
    const lines = captured.lines.filter(({ level }) => level === 'info');
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({
      method: 'GET',
      path: '/api/v1/transactions',
      status: 200,
      request_id: headers.get('x-request-id'),
      household_id: api.tenant.householdId,
      user_id: api.tenant.userId,
    });
    const text = JSON.stringify(captured.lines);
    expect(text).to.not.contain('private');
    expect(text).to.not.contain(api.tenant.readKey);
    expect(text).to.not.contain('Ana');
  });

  it('logs the code of a refused request', async () => {
    captured.lines.length = 0;
    await api.request('GET', '/api/v1/usage', { as: 'none' });
    expect(captured.lines[0]).to.include({ status: 401, error: 'unauthorized' });
  });
});
