import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { buildOpenApiDocument } from '../../api/openapi/document.ts';
import { openedBy } from '../../api/http/authenticate.ts';
import { pathParameterNames } from '../../api/openapi/path-parameters.ts';
import { ROUTES } from '../../api/routes.ts';
import { fillExampleHousehold } from '../helpers/example-household.ts';
import { recordsByCollection } from '../helpers/examples.ts';
import { withApi } from '../helpers/start-api.ts';

const document: any = buildOpenApiDocument();
/** What a household's key may call; test/api/two-platforms.test.ts has the rest. */
const OWN = ROUTES.filter(({ scope }) => openedBy(scope).includes('read_write'));
const WRITES = OWN.filter((route) => 'write' in route);
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
const UUID_ANYWHERE = new RegExp(UUID, 'g');
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** Which collection the ids of a field, or of a parameter, are of. */
const COLLECTION_OF: Readonly<Record<string, string>> = {
  account_id: 'accounts',
  category_id: 'categories',
  parent_id: 'categories',
  merchant_id: 'merchants',
  tag_ids: 'tags',
  candidate_id: 'transactions',
  webhook_endpoint_id: 'webhook_endpoints',
  profile_id: 'import_profiles',
};

describe('no request reaches another household', () => {
  const { database, api } = withApi({
    env: {
      CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
      RATE_LIMIT_PER_HOUR: '100000',
    },
  });
  let theirs: Record<string, string>;
  let untouched: Record<string, unknown>;
  let ours: Record<string, string>;

  before(async () => {
    await fillExampleHousehold(database, api);
    theirs = await recordsByCollection(api);
    const others = api.of(api.other);
    await fillExampleHousehold(database, others);
    ours = await recordsByCollection(others);
    untouched = await stateOf(api.tenant.householdId);
  });

  /** All that the database has of a household, but for what each of its own requests notes. */
  async function stateOf(householdId: string): Promise<Record<string, unknown>> {
    const tables = await database.sql<{ name: string }[]>`
      select c.table_name as name
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema()
        and c.column_name = 'household_id'
        and t.table_type = 'BASE TABLE'
      order by 1`;
    const digests = tables.map(
      ({ name }) =>
        `(select md5(string_agg(t::text, e'\\n' order by t::text)) from ${name} t where household_id = $1) as ${name}`,
    );
    const [state] = await database.sql.unsafe(`select ${digests.join(', ')}`, [householdId]);
    return state!;
  }

  /** The path of an operation; its record from `records`. */
  function pathOf(path: string, records: Record<string, string>): string {
    const collection = path.split('/')[3] ?? '';
    return pathParameterNames(path).reduce((url, name) => {
      if (name === 'line') return url.replace('{line}', '2');
      const id = records[collection];
      expect(id, `${path}: add a record of ${collection} to this test`).to.be.a('string');
      return url.replace(`{${name}}`, id!);
    }, path);
  }

  const bodyOf = (path: string, method: string): any =>
    document.paths[path][method].requestBody?.content['application/json']?.example;

  const unknown = new Proxy<Record<string, string>>({}, { get: () => UNKNOWN });

  for (const { path, method } of OWN.filter((each) => pathParameterNames(each.path).length > 0)) {
    it(`404 to ${method.toUpperCase()} ${path} of a foreign record as of none, and nothing changes`, async () => {
      const ask = (records: Record<string, string>) =>
        api.request(method.toUpperCase(), pathOf(path, records), {
          as: 'other',
          body: bodyOf(path, method),
        });
      const foreign = await ask(theirs);
      const seen = [foreign.status, foreign.body.error];
      expect(seen, foreign.text).to.deep.equal([404, 'record_not_found']);
      expect(foreign.body).to.deep.equal((await ask(unknown)).body);
      expect(await stateOf(api.tenant.householdId)).to.deep.equal(untouched);
    });
  }

  for (const { path } of OWN.filter(
    ({ method, path: of }) => method === 'get' && !of.includes('{'),
  )) {
    it(`GET ${path} holds no id of another household`, async () => {
      const idsOf = async (as: 'write' | 'other') => {
        const { text } = await api.answers(200, 'GET', path, { as });
        return text.match(UUID_ANYWHERE) ?? [];
      };
      const foreign = new Set(await idsOf('write'));
      expect((await idsOf('other')).filter((id) => foreign.has(id))).to.deep.equal([]);
    });
  }

  /** The example with their ids in it; what an id is of says its field, or else the path. */
  function withTheirs(value: any, collection: string): any {
    if (typeof value === 'string') {
      return value.replaceAll(UUID_ANYWHERE, () => theirs[collection] ?? UNKNOWN);
    }
    if (Array.isArray(value)) return value.map((each) => withTheirs(each, collection));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        withTheirs(each, COLLECTION_OF[name] ?? collection),
      ]),
    );
  }

  for (const { path, method } of WRITES) {
    const example = bodyOf(path, method);
    if (!UUID.test(JSON.stringify(example ?? null))) continue;

    it(`${method.toUpperCase()} ${path} refuses a body that names foreign records`, async () => {
      const collection = path.includes('/rules') ? 'categories' : (path.split('/')[3] ?? '');
      const answer = await api.request(method.toUpperCase(), pathOf(path, ours), {
        as: 'other',
        body: withTheirs(example, collection),
        headers: { 'Idempotency-Key': randomUUID() },
      });
      expect(answer.status, answer.text).to.be.oneOf([404, 422]);
      expect(await stateOf(api.tenant.householdId)).to.deep.equal(untouched);
    });
  }
});
