import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  action,
  condition,
  newAccount,
  newNamed,
  newRule,
  newTransaction,
} from '../../helpers/rule-fixtures.ts';
import { answered, withApi } from '../../helpers/start-api.ts';

const RESOURCES = [
  {
    table: 'categories',
    kind: 'category',
    fields: { color: '#112233', classification: 'income', icon: 'sun' },
    column: 'category_id',
    setter: 'set_transaction_category',
  },
  {
    table: 'tags',
    kind: 'tag',
    fields: { color: '#112233' },
    column: null,
    setter: 'set_transaction_tags',
  },
  {
    table: 'merchants',
    kind: 'merchant',
    fields: { color: '#112233', website_url: 'https://a.example', logo_url: null },
    column: 'merchant_id',
    setter: 'set_transaction_merchant',
  },
] as const;

describe('records that a household knows by name', () => {
  const { database, api } = withApi();
  let accountId: string;

  before(async () => {
    accountId = await newAccount(database.sql, api.tenant.householdId);
  });

  for (const { table, kind, fields, column, setter } of RESOURCES) {
    const list = `/api/v1/${table}`;
    const create = async (name: string = randomUUID(), more: object = {}): Promise<any> =>
      (await api.answers(201, 'POST', list, { body: { name, ...more } })).body.data;
    const changesOf = async (id: string): Promise<any[]> =>
      (await api.get(`/api/v1/record_changes?record_type=${kind}&record_id=${id}`)).data;
    /** A transaction that the record is on. */
    const use = async (id: string): Promise<string> => {
      const { householdId } = api.tenant;
      const own = column === null ? {} : { [column]: id };
      const made = await newTransaction(database.sql, householdId, {
        account_id: accountId,
        ...own,
      });
      if (column === null) {
        await database.sql`
          insert into transaction_tags (household_id, transaction_id, tag_id) values (${householdId}, ${made}, ${id})`;
      }
      return made;
    };
    const usedBy = async (transactionId: string): Promise<string[]> => {
      const { data } = await api.get(`/api/v1/transactions/${transactionId}`);
      return column === null ? data.tag_ids : [data[column]].filter((each) => each !== null);
    };
    const ruleOn = (id: string) =>
      newRule(database.sql, api.tenant.householdId, {
        conditions: [condition(`transaction_${kind}`, '=', id)],
        actions: [action(setter, id)],
      });
    const ruleNow = async (id: string): Promise<any> => (await api.get(`/api/v1/rules/${id}`)).data;

    describe(`POST, GET and PATCH ${list}`, () => {
      it('makes a record with its fields, shows and changes it, and logs both with the key', async () => {
        const made = await create(`  New ${kind} `, fields);
        expect(made).to.deep.include({ name: `New ${kind}`, ...fields });
        const path = `${list}/${made.id}`;
        expect((await api.get(path, { as: 'read' })).data).to.deep.equal(made);
        const { body } = await api.answers(200, 'PATCH', path, { body: { color: '#445566' } });
        expect(body.data).to.deep.include({ ...fields, name: made.name, color: '#445566' });
        const keys = (await api.get('/api/v1/api_keys')).data;
        const [changed, created] = await changesOf(made.id);
        expect(changed).to.deep.include({
          record_type: kind,
          action: 'updated',
          changes: [{ attribute: 'color', old_value: '#112233', new_value: '#445566' }],
        });
        expect(created.action).to.equal('created');
        expect(created.changes).to.deep.include({
          attribute: 'name',
          old_value: null,
          new_value: made.name,
        });
        const key = keys.find((each: any) => each.id === created.api_key_id);
        expect(key.scope).to.equal('read_write');
      });

      it('422 for a name that another one has, also when two ask at once', async () => {
        const first = await create();
        const second = await create();
        const again = await api.request('POST', list, { body: { name: first.name } });
        const renamed = await api.request('PATCH', `${list}/${second.id}`, {
          body: { name: first.name },
        });
        for (const { status, body } of [again, renamed]) {
          expect([status, body.error]).to.deep.equal([422, 'validation_failed']);
        }
        const name = randomUUID();
        const answers = await Promise.all(
          [1, 2, 3].map(() => api.request('POST', list, { body: { name } })),
        );
        expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422]);
      });

      for (const [title, body] of [
        ['a blank name', { name: ' ' }],
        ['a name of 256 characters', { name: 'x'.repeat(256) }],
        ['a NUL', { name: 'a\0' }],
        ['a number', { name: 5 }],
        ['null', { name: null }],
        ['a colour in words', { name: 'Red', color: 'red' }],
        ['an unknown field', { name: 'X', colour: '#112233' }],
      ] as const) {
        it(`422 for ${title}`, async () => {
          await api.answers([422, 'validation_failed'], 'POST', list, { body });
        });
      }

      it('400 without a name', async () => {
        await api.answers(400, 'POST', list, { body: {} });
      });
    });

    describe(`DELETE ${list}/{id}`, () => {
      it('204 for one that nothing uses, and logs what it was', async () => {
        const { id, name } = await create();
        await api.answers(204, 'DELETE', `${list}/${id}`);
        await api.answers(404, 'GET', `${list}/${id}`);
        const [gone] = await changesOf(id);
        expect(gone.action).to.equal('deleted');
        expect(gone.changes).to.deep.include({
          attribute: 'name',
          old_value: name,
          new_value: null,
        });
      });

      it('409 with what uses it, and everything stays', async () => {
        const { id } = await create();
        const used = await use(id);
        const rule = await ruleOn(id);
        const { body } = await api.answers([409, 'conflict'], 'DELETE', `${list}/${id}`);
        expect(body.details).to.deep.equal({ transactions: 1, rules: 1 });
        expect(await usedBy(used)).to.deep.equal([id]);
        expect((await ruleNow(rule)).active).to.equal(true);
      });

      it('a deleted transaction is no use', async () => {
        const { id } = await create();
        await api.request('DELETE', `/api/v1/transactions/${await use(id)}`);
        await api.answers(204, 'DELETE', `${list}/${id}`);
      });

      it('clear=true takes it off transactions, with a line of their log, and pauses rules', async () => {
        const { id } = await create();
        const used = await use(id);
        const rule = await ruleOn(id);
        await api.answers(204, 'DELETE', `${list}/${id}?clear=true`);
        expect(await usedBy(used)).to.deep.equal([]);
        const log = await api.request('GET', `/api/v1/transactions/${used}/changes`);
        expect(log.body.data[0]).to.include({
          attribute: column ?? 'tag_ids',
          source: 'user',
          old_value: id,
          new_value: null,
        });
        expect(log.body.data[0].api_key_id).to.be.a('string');
        expect((await ruleNow(rule)).active).to.equal(false);
        const [paused] = (await api.get(`/api/v1/record_changes?record_id=${rule}`)).data;
        expect(paused.changes).to.deep.equal([
          { attribute: 'active', old_value: 'true', new_value: 'false' },
        ]);
      });

      it('replace_with moves transactions and rules to another one', async () => {
        const { id } = await create();
        const other = await create();
        const used = await use(id);
        const rule = await ruleOn(id);
        const path = `${list}/${id}?replace_with=${other.id}`;
        await api.answers(204, 'DELETE', path);
        expect(await usedBy(used)).to.deep.equal([other.id]);
        const now = await ruleNow(rule);
        expect(now.active).to.equal(true);
        expect([now.conditions[0].value, now.actions[0].value]).to.deep.equal([other.id, other.id]);
      });

      it('422 for itself, for both ways at once, and for a record of another household', async () => {
        const { id } = await create();
        const used = await use(id);
        const foreign = await newNamed(database.sql, table, api.other.householdId);
        for (const query of [
          `replace_with=${id}`,
          `replace_with=${foreign}`,
          `replace_with=${randomUUID()}`,
          `replace_with=${(await create()).id}&clear=true`,
          'replace_with=x',
          'clear=yes',
        ]) {
          await answered(422, api.request('DELETE', `${list}/${id}?${query}`), query);
        }
        expect(await usedBy(used)).to.deep.equal([id]);
      });
    });

    describe(`POST ${list}/{id}/merge`, () => {
      it('moves all that refers to it and answers with the one that stays', async () => {
        const from = await create();
        const into = await create();
        const used = [await use(from.id), await use(from.id), await use(into.id)];
        await ruleOn(from.id);
        const { body } = await api.answers(200, 'POST', `${list}/${from.id}/merge`, {
          body: { into: into.id.toUpperCase() },
        });
        expect(body.data[kind].id).to.equal(into.id);
        expect(body.data.moved).to.deep.equal({ transactions: 2, rules: 1 });
        for (const each of used) expect(await usedBy(each)).to.deep.equal([into.id]);
        await api.answers(404, 'GET', `${list}/${from.id}`);
      });

      it('an undo of an import that brought the old one brings the new one', async () => {
        const from = await create();
        const into = await create();
        const { householdId } = api.tenant;
        await database.sql`
          insert into changes (household_id, source_id, kind, operation, record_id, before, after)
          values (${householdId}, ${randomUUID()}, 'transactions', 'updated', ${randomUUID()},
            ${`{"category_id":"${from.id}"}`}::text::json, '{"category_id":null}')`;
        await api.request('POST', `${list}/${from.id}/merge`, { body: { into: into.id } });
        const [entry] =
          await database.sql`select before from changes where source_id is not null order by id desc limit 1`;
        expect(entry!['before']).to.deep.equal({ category_id: into.id });
      });

      it('422 for itself and for a record of another household', async () => {
        const { id } = await create();
        const foreign = await newNamed(database.sql, table, api.other.householdId);
        for (const into of [id, foreign, randomUUID(), 'x', null]) {
          const answer = await api.request('POST', `${list}/${id}/merge`, { body: { into } });
          expect(answer.status, String(into)).to.equal(422);
        }
        await api.answers(200, 'GET', `${list}/${id}`);
      });
    });
  }

  it('two that merge into each other at once end as one', async () => {
    const make = async () => newNamed(database.sql, 'tags', api.tenant.householdId);
    const [a, b] = [await make(), await make()];
    const merge = (from: string, into: string) =>
      api.request('POST', `/api/v1/tags/${from}/merge`, { body: { into } });
    const answers = await Promise.all([merge(a, b), merge(b, a)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.length(1);
    expect(statuses.filter((status) => status !== 200)[0]).to.be.oneOf([404, 422]);
  });
});
