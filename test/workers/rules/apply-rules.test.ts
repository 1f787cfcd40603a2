import { expect } from 'chai';
import type { RuleAction } from '#preflight/rules/rule';
import { compileRule } from '../../../shared/rules/compile-rule.ts';
import { previewRule } from '../../../shared/rules/store/plan-rules.ts';
import {
  action,
  condition,
  newAccount,
  newHousehold,
  newNamed,
  newTransaction,
  readTransaction,
  ruleHousehold,
  runRules,
} from '../../helpers/rule-fixtures.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('applying rules', () => {
  const database = withDatabase();
  const { home, transaction, rule, named, changesOf } = ruleHousehold(database);

  describe('one rule', () => {
    it('writes a line of the change log for each attribute and says so on the row', async () => {
      const id = await transaction({ name: 'TEA 123' });
      const tag = await named('tags');
      const ruleId = await rule({
        actions: [action('set_transaction_name', ' Tea '), action('set_transaction_tags', tag)],
      });
      const run = await runRules(database, home.householdId, { ruleId });
      const by = { source: 'rule', ruleId, ruleRunId: run.id };
      expect(await changesOf(id)).to.deep.equal([
        { attribute: 'name', oldValue: 'TEA 123', newValue: 'Tea', ...by },
        { attribute: 'tag_ids', oldValue: null, newValue: tag, ...by },
      ]);
      const row = await readTransaction(database.sql, id);
      expect(row.ruleAttributes).to.have.all.keys('name', 'tag_ids');
      expect(row.lockedAttributes).to.deep.equal({});
    });

    it('finds names in any letter case of any script, as its preview does', async () => {
      const found = ['ΚΑΦΕΣ', 'καφες', 'Καφεσ', 'Ο ΚΑΦΕΣ ΜΑΣ'];
      const ids: string[] = [];
      for (const name of [...found, 'Καφέ', 'KAFES']) ids.push(await transaction({ name }));
      const plan = {
        conditions: [condition('transaction_name', 'like', 'καΦΕΣ')],
        actions: [action('exclude_transaction')],
      };
      const compiled = compileRule({ ...plan, effectiveDate: null, stop: false });
      const options = { ignoreLocks: false, sampleSize: 10 };
      const preview = await database.sql.begin((tx) =>
        previewRule(tx, home.householdId, { ...plan, compiled }, options),
      );
      expect(preview.sampleIds).to.have.members(ids.slice(0, found.length));
      const ruleId = await rule(plan);
      expect(await runRules(database, home.householdId, { ruleId })).to.include({ modified: 4 });
      const read = await Promise.all(ids.map((id) => readTransaction(database.sql, id)));
      const excluded = ids.filter((_, at) => read[at].excluded);
      expect(excluded).to.deep.equal(ids.slice(0, found.length));
    });

    it('runs paused too, when it is asked for by name', async () => {
      const id = await transaction();
      const ruleId = await rule({ active: false });
      expect((await runRules(database, home.householdId)).processed).to.equal(0);
      expect((await runRules(database, home.householdId, { ruleId })).modified).to.equal(1);
      expect((await readTransaction(database.sql, id)).excluded).to.equal(true);
    });

    it('leaves other households alone', async () => {
      const other = await newHousehold(database.sql);
      const id = await newTransaction(database.sql, other, {
        account_id: await newAccount(database.sql, other),
      });
      const run = await runRules(database, home.householdId, { ruleId: await rule({}) });
      expect(run.queued).to.equal(0);
      expect((await readTransaction(database.sql, id)).excluded).to.equal(false);
    });

    it('cannot set a category of another household, whatever is stored', async () => {
      const id = await transaction();
      const foreign = await newNamed(database.sql, 'categories', await newHousehold(database.sql));
      const ruleId = await rule({ actions: [action('set_transaction_category', foreign)] });
      const run = await runRules(database, home.householdId, { ruleId });
      expect(run).to.include({ status: 'completed', modified: 0 });
      expect((await readTransaction(database.sql, id)).categoryId).to.equal(null);
    });

    it('is recorded as failed when it cannot be run, and changes nothing', async () => {
      const id = await transaction();
      const ruleId = await rule({ conditions: [condition('transaction_mood', '=', 'x')] });
      const run = await runRules(database, home.householdId, { ruleId });
      expect(run).to.include({ status: 'failed', queued: 0, modified: 0 });
      expect(run.error?.code).to.equal('rule_failed');
      expect(run.results[0]?.error).to.contain('transaction_mood');
      expect((await readTransaction(database.sql, id)).excluded).to.equal(false);
    });
  });

  describe('all rules', () => {
    it('run by priority, and end for a transaction with the first match that stops', async () => {
      const id = await transaction({ name: 'one' });
      const other = await transaction({ name: 'else' });
      const rename = (name: string): RuleAction[] => [action('set_transaction_name', name)];
      await rule({ actions: rename('by age') });
      await rule({ priority: -1, actions: [action('exclude_transaction')] });
      await rule({
        priority: 5,
        stop: true,
        conditions: [condition('transaction_name', '=', 'one')],
        actions: rename('first'),
      });
      expect(await runRules(database, home.householdId)).to.include({ queued: 3, modified: 3 });
      expect(await readTransaction(database.sql, id)).to.include({
        name: 'first',
        excluded: false,
      });
      expect(await readTransaction(database.sql, other)).to.include({
        name: 'by age',
        excluded: true,
      });
    });

    it('write an attribute once, with one line of the log that names the last rule', async () => {
      const [a, b] = [await named('categories'), await named('categories')];
      const [x, y] = [await named('tags'), await named('tags')];
      const id = await transaction();
      const untouched = await transaction({ category_id: b });
      await rule({
        actions: [action('set_transaction_category', a), action('set_transaction_tags', x)],
      });
      const last = await rule({
        actions: [action('set_transaction_category', b), action('set_transaction_tags', y)],
      });
      const first = await runRules(database, home.householdId);
      expect(first.results.map(({ matched, modified }) => [matched, modified])).to.deep.equal([
        [2, 2],
        [2, 2],
      ]);
      const lines = await changesOf(id);
      expect(lines.map((line) => [line.attribute, line.ruleId])).to.deep.equal([
        ['category_id', last],
        ['tag_ids', last],
      ]);
      expect(lines[0]).to.include({ oldValue: null, newValue: b });
      expect((await changesOf(untouched)).map((line) => line.attribute)).to.deep.equal(['tag_ids']);

      const stored = await readTransaction(database.sql, id);
      const again = await runRules(database, home.householdId);
      expect(again).to.include({ queued: 4, modified: 0 });
      expect(await readTransaction(database.sql, id)).to.deep.equal(stored);
      expect(await changesOf(id)).to.have.length(2);
    });

    it('continue after one that fails, which the run reports', async () => {
      const id = await transaction();
      const broken = await rule({ conditions: [condition('transaction_name', '>', 'x')] });
      const sound = await rule({});
      const run = await runRules(database, home.householdId);
      expect(run.status).to.equal('failed');
      expect(run.results.map((result) => [result.rule_id, result.error === null])).to.deep.equal([
        [broken, false],
        [sound, true],
      ]);
      expect((await readTransaction(database.sql, id)).excluded).to.equal(true);
    });
  });
});
