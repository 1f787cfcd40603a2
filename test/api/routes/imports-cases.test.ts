import cases from '../../cases/imports.json' with { type: 'json' };
import { describeCases } from '../../helpers/case-runner.ts';
import type { CaseWorld } from '../../helpers/case-world.ts';
import { csvImports } from '../../helpers/csv-imports.ts';
import { findCheck, importSteps } from '../../helpers/import-case-steps.ts';

/** What workers do until no import is running any more. */
async function drainQueue({ api, database, households }: CaseWorld): Promise<void> {
  const { perform } = csvImports(database, api);
  const running = await database.sql<{ id: string }[]>`
    select id
    from imports
    where household_id = any(${[...households.values()]}::uuid[])
      and status in ('publishing', 'undoing')`;
  for (const { id } of running) await perform(id);
}

describeCases('imports: cases', {
  cases: cases,
  steps: importSteps(drainQueue),
  checks: { find: findCheck },
});
