import { expect } from 'chai';
import { buildOpenApiDocument } from '../../../api/openapi/document.ts';
import { ROUTES } from '../../../api/routes.ts';
import { answered, withApi } from '../../helpers/start-api.ts';

const RULES = '/api/v1/rules';
const LONE = '\ud800';
const RULE = {
  resource_type: 'transaction',
  name: 'Coffee',
  active: true,
  conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'coffee' }],
  actions: [{ action_type: 'exclude_transaction' }],
};

const document: any = buildOpenApiDocument();

/** Every object schema that a schema reaches. */
function objectsIn(schema: any, seen = new Set<any>()): any[] {
  const node = schema?.$ref ? document.components.schemas[schema.$ref.split('/').pop()] : schema;
  if (typeof node !== 'object' || node === null || seen.has(node)) return [];
  seen.add(node);
  const inner = [...Object.values(node.properties ?? {}), node.items, ...(node.anyOf ?? [])];
  return [...(node.properties ? [node] : []), ...inner.flatMap((each) => objectsIn(each, seen))];
}

describe('what requests may hold', () => {
  const { api } = withApi();

  async function expectRefused(
    [method, path, body]: [string, string, unknown?],
    message: string | RegExp,
  ): Promise<void> {
    const answer = await api.request(method, path, { body });
    const name = `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`;
    expect(answer.status, name).to.equal(422);
    expect(answer.body.error, name).to.equal('validation_failed');
    expect(answer.body.message, name).to.match(new RegExp(message));
  }

  async function newRule(): Promise<string> {
    const { body } = await api.answers(201, 'POST', RULES, { body: RULE });
    return `${RULES}/${body.data.id as string}`;
  }

  it('every JSON body is closed by its schema, but for what the reference’s clients may send', () => {
    const open = ROUTES.filter(({ lenient }) => lenient === true);
    expect(open.map(({ operationId }) => operationId).sort()).to.deep.equal([
      'createImport',
      'listRules',
      'preflightImport',
      'showImportSession',
    ]);
    let closed = 0;
    for (const { path, method, lenient } of ROUTES) {
      if (lenient === true) continue;
      const body = document.paths[path][method].requestBody?.content['application/json']?.schema;
      for (const node of objectsIn(body)) {
        expect(node.additionalProperties, `${method} ${path}`).to.equal(false);
        closed += 1;
      }
    }
    expect(closed).to.be.greaterThan(12);
  });

  describe('422 for a field that does not exist, with the nearest that does', () => {
    it('in every JSON body', async () => {
      const rule = await newRule();
      await expectRefused(
        ['POST', RULES, { ...RULE, conditions: undefined, condition: RULE.conditions }],
        'must not have the field condition; did you mean conditions\\?',
      );
      await expectRefused(
        ['PATCH', rule, { action: [] }],
        'the field action; did you mean actions\\?',
      );
      const condition = { ...RULE.conditions[0], operater: '=' };
      await expectRefused(
        ['PATCH', rule, { conditions: [condition] }],
        'conditions\\[0\\] must not have the field operater; did you mean operator\\?',
      );
      const group = { condition_type: 'compound', operator: 'and', sub_conditions: [condition] };
      await expectRefused(
        ['POST', RULES, { ...RULE, conditions: [group] }],
        'conditions\\[0\\].sub_conditions\\[0\\] must not have the field operater',
      );
      const actions = [{ action_type: 'exclude_transaction', values: 1 }];
      await expectRefused(['POST', RULES, { ...RULE, actions }], 'did you mean value\\?');
      await expectRefused(
        ['POST', '/api/v1/api_keys', { name: 'A', scope: 'read', expires: null }],
        'the field expires',
      );
      await expectRefused(
        ['POST', '/api/v1/import_sessions', { clientSessionId: 'a' }],
        'did you mean client_session_id\\?',
      );
      await expectRefused(['PATCH', '/api/v1/household', { nam: 'x' }], 'did you mean name\\?');
      await expectRefused(
        ['POST', '/api/v1/provider_connections', { apikey: 'x' }],
        'did you mean api_key\\?',
      );
      await expectRefused(
        ['POST', `${rule}/runs`, { ignore_lock: true }],
        'did you mean ignore_locks\\?',
      );
    });

    it('in the upload of a chunk, of either kind', async () => {
      const created = await api.request('POST', '/api/v1/import_sessions', { body: {} });
      const path = `/api/v1/import_sessions/${created.body.data.id as string}/chunks`;
      const content = '{"type":"Category","data":{"id":"c","name":"Books"}}';
      const wrong = { sequnce: 1, raw_file_content: content };
      await expectRefused(['POST', path, wrong], 'the field sequnce; did you mean sequence\\?');
      const form = new FormData();
      form.append('sequence', '1');
      form.append('fil', new File([content], 'a.ndjson'));
      await expectRefused(['POST', path, form], 'the field fil; did you mean file\\?');
      form.delete('fil');
      form.append('file', content);
      await expectRefused(['POST', path, form], 'file must be sent as a file, with a name');
      const right = { sequence: 1, raw_file_content: content };
      await expectRefused(['POST', `${path}?seqence=1`, right], 'did you mean sequence\\?');
    });

    it('is not a second file, of which the first would be lost', async () => {
      const form = new FormData();
      for (const name of ['january.csv', 'february.csv'])
        form.append('file', new File(['date,amount,name\n2026-01-01,1,Tea\n'], name));
      for (const path of ['/api/v1/imports', '/api/v1/imports/preflight'])
        await expectRefused(['POST', path, form], 'Send one file: the form has 2 of them');
    });

    it('is not a known one twice, or as what no field is, in an import: preflight warns', async () => {
      const raw_file_content = 'date,amount,name\n2026-01-01,1,Tea\n';
      const id = '11111111-1111-4111-8111-111111111111';
      const form = new FormData();
      for (const value of [raw_file_content, raw_file_content])
        form.append('raw_file_content', value);
      const part = new FormData();
      part.append('raw_file_content', raw_file_content);
      part.append('account_id', new File([id], 'id.txt'));
      const cases: [name: string, query: string, body: unknown][] = [
        ['raw_file_content', '', form],
        ['account_id', '', part],
        ['account_id', '', { raw_file_content, account_id: [id] }],
        ['signage_convention', '', { raw_file_content, signage_convention: { to: 'x' } }],
        ['account_id', `?account_id=${id}&account_id=`, { raw_file_content }],
      ];
      for (const [name, query, body] of cases) {
        const message = `${name} must be sent once, as a text, a number or a boolean`;
        await expectRefused(['POST', `/api/v1/imports${query}`, body], message);
        const path = `/api/v1/imports/preflight${query}`;
        const { data } = (await api.answers(200, 'POST', path, { body })).body;
        expect(data.warning_details[0]).to.deep.equal({
          code: 'field_unread',
          values: { field: name },
        });
      }
    });

    it('quotes no more than the start of a long name', async () => {
      const body = Object.fromEntries(
        Array.from({ length: 500 }, (_, at) => [`${at}${'x'.repeat(1500)}`, 1]),
      );
      const answer = await api.answers(422, 'POST', RULES, { body });
      expect(answer.body.errors).to.have.length(20);
      expect(answer.text.length).to.be.lessThan(10_000);
    });
  });

  it('422 for null where it has no meaning, and the rule stays as it was', async () => {
    const rule = await newRule();
    const before = await api.get(rule);
    for (const name of ['conditions', 'actions', 'active', 'resource_type']) {
      await expectRefused(['PATCH', rule, { [name]: null }], `${name} must not be null`);
      await expectRefused(['POST', RULES, { ...RULE, [name]: null }], `${name} must not be null`);
    }
    await expectRefused(['POST', `${rule}/preview`, { sample_size: null }], 'must not be null');
    await expectRefused(['PATCH', '/api/v1/household', { name: null }], 'name must not be null');
    expect(await api.get(rule)).to.deep.equal(before);
    await api.answers(200, 'PATCH', rule, { body: { name: null, effective_date: null } });
  });

  describe('422 for text that cannot be stored', () => {
    for (const [what, bad] of [
      ['NUL', 'a\u0000b'],
      ['half of a surrogate pair', `a${LONE}b`],
    ] as const) {
      it(`${what}, in bodies at any depth and as a name`, async () => {
        const rule = await newRule();
        await expectRefused(
          ['POST', RULES, { ...RULE, name: bad }],
          `name must not contain ${what}`,
        );
        await expectRefused(['PATCH', rule, { name: bad }], `name must not contain ${what}`);
        const conditions = [{ ...RULE.conditions[0], value: bad }];
        await expectRefused(
          ['POST', RULES, { ...RULE, conditions }],
          `conditions\\[0\\].value must not contain ${what}`,
        );
        await expectRefused(['PATCH', rule, { [bad]: 1 }], 'must not have the field a');
        const key = { name: bad, scope: 'read' };
        await expectRefused(['POST', '/api/v1/api_keys', key], `name must not contain ${what}`);
        const session = { client_session_id: bad };
        await expectRefused(
          ['POST', '/api/v1/import_sessions', session],
          `must not contain ${what}`,
        );
        const connection = { api_key: bad };
        await expectRefused(
          ['POST', '/api/v1/provider_connections', connection],
          `api_key must not contain ${what}`,
        );
      });

      it(`${what}, in the fields of uploads, where content may hold NUL`, async () => {
        const path = '/api/v1/imports/preflight';
        const raw_file_content = 'date,amount\n2026-01-01,1\n';
        const field = { raw_file_content, date_col_label: bad };
        await expectRefused(['POST', path, field], `date_col_label must not contain ${what}`);
        await api.answers(what === 'NUL' ? 200 : 422, 'POST', path, {
          body: { raw_file_content: `${raw_file_content}${bad}` },
        });
      });
    }

    it('NUL, in query parameters and forms', async () => {
      await expectRefused(
        ['GET', '/api/v1/transactions?search=a%00b'],
        'search must not contain NUL',
      );
      const form = new FormData();
      form.append('raw_file_content', 'date,amount\n2026-01-01,1\n');
      form.append('type', 'a\u0000b');
      await expectRefused(['POST', '/api/v1/imports/preflight', form], 'type must not contain NUL');
    });
  });

  it('the answer to long labels, formats and headers is short, however many rows are wrong', async () => {
    const path = '/api/v1/imports/preflight';
    const long = 'x'.repeat(9_000);
    const rows = 'soon,lots,tea\n'.repeat(500);
    const answers = [
      { raw_file_content: `date,amount,name\n${rows}`, date_format: long },
      {
        raw_file_content: `${long},${long}a,n\n${rows}`,
        date_col_label: long,
        amount_col_label: `${long}a`,
      },
      {
        raw_file_content: `date,amount,name\n${rows}`,
        name_col_label: long,
        currency_col_label: long,
      },
    ];
    for (const body of answers) {
      const answer = await api.answers(200, 'POST', path, { body });
      expect(answer.text.length).to.be.lessThan(150_000);
    }
    await expectRefused(
      ['POST', path, { raw_file_content: 'date,amount\n', date_col_label: 'x'.repeat(10_001) }],
      'date_col_label must have at most 10000 characters',
    );
  });

  describe('query parameters that do not exist', () => {
    it('422, with the nearest that does', async () => {
      await expectRefused(
        ['GET', '/api/v1/transactions?accountid=x'],
        'There is no parameter accountid; did you mean account_id\\?',
      );
      await expectRefused(['GET', '/api/v1/transactions?order=date'], 'no parameter order');
      await expectRefused(['GET', '/api/v1/usage?x=1'], 'There is no parameter x\\.');
      await expectRefused(['POST', `${RULES}?activ=1`, RULE], 'no parameter activ');
      const long = await api.request('GET', `/api/v1/tags?${'x'.repeat(5000)}=1`);
      expect([long.status, long.text.length < 400]).to.deep.equal([422, true]);
    });

    it('stay without effect where the reference’s clients may send them', async () => {
      const { body } = await api.request('POST', '/api/v1/import_sessions', { body: {} });
      const session = `/api/v1/import_sessions/${body.data.id as string}`;
      for (const path of [`${RULES}?sort=name`, `${session}?include=chunks`]) {
        await answered(200, api.request('GET', path), path);
      }
      await api.answers(200, 'POST', '/api/v1/imports/preflight?utf8=1', {
        body: { raw_file_content: 'date,amount\n2026-01-01,1\n', commit: 'Import', more: { a: 1 } },
      });
    });
  });
});
