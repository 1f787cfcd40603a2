import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { RECORD_TYPES } from '#preflight/records/record-types';
import { exportLines } from '../../../../shared/imports/export/export.ts';
import { insertHousehold } from '../../../../shared/households/households.ts';
import {
  publish,
  readSession,
  storeSession,
  workerContext,
} from '../../../helpers/import-sessions.ts';
import { withoutIds } from '../../../helpers/ledger-records.ts';
import { listLedgerRows } from '../../../helpers/ledger-tables.ts';
import { fillNastily } from '../../../helpers/nasty-household.ts';
import { runImport } from '../../../helpers/run-import-job.ts';
import { withDatabase } from '../../../helpers/with-database.ts';

describe('the round trip of a household', () => {
  const database = withDatabase();

  const linesOf = async (householdId: string): Promise<string[]> => {
    const lines: string[] = [];
    for await (const batch of exportLines(
      database.sql,
      householdId,
      new AbortController().signal,
    )) {
      lines.push(...batch.split('\n').filter((line) => line !== ''));
    }
    return lines;
  };

  for (const seed of [1, 2, 3, 4]) {
    it(`loses nothing of what the tables can hold (${seed})`, async function () {
      const { sql } = database;
      const { id } = await insertHousehold(sql, `H ${randomUUID()}`);
      await fillNastily(sql, id, seed);
      const lines = await linesOf(id);
      const types = new Set(lines.map((line) => (JSON.parse(line) as { type: string }).type));
      expect(types).to.have.all.keys(RECORD_TYPES.map(({ name }) => name));
      const { errors } = preflightNdjson(Buffer.from(lines.join('\n')), {
        existing: { categories: [], tags: [], merchants: [] },
        rowsMax: lines.length,
      });
      // The tables hold any subtype.
      const faults = errors.filter(({ code }) => code !== 'invalid_accountable_subtype');
      expect(faults).to.deep.equal([]);
      const stored = await publish(sql, await storeSession(database, [lines]));
      await runImport(workerContext(database), stored);
      expect((await readSession(sql, stored)).error).to.equal(null);
      expect(withoutIds(await linesOf(stored.householdId))).to.deep.equal(withoutIds(lines));
      // What an export does not say is missing on both sides of that.
      const [before, after] = [
        await listLedgerRows(sql, id),
        await listLedgerRows(sql, stored.householdId),
      ];
      expect(after.filter((row) => !before.includes(row))).to.deep.equal([]);
      expect(after).to.deep.equal(before);
    });
  }
});
