import { expect } from 'chai';
import { createKey, createTenant, withApi } from '../../helpers/start-api.ts';

const PATH = '/api/v1/usage';

describe('authentication', () => {
  const { database, api } = withApi();
  beforeEach(() => api.clock.release());

  const lastUse = async (userId: string) => {
    const rows = await database.sql`
      select last_used_at from api_keys
      where user_id = ${userId} and scopes = '{read}'`;
    return rows[0]!['lastUsedAt'] as Date | null;
  };

  describe('401 unauthorized', () => {
    const refused = async (key: string) => {
      const { body, headers } = await api.answers([401, 'unauthorized'], 'GET', PATH, {
        as: { key },
      });
      expect(body.message).to.be.a('string');
      return headers;
    };

    it('answers an unknown key', async () => {
      await refused('0'.repeat(64));
      await refused(`${api.tenant.readKey}0`);
      await refused(api.tenant.readKey.toUpperCase());
    });

    it('does not take a key as a bearer token', async () => {
      const headers = { Authorization: `Bearer ${api.tenant.readKey}` };
      await api.answers(401, 'GET', PATH, { as: 'none', headers });
    });

    it('answers a key from the moment it expires', async () => {
      const expiresAt = new Date('2026-03-01T12:00:00Z');
      const key = await createKey(database, api.tenant, { scope: 'read', expiresAt });
      api.clock.set('2026-03-01T11:59:59Z');
      await api.answers(200, 'GET', PATH, { as: { key } });
      api.clock.set('2026-03-01T12:00:00Z');
      await refused(key);
    });

    it('comes before 404, 422 and 400, whatever else is wrong', async () => {
      const headers = { 'Content-Type': 'application/json' };
      for (const body of ['{broken', '{}']) {
        const sent = { as: 'none' as const, headers, body };
        await api.answers(401, 'POST', '/api/v1/api_keys', sent);
      }
      await api.answers(401, 'DELETE', '/api/v1/api_keys/nonsense', { as: 'none' });
    });
  });

  describe('200', () => {
    it('ignores a bad Authorization header next to a good key', async () => {
      for (const value of ['Bearer nope', 'Basic dXNlcjpwYXNz', 'garbage']) {
        const headers = { Authorization: value };
        await api.answers(200, 'GET', PATH, { as: 'read', headers });
      }
    });

    it('notes the use of the key at most once a minute', async () => {
      const start = new Date(Date.now() + 3_600_000);
      const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
      const { userId, readKey } = await createTenant(database, 'Household C');
      const use = () => api.request('GET', PATH, { as: { key: readKey } });
      api.clock.set(start);
      await use();
      expect(await lastUse(userId)).to.deep.equal(start);
      api.clock.set(later(59));
      await use();
      expect(await lastUse(userId)).to.deep.equal(start);
      api.clock.set(later(60));
      await use();
      expect(await lastUse(userId)).to.deep.equal(later(60));
    });
  });

  it('stores no key in the clear', async () => {
    const rows = await database.sql`select to_jsonb(k)::text as text from api_keys k`;
    const all = rows.map((row) => row['text'] as string).join('\n');
    expect(all).to.not.contain(api.tenant.readKey);
    expect(all).to.not.contain(api.tenant.readKey.replace('ledg_', ''));
  });
});
