import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { withImports, csvOf } from '../helpers/csv-imports.ts';
import { publish, readSession, storeSession } from '../helpers/import-sessions.ts';
import { seededRandom } from '../helpers/draws.ts';
import { ledgerRecords, withoutIds } from '../helpers/ledger-records.ts';
import { startJob } from '../helpers/processes.ts';
import { newTransaction } from '../helpers/rule-fixtures.ts';
import { runImport } from '../helpers/run-import-job.ts';
import { workerContext } from '../helpers/worker-context.ts';

/** Rounds of four kills each; more with `npm run test:long -- kills`. */
const ROUNDS = Number(process.env['KILLS'] ?? 1);
const ROWS = ROUNDS === 1 ? 300 : 1500;

/** A file into an account of the household, with rows that it has and new names. */
function file(account: string): string {
  const rows = Array.from({ length: ROWS }, (_, n) => [
    `2025-03-${String(1 + (n % 28)).padStart(2, '0')}`,
    `-${n}.25`,
    `Shop ${n}`,
    `Group ${n % 7}: Sort ${n % 30}`,
    `tag ${n % 9}`,
    account,
  ]);
  return csvOf('date,amount,name,category,tags,account', rows);
}

describe('kill -9 in the middle of publishing and undoing', function () {
  const { database, api, imports } = withImports();
  const random = seededRandom(Number(process.env['KILLS_SEED'] ?? 1));
  const midway = { kills: 0, inTheMiddle: 0 };

  before(async () => {
    const account = await imports.addAccount({ name: 'Everyday' });
    // Some of the file's rows are there, without their category: updates.
    for (let n = 0; n < ROWS; n += 20) {
      const date = `2025-03-${String(1 + (n % 28)).padStart(2, '0')}`;
      const row = { account_id: account, date, amount: `-${n}.25`, name: `Shop ${n}` };
      await newTransaction(database.sql, api.tenant.householdId, row);
    }
  });
  after(() => {
    process.stdout.write(
      `      ${midway.inTheMiddle} of ${midway.kills} kills hit a transaction that was writing\n`,
    );
  });

  /** Starts the job in a separate process and kills it some time after its transaction has begun to write. */
  const kill = async (job: string, id: string): Promise<void> => {
    const [row] = await database.sql<{ runId: string }[]>`
      select run_id from import_sessions where id = ${id}
      union all
      select run_id from imports where id = ${id}`;
    const { householdId } = api.tenant;
    const { child, exited } = startJob(database.url, job, householdId, id, row?.runId ?? '');
    const isWriting = async (): Promise<boolean> => {
      const rows = await database.sql`
        select 1
        from pg_stat_activity
        where application_name = 'one-job'
          and datname = current_database()
          and backend_xid is not null`;
      return rows.length > 0;
    };
    while (child.exitCode === null && !(await isWriting())) await delay(1);
    await delay((random() * ROWS) / 4);
    midway.kills += 1;
    if (await isWriting()) midway.inTheMiddle += 1;
    child.kill('SIGKILL');
    await exited;
    // Its lease would expire after twenty seconds.
    await database.sql`update leases set expires_at = now()`;
  };

  const exportOf = async (): Promise<string[]> =>
    withoutIds((await imports.exportText()).trimEnd().split('\n'));

  /** Publishes and undoes three times: undisturbed, killed while publishing, and killed while undoing. */
  const play = async (
    create: () => Promise<string>,
    work: {
      publish: (id: string, kill: boolean) => Promise<void>;
      undo: (id: string, kill: boolean) => Promise<any>;
    },
  ): Promise<void> => {
    const before = await imports.exportText();
    const twin = await create();
    await work.publish(twin, false);
    const published = await exportOf();
    await work.undo(twin, false);
    expect(await imports.exportText()).to.equal(before);
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await create();
      await work.publish(id, true);
      expect(await exportOf()).to.deep.equal(published);
      const undone = await work.undo(id, true);
      expect([undone.status, (undone.undo ?? undone.summary).kept]).to.deep.equal(['undone', []]);
      expect(await imports.exportText()).to.equal(before);
    }
  };

  it('a CSV import is as if undisturbed', async function () {
    this.timeout(60_000 + ROUNDS * 60_000);
    await play(
      async () => {
        const fields = {
          raw_file_content: file('Everyday'),
          category_col_label: 'category',
          tags_col_label: 'tags',
        };
        return (await imports.create(fields)).id;
      },
      {
        async publish(id, killed) {
          await imports.call('POST', `/${id}/publish`, 202);
          if (killed) await kill('publish-import', id);
          await imports.perform(id);
        },
        async undo(id, killed) {
          await imports.call('POST', `/${id}/undo`, 202);
          if (killed) await kill('undo-import', id);
          await imports.perform(id);
          return imports.call('GET', `/${id}`, 200);
        },
      },
    );
  });

  it('an import session is as if undisturbed', async function () {
    this.timeout(60_000 + ROUNDS * 60_000);
    const { householdId } = api.tenant;
    const lines = [...ledgerRecords(ROWS)];
    const chunks = [lines.slice(0, lines.length / 2), lines.slice(lines.length / 2)];
    const stored = (sessionId: string) => ({ householdId, sessionId, runId: '' });
    await play(async () => (await storeSession(database, chunks, householdId)).sessionId, {
      async publish(id, killed) {
        const run = await publish(database.sql, stored(id));
        // Who takes it over is killed, too; after three in a row it would end.
        for (let times = killed ? 2 : 0; times > 0; times -= 1) await kill('publish-session', id);
        await runImport(workerContext(database), run);
        expect((await readSession(database.sql, run)).status).to.equal('complete');
      },
      async undo(id, killed) {
        const path = `/api/v1/import_sessions/${id}`;
        await api.answers(202, 'POST', `${path}/undo`);
        if (killed) await kill('undo-session', id);
        await imports.performSession(id);
        return (await api.get(path)).data;
      },
    });
  });
});
