import { expect } from 'chai';
import { HOUSEHOLD_RULES_MAX, HOUSEHOLD_RULES_MIB_MAX } from '../../../shared/rules/store/rules.ts';
import { csvImports } from '../../helpers/csv-imports.ts';
import { importChunks, record } from '../../helpers/import-sessions.ts';
import { withApi } from '../../helpers/start-api.ts';

const RULE = {
  resource_type: 'transaction',
  name: 'One more',
  conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'x' }],
  actions: [{ action_type: 'exclude_transaction' }],
};
const TOO_MANY = `A household can have at most ${HOUSEHOLD_RULES_MAX} rules.`;

describe('how many rules a household can have', () => {
  const { database, api } = withApi();
  const send = (method: string, path: string, body?: object) =>
    api.request(method, `/api/v1/rules${path}`, { body });

  let ruleId = '';

  before(async () => {
    ruleId = (await send('POST', '', RULE)).body.data.id;
    await database.sql`
      insert into rules (household_id, name, conditions, actions)
      select household_id, 'Rule ' || n, conditions, actions
      from rules, generate_series(2, ${HOUSEHOLD_RULES_MAX}::integer) n`;
  });

  it('refuses one more, which changes nothing, but not a change of one', async () => {
    const refused = await send('POST', '', RULE);
    expect(refused.status).equals(422);
    expect(refused.body).deep.include({ error: 'validation_failed', message: TOO_MANY });
    const { meta } = (await send('GET', '?per_page=1')).body;
    expect(meta.total_count).equals(HOUSEHOLD_RULES_MAX);
    const changed = await send('PATCH', `/${ruleId}`, { conditions: RULE.conditions });
    expect(changed.status).equals(200);
  });

  it('refuses one more of a file', async () => {
    const imports = csvImports(database, api);
    const [conditions, actions] = [RULE.conditions, RULE.actions].map((parts) =>
      JSON.stringify(parts).replaceAll('"', '""'),
    );
    const file = `name,resource_type,active,conditions,actions\nOne of a file,transaction,true,"${conditions}","${actions}"\n`;
    const { id } = await imports.create({ type: 'RuleImport', raw_file_content: file });
    await imports.publish(id).catch(() => undefined);
    const shown = await imports.call('GET', `/${id}`, 200);
    expect(shown).deep.include({ status: 'failed' });
    expect(shown.error.message).equals(TOO_MANY);
  });

  it('refuses one more of a session', async () => {
    const { householdId } = api.tenant;
    const line = record('Rule', { ...RULE, id: 'r1' });
    const { session } = await importChunks(database, [[line]], { household: householdId });
    expect(session.status).equals('failed');
    expect(session.error).deep.include({ reason: 'too_many_rules', message: TOO_MANY });
  });

  it('refuses conditions that make all rules too large together', async () => {
    await database.sql`
      update rules
      set conditions = json_build_array(repeat('x', ${HOUSEHOLD_RULES_MIB_MAX * 1024 * 1024}::integer))
      where name = 'Rule 2'`;
    const refused = await send('PATCH', `/${ruleId}`, { conditions: RULE.conditions });
    expect(refused.status).equals(422);
    expect(refused.body.message).includes(`at most ${HOUSEHOLD_RULES_MIB_MAX} MiB`);
    expect((await send('PATCH', `/${ruleId}`, { active: true })).status).equals(200);
  });
});
