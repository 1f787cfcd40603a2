import { expect } from 'chai';
import { publishImport, undoImport } from '../../../shared/queue/runs/kinds.ts';
import { performPublishImport } from '../../../workers/imports/run-csv-import.ts';
import { performUndoImport } from '../../../workers/imports/undo-import.ts';
import { bindJob, runWorker } from '../../../workers/frame/run-worker.ts';
import cases from '../../cases/imports.json' with { type: 'json' };
import { describeCases } from '../../helpers/case-runner.ts';
import type { CaseWorld } from '../../helpers/case-world.ts';
import { eventually } from '../../helpers/eventually.ts';
import { findCheck, importSteps } from '../../helpers/import-case-steps.ts';

async function countRunning({ database, households }: CaseWorld): Promise<number> {
  const [row] = await database.sql`
    select count(*)::int as count
    from imports
    where household_id = any(${[...households.values()]}::uuid[])
      and status in ('publishing', 'undoing')`;
  return row!['count'] as number;
}

/** A real worker on the real queue until no import is running any more. */
async function drainQueue(world: CaseWorld): Promise<void> {
  const { config, sql, log, clock, queues } = world.api.context;
  const worker = runWorker(
    { config, sql, log, clock, queues },
    'imports',
    [bindJob(publishImport, performPublishImport), bindJob(undoImport, performUndoImport)],
    1,
  );
  try {
    await eventually(async () => expect(await countRunning(world)).to.equal(0));
  } finally {
    await worker.stop();
  }
}

describeCases('imports: cases', {
  cases: cases,
  steps: importSteps(drainQueue),
  checks: { find: findCheck },
});
