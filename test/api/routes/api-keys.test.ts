import { expect } from 'chai';
import { answered, withApi, type RequestOptions } from '../../helpers/start-api.ts';

const PATH = '/api/v1/api_keys';

describe('API keys over the API', () => {
  const { api } = withApi();
  const create = (body: object, as: RequestOptions['as'] = 'write') =>
    api.request('POST', PATH, { as, body });

  describe('POST /api/v1/api_keys', () => {
    it('201 shows the key once; it works at once, with its scope', async () => {
      const { body } = await answered(201, create({ name: '  Spreadsheet ', scope: 'read' }));
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
      await api.answers(200, 'GET', '/api/v1/usage', { as });
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
        { name: 'x'.repeat(256), scope: 'read' },
        { name: 'Scope', scope: 'admin' },
        { name: 'Scope', scope: ['read'] },
      ];
      for (const body of bad) {
        await answered([422, 'validation_failed'], create(body), JSON.stringify(body));
      }
      await answered(201, create({ name: 'ü'.repeat(255), scope: 'read' }));
    });

    it('422 for the name of another live key; a revoked one and another user leave it free', async () => {
      const first = await create({ name: 'Twice', scope: 'read' });
      const second = await answered(422, create({ name: 'Twice', scope: 'read' }));
      expect(second.body.message).to.contain('name');
      await answered(201, create({ name: 'Twice', scope: 'read' }, 'other'));
      await api.request('DELETE', `${PATH}/${first.body.data.id}`);
      await answered(201, create({ name: 'Twice', scope: 'read' }));
    });
  });

  describe('DELETE /api/v1/api_keys/{id}', () => {
    it('204 ends the key at once and for good', async () => {
      const { body } = await create({ name: 'Short life', scope: 'read' });
      const { id, api_key: key } = body.data as { id: string; api_key: string };
      await api.answers(204, 'DELETE', `${PATH}/${id.toUpperCase()}`);
      await api.answers(401, 'GET', '/api/v1/usage', { as: { key } });
      await api.answers([404, 'record_not_found'], 'DELETE', `${PATH}/${id}`);
    });
  });
});
