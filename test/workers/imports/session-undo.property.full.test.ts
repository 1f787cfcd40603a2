import { expect } from 'chai';
import { withImports } from '../../helpers/csv-imports.ts';
import { publish, readSession, storeSession } from '../../helpers/import-sessions.ts';
import { fillNastily } from '../../helpers/nasty-household.ts';
import { randomSession } from '../../helpers/random-session.ts';
import { runImport } from '../../helpers/run-import-job.ts';
import { workerContext } from '../../helpers/worker-context.ts';

/** More rounds, and others: `UNDO_ROUNDS=1000 UNDO_SEED=7`. */
const ROUNDS = Number(process.env['UNDO_ROUNDS'] ?? 4);
const SEED = Number(process.env['UNDO_SEED'] ?? 1);

/** Lines that only one of two exports has: a whole export would be no help in a message. */
function changedLines(before: string, after: string): string[] {
  const [was, is] = [new Set(before.split('\n')), new Set(after.split('\n'))];
  return [...was, ...is]
    .filter((line) => was.has(line) !== is.has(line))
    .map((line) => `${was.has(line) ? '-' : '+'} ${line.slice(0, 1500)}`);
}

describe('undo of an import session', () => {
  const { database, api, imports } = withImports();

  before(() => fillNastily(database.sql, api.tenant.householdId, SEED));

  it('leaves the export as it was before, whatever the session and the household hold', async function () {
    this.timeout(300_000 + ROUNDS * 5000);
    const before = await imports.exportText();
    const updated = new Set<string>();
    let complete = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const seed = SEED * 100_000 + round;
      const chunks = randomSession(before.trimEnd().split('\n'), seed);
      if (chunks.length === 0) continue;
      const { householdId } = api.tenant;
      const stored = await publish(database.sql, await storeSession(database, chunks, householdId));
      await runImport(workerContext(database), stored);
      const session = await readSession(database.sql, stored);
      if (session.status === 'complete') complete += 1;
      else if (!session.chunks.some(({ status }) => status === 'complete')) continue;
      const undone = await imports.undoSession(stored.sessionId);
      expect([undone.status, undone.undo?.kept], `seed ${seed}`).to.deep.equal(['undone', []]);
      for (const kind of Object.keys(undone.undo.restored)) updated.add(kind);
      const after = await imports.exportText();
      expect(changedLines(before, after), `seed ${seed}`).to.deep.equal([]);
      expect(after).to.equal(before);
    }
    expect(complete).to.be.greaterThan(ROUNDS / 3);
    expect([...updated]).to.not.deep.equal([]);
  });
});
