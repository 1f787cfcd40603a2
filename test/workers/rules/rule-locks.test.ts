import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { signChanges } from '../../../shared/changes/sign-changes.ts';
import { editTransaction } from '../../../shared/ledger/transactions.ts';
import { findRuleRun, insertRequestedRuleRun } from '../../../shared/rules/store/rule-runs.ts';
import {
  action,
  condition,
  performRuleRun,
  readTransaction,
  ruleHousehold,
  runRules,
} from '../../helpers/rule-fixtures.ts';
import { untilWaiting } from '../../helpers/until-waiting.ts';
import { withDatabase } from '../../helpers/with-database.ts';

/** More than one batch; one transaction of a run writes at most so many. */
const ROWS = 1000;
const BATCH_MAX = 800;

describe('a run of rules alongside people and other households', () => {
  const database = withDatabase();
  const { home, transaction, rule, named, changesOf } = ruleHousehold(database);

  before(async () => {
    // A run waits in the middle of its first batch, whose rows are written, for as long as a test holds the lock.
    await database.sql`
      create function wait_in_batch() returns trigger language plpgsql as
      $$ begin
        if new.cursor_transaction_id is not null then
          perform pg_advisory_xact_lock_shared(hashtext(new.household_id::text));
        end if;
        return new;
      end $$`;
    await database.sql`
      create trigger wait_in_batch before update on rule_runs
      for each row execute function wait_in_batch()`;
  });

  /** Starts a run and does something while it is in the middle of its first batch. Returns the finished run. */
  const during = async (work: () => Promise<void>) => {
    const { sql } = database;
    const order = { ruleId: null, ignoreLocks: false };
    const { id } = await insertRequestedRuleRun(sql, home.householdId, order);
    let ended: Promise<unknown> = Promise.resolve();
    await sql.begin(async (holding) => {
      await holding`select pg_advisory_xact_lock(hashtext(${home.householdId}))`;
      ended = performRuleRun(database, home.householdId, id);
      await waitFor('advisory');
      await work();
    });
    await ended;
    return findRuleRun(sql, home.householdId, id);
  };
  const waitFor = (event: string) => untilWaiting(database.sql, 1, event);
  const fill = () => database.sql`
    insert into transactions (household_id, account_id, date, amount, currency, name)
    select ${home.householdId}, ${home.accountId}, date '2020-01-01' + n, -1, 'EUR', 'x'
    from generate_series(1, ${ROWS}::integer) n`;
  /** The unlocked rows. */
  const free = () => database.sql<{ id: string }[]>`
    select id
    from transactions
    where household_id = ${home.householdId}
    order by date desc
    for no key update skip locked`;
  const edit = (id: string, fields: Parameters<typeof editTransaction>[3]) =>
    database.sql.begin(async (tx) => {
      await signChanges(tx, { by: 'key', id: randomUUID() });
      await editTransaction(tx, home.householdId, id, fields, new Date());
    });

  it('locks the rows of one batch and no others', async () => {
    await fill();
    await rule({});
    const run = await during(async () => {
      expect(await free()).to.have.length.within(ROWS - BATCH_MAX, ROWS - 1);
    });
    expect(run).to.include({ status: 'completed', modified: ROWS });
    expect(await free()).to.have.length(ROWS);
  });

  it('keeps what a person makes of a row that was read and is not written yet', async () => {
    await fill();
    const [own, other] = [await named('categories'), await named('categories')];
    await rule({
      conditions: [condition('transaction_name', '=', 'x')],
      actions: [action('set_transaction_category', other), action('exclude_transaction')],
    });
    let edited = '';
    let renamed = '';
    const run = await during(async () => {
      // The next batch has been shown to the rules by now.
      [edited = '', renamed = ''] = (await free()).map(({ id }) => id);
      await edit(edited, { category_id: own, notes: 'mine' });
      await edit(renamed, { name: 'y' });
    });
    expect(run).to.include({ status: 'completed', queued: ROWS - 1, modified: ROWS - 1 });
    expect(await readTransaction(database.sql, edited)).to.include({
      categoryId: own,
      notes: 'mine',
      excluded: true,
    });
    expect(await readTransaction(database.sql, renamed)).to.include({
      name: 'y',
      categoryId: null,
      excluded: false,
    });
    const lines = (await changesOf(edited)).map((line) => [line.source, line.attribute]);
    expect(lines).to.have.deep.members([
      ['user', 'category_id'],
      ['user', 'notes'],
      ['rule', 'excluded'],
    ]);
  });

  it('an edit of a row that is being written follows, and stays', async () => {
    const id = await transaction({ name: 'x' });
    await rule({ actions: [action('set_transaction_name', 'of the rule')] });
    let edited: Promise<unknown> = Promise.resolve();
    await during(async () => {
      edited = edit(id, { name: 'of the person' });
      await waitFor('transactionid');
    });
    await edited;
    expect((await readTransaction(database.sql, id)).name).to.equal('of the person');
    expect((await runRules(database, home.householdId)).modified).to.equal(0);
    const lines = await changesOf(id);
    expect(lines.map((line) => line.newValue)).to.deep.equal(['of the rule', 'of the person']);
  });

  it('logs what it changes; the lines go with their transactions, whatever deletes these', async () => {
    const { sql } = database;
    const [alone, kept] = [await transaction(), await transaction()];
    await rule({});
    await runRules(database, home.householdId);
    await sql`delete from transactions where id = ${alone}`;
    expect(await changesOf(alone)).to.have.length(0);
    expect(await changesOf(kept)).to.have.length(1);
    await sql`delete from households where id = ${home.householdId}`;
    expect(await changesOf(kept)).to.have.length(0);
  });
});
