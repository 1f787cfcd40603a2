import { expect } from 'chai';
import { withApi } from '../../helpers/start-api.ts';
import type { RequestOptions } from '../../helpers/start-api.ts';

const PATH = '/api/v1/api_keys';

describe('API keys over the API', () => {
  const { api } = withApi();
  const create = (body: object, as: RequestOptions['as'] = 'write') =>
    api.request('POST', PATH, { as, body });

  describe('POST /api/v1/api_keys', () => {
    it('201 shows the key once; it works at once, with its scope', async () => {
      const { status, body } = await create({ name: '  Spreadsheet ', scope: 'read' });
      expect(status).to.equal(201);
      expect(body.data.api_key).to.match(/^ledg_[0-9a-f]{64}$/);
      expect(body.data).to.include({
        name: 'Spreadsheet',
        scope: 'read',
        last_four: body.data.api_key.slice(-4),
        expires_at: null,
        revoked_at: null,
        last_used_at: null,
      });
      const as = { key: body.data.api_key as string };
      expect((await api.request('GET', '/api/v1/usage', { as })).status).to.equal(200);
      expect((await api.request('GET', PATH, { as })).status).to.equal(403);
      const list = await api.request('GET', `${PATH}?per_page=100`);
      expect(list.text).to.contain(body.data.id);
      expect(list.text).to.not.contain(body.data.api_key);
    });

    it('201 with a time of expiry, answered in UTC', async () => {
      const expires_at = '2099-01-01T00:00:00+02:00';
      const { body } = await create({ name: 'Expiring', scope: 'read', expires_at });
      expect(body.data.expires_at).to.equal('2098-12-31T22:00:00Z');
    });

    it('422 for a time of expiry that is past or no time', async () => {
      for (const expires_at of ['2020-01-01T00:00:00Z', 'tomorrow', 5]) {
        const { status, body } = await create({ name: 'Past', scope: 'read', expires_at });
        expect(status, String(expires_at)).to.equal(422);
        expect(body.message).to.contain('expires_at');
      }
    });

    it('422 for a bad name or scope', async () => {
      const bad = [
        { name: '', scope: 'read' },
        { name: '   ', scope: 'read' },
        { name: 'a\u0000b', scope: 'read' },
        { name: 'x'.repeat(256), scope: 'read' },
        { name: 'Scope', scope: 'admin' },
        { name: 'Scope', scope: ['read'] },
      ];
      for (const body of bad) {
        const answer = await create(body);
        expect(answer.status, JSON.stringify(body)).to.equal(422);
        expect(answer.body.error).to.equal('validation_failed');
      }
      expect((await create({ name: 'ü'.repeat(255), scope: 'read' })).status).to.equal(201);
    });

    it('422 for the name of another live key; a revoked one and another user leave it free', async () => {
      const first = await create({ name: 'Twice', scope: 'read' });
      const second = await create({ name: 'Twice', scope: 'read' });
      expect(second.status).to.equal(422);
      expect(second.body.message).to.contain('name');
      expect((await create({ name: 'Twice', scope: 'read' }, 'other')).status).to.equal(201);
      await api.request('DELETE', `${PATH}/${first.body.data.id}`);
      expect((await create({ name: 'Twice', scope: 'read' })).status).to.equal(201);
    });
  });

  describe('GET /api/v1/api_keys', () => {
    it('200 lists only the keys of the user who asks, by page', async () => {
      const { body } = await api.request('GET', `${PATH}?per_page=2`, { as: 'other' });
      expect(body.meta).to.include({ total_count: 3, total_pages: 2, per_page: 2, next_page: 2 });
      expect(body.data.map(({ scope }: { scope: string }) => scope)).to.deep.equal([
        'read',
        'read_write',
      ]);
      const rest = await api.request('GET', `${PATH}?per_page=2&page=2`, { as: 'other' });
      expect(rest.body.data).to.have.length(1);
    });
  });

  describe('DELETE /api/v1/api_keys/{id}', () => {
    it('204 ends the key at once and for good', async () => {
      const { body } = await create({ name: 'Short life', scope: 'read' });
      const { id, api_key: key } = body.data as { id: string; api_key: string };
      const { status } = await api.request('DELETE', `${PATH}/${id.toUpperCase()}`);
      expect(status).to.equal(204);
      expect((await api.request('GET', '/api/v1/usage', { as: { key } })).status).to.equal(401);
      const again = await api.request('DELETE', `${PATH}/${id}`);
      expect(again.status).to.equal(404);
      expect(again.body.error).to.equal('record_not_found');
    });
  });
});
