import { expect } from 'chai';
import { connect } from '../../../shared/postgres/connect.ts';
import { createQueues } from '../../../shared/queue/queues.ts';
import { createOutage } from '../../../shared/platform/log-once.ts';
import { judge, judgedOutage } from '../../../shared/queue/readiness.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';
import { eventually } from '../../helpers/eventually.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('the judgement of a process on what it depends on', () => {
  const database = withDatabase();
  const captured = createCapturedLog();
  const open = () => {
    const queues = createQueues(database.config(), captured.log);
    const sql = connect({ databaseUrl: database.url, poolMax: 2, applicationName: 'judge' });
    const close = async (): Promise<void> => {
      await queues.close();
      await sql.end({ timeout: 5 });
    };
    return { sql, queues, log: captured.log, close };
  };
  /** The limit of temporary files stands in for the disk: the same write fails. */
  const fillDisk = async (isFull: boolean): Promise<void> => {
    const name = new URL(database.url).pathname.slice(1);
    const change = isFull ? "set temp_file_limit = '1kB'" : 'reset temp_file_limit';
    await database.sql.unsafe(`alter database ${name} ${change}`);
  };

  it('finds a Postgres, and a queue in it, that takes no writes', async () => {
    await fillDisk(true);
    const full = open();
    const { postgres, queue } = await judge(full);
    expect(postgres).to.include('53400');
    if (full.queues.isRedis) expect(queue).to.equal(null);
    else expect(queue).to.include('queue: ').and.include('53400');
    await fillDisk(false);
    await full.close();
  });

  it('is one for all who ask at once', async () => {
    const parts = open();
    // Busy machines may not answer in time at first.
    const judgement = await eventually(async () => {
      const judgements = await Promise.all([judge(parts), judge(parts), judge(parts)]);
      expect(new Set(judgements).size).to.equal(1);
      expect(judgements[0]).to.deep.equal({ postgres: null, queue: null });
      return judgements[0];
    });
    // One who wants to know it now gets another one.
    expect(await judge(parts)).to.not.equal(judgement);
    await parts.close();
  });

  it('names what is away in an outage, and ends it, not a call that works meanwhile', async () => {
    await fillDisk(true);
    const full = open();
    let at = 0;
    const outage = createOutage(captured.log, 'the work', () => at);
    const judged = judgedOutage(full, 'the work', ['postgres'], outage);
    judged.failed(new Error('Query read timeout'));
    await eventually(() => expect(captured.lines).to.have.length(1));
    at += 60_000;
    expect(await full.sql`select 1`).to.have.length(1);
    judged.worked();
    expect((await judge(full)).postgres).to.include('53400');
    expect(outage.mayEnd()).to.equal(true);
    await full.close();

    await fillDisk(false);
    const mended = open();
    const after = judgedOutage(mended, 'the work', ['postgres'], outage);
    await eventually(() => {
      after.worked();
      expect(outage.mayEnd()).to.equal(false);
    });
    const said = captured.lines.map(({ message }) => message);
    expect(said[0]).to.match(/^the work: Postgres has run out of a resource \(53400\)/);
    expect(said.slice(1)).to.deep.equal(['the work: works again after 60 s']);
    await mended.close();
  });
});
