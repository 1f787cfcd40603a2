import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { RECORD_TYPES } from '#preflight/records/record-types';
import { insertHousehold } from '../../../../shared/households/households.ts';
import { exportedLines, importChunks } from '../../../helpers/import-sessions.ts';
import { withoutIds } from '../../../helpers/ledger-records.ts';
import { listLedgerRows } from '../../../helpers/ledger-tables.ts';
import { fillNastily } from '../../../helpers/nasty-household.ts';
import { withDatabase } from '../../../helpers/with-database.ts';

describe('the round trip of a household', () => {
  const database = withDatabase();

  for (const seed of [1, 2, 3, 4]) {
    it(`loses nothing of what the tables can hold (${seed})`, async function () {
      const { sql } = database;
      const { id } = await insertHousehold(sql, `H ${randomUUID()}`);
      await fillNastily(sql, id, seed);
      const lines = await exportedLines(sql, id);
      const types = new Set(lines.map((line) => (JSON.parse(line) as { type: string }).type));
      expect(types).to.have.all.keys(RECORD_TYPES.map(({ name }) => name));
      const { errors } = preflightNdjson(Buffer.from(lines.join('\n')), {
        existing: { categories: [], tags: [], merchants: [] },
        rowsMax: lines.length,
      });
      // The tables hold any subtype.
      const faults = errors.filter(({ code }) => code !== 'invalid_accountable_subtype');
      expect(faults).to.deep.equal([]);
      const { session, householdId } = await importChunks(database, [lines]);
      expect(session.error).to.equal(null);
      expect(withoutIds(await exportedLines(sql, householdId))).to.deep.equal(withoutIds(lines));
      // What an export does not say is missing on both sides of that.
      const [before, after] = [
        await listLedgerRows(sql, id),
        await listLedgerRows(sql, householdId),
      ];
      expect(after.filter((row) => !before.includes(row))).to.deep.equal([]);
      expect(after).to.deep.equal(before);
    });
  }
});
