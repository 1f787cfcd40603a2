import { expect } from 'chai';
import { buildOpenApiDocument } from '../../../api/openapi/document.ts';
import { pathParameterNames } from '../../../api/openapi/path-parameters.ts';
import { TAGS } from '../../../api/openapi/tags.ts';
import { ROUTES } from '../../../api/routes.ts';
import { openedBy } from '../../../api/http/authenticate.ts';
import { API_KEY_SCOPES, HOUSEHOLD_SCOPES } from '../../../shared/households/api-key.ts';
import type { ApiKeyScope } from '../../../shared/households/api-key.ts';
import { ERROR_CODES } from '../../../shared/platform/errors.ts';
import { createKey, createPlatform, withApi } from '../../helpers/start-api.ts';

const document = buildOpenApiDocument();

describe('the OpenAPI document', () => {
  const { database, api } = withApi();

  it('GET /api/v1/openapi.json serves it without a key', async () => {
    const { body } = await api.answers(200, 'GET', '/api/v1/openapi.json', { as: 'none' });
    expect(body).to.deep.equal(JSON.parse(JSON.stringify(document)));
  });

  it('names every operation once, and puts it under a described tag', () => {
    const ids = ROUTES.map(({ operationId }) => operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    const lines = ROUTES.map(({ method, path: route }) => `${method} ${route}`);
    expect(new Set(lines).size).to.equal(lines.length);
    const tags = TAGS.map(({ name }) => name);
    for (const { tag } of ROUTES) expect(tags).to.include(tag);
  });

  it('announces the codes of every error, each under its own status', () => {
    for (const route of ROUTES) {
      const operation: any = document.paths[route.path]![route.method];
      for (const [status, { $ref: reference }] of Object.entries<any>(operation.responses)) {
        if (Number(status) < 400) continue;
        const answer: any = document.components.responses[reference.split('/').pop()];
        const codes = answer.content['application/json'].schema.allOf[1].properties.error.enum;
        for (const code of codes as (keyof typeof ERROR_CODES)[]) {
          expect(ERROR_CODES[code].status, `${route.path} ${code}`).to.equal(Number(status));
        }
      }
      expect(Object.keys(operation.responses)).to.include.members(['401', '403', '429', '500']);
    }
  });

  it('opens no write to a key that may only read', () => {
    const open = ROUTES.filter(
      (route) => 'write' in route && openedBy(route.scope).includes('read'),
    );
    expect(open.map(({ operationId }) => operationId)).to.deep.equal([]);
  });

  describe('and the service agree:', () => {
    const keys: Partial<Record<ApiKeyScope, string>> = {};
    before('make a key of each scope', async () => {
      for (const scope of HOUSEHOLD_SCOPES) {
        keys[scope] = await createKey(database, api.tenant, { scope });
      }
      keys.platform = (await createPlatform(database, 'App')).key;
    });

    for (const route of ROUTES) {
      const url = pathParameterNames(route.path).reduce(
        (text, name) => text.replace(`{${name}}`, '00000000-0000-4000-8000-000000000000'),
        route.path,
      );
      const method = route.method.toUpperCase();

      const opening = openedBy(route.scope);
      it(`${method} ${route.path} opens to keys with the scope ${opening.join(' or ')} alone`, async () => {
        await api.answers(401, method, url, { as: 'none' });
        for (const scope of API_KEY_SCOPES) {
          const { status, body } = await api.request(method, url, { as: { key: keys[scope]! } });
          if (opening.includes(scope)) expect(status, scope).to.not.be.oneOf([401, 403]);
          else
            expect([status, body.error, body.details.needed_scopes], scope).to.deep.equal([
              403,
              'insufficient_scope',
              opening,
            ]);
        }
      });
    }
  });
});
