import { expect } from 'chai';
import { openedBy } from '../../../api/http/authenticate.ts';
import { pathParameterNames } from '../../../api/openapi/path-parameters.ts';
import { ROUTES } from '../../../api/routes.ts';
import { answered, withApi } from '../../helpers/start-api.ts';

describe('ETag', () => {
  const { api } = withApi();
  const path = '/api/v1/household';
  const read = () => api.request('GET', path);
  const rename = (name: string, tag: string) =>
    api.request('PATCH', path, { headers: { 'If-Match': tag }, body: { name } });

  it('GET answers 304 without a body for what the client has, and the new one after a change', async () => {
    const first = await read();
    const tag = first.headers.get('etag')!;
    for (const header of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await api.request('GET', path, { headers: { 'If-None-Match': header } });
      expect(again.status, header).to.equal(304);
      expect(again.text).to.equal('');
      expect(again.headers.get('etag')).to.equal(tag);
    }
    await rename('Changed', '*');
    const changed = await api.answers(200, 'GET', path, { headers: { 'If-None-Match': tag } });
    expect(changed.headers.get('etag')).to.not.equal(tag);
  });

  it('of a list answers 304 until one of its rows changes', async () => {
    const list = '/api/v1/rules';
    const tag = (await api.request('GET', list)).headers.get('etag')!;
    const again = () => api.request('GET', list, { headers: { 'If-None-Match': tag } });
    await answered(304, again());
    const actions = [{ action_type: 'set_transaction_name', value: 'x' }];
    await api.request('POST', list, { body: { resource_type: 'transaction', actions } });
    await answered(200, again());
  });

  it('in If-Match lets a change through while it is true, and 412 afterwards', async () => {
    const tag = (await read()).headers.get('etag')!;
    const changed = await answered(200, rename('First', tag));
    // The answer of a change shows the record as GET does, and can be named next.
    expect(changed.headers.get('etag')).to.equal((await read()).headers.get('etag'));
    await answered([412, 'precondition_failed'], rename('Second', tag));
    expect((await read()).body.data.name).to.equal('First');
    await answered(200, rename('Third', changed.headers.get('etag')!));
  });

  it('in If-Match may be in a list or behind W/; other tags and an empty header name nothing', async () => {
    for (const form of [(tag: string) => `"x", ${tag}`, (tag: string) => `W/${tag}`, () => '*']) {
      const tag = (await read()).headers.get('etag')!;
      await answered(200, rename(`As ${form('')}`, form(tag)), form(tag));
    }
    const bare = (await read()).headers.get('etag')!.replaceAll('"', '');
    for (const header of ['"x", "y"', 'W/"x"', '"*"', bare, '']) {
      await answered(412, rename('Other', header), header);
    }
  });

  it('lets one of eight changes at once through that name the same state', async () => {
    const tag = (await read()).headers.get('etag')!;
    const names = Array.from({ length: 8 }, (_, n) => `Name ${n}`);
    const answers = await Promise.all(names.map((name) => rename(name, tag)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([200, ...Array<number>(7).fill(412)]);
    const winner = names[answers.findIndex(({ status }) => status === 200)];
    expect((await read()).body.data.name).to.equal(winner);
  });

  it('in If-Match of an unknown record is 404', async () => {
    const unknown = '/api/v1/rules/00000000-0000-4000-8000-000000000000';
    const headers = { 'If-Match': '"x"' };
    await api.answers(404, 'DELETE', unknown, { headers });
  });

  describe('in If-Match that names nothing leaves everything as it is:', () => {
    for (const { method, path: template, scope } of ROUTES) {
      if (!['patch', 'put', 'delete'].includes(method) || !openedBy(scope).includes('read_write'))
        continue;

      it(`${method.toUpperCase()} ${template}`, async () => {
        const url = pathParameterNames(template).reduce(
          (text, name) => text.replace(`{${name}}`, '00000000-0000-4000-8000-000000000000'),
          template,
        );
        const answer = await api.request(method.toUpperCase(), url, {
          headers: { 'If-Match': '"none"' },
          body: method === 'delete' ? undefined : {},
        });
        expect(answer.status).to.be.oneOf([404, 412, 422]);
      });
    }
  });
});
