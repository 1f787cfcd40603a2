import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { readImport } from '#preflight/rows/read-import';
import { copyRow } from '../../shared/imports/copy-row.ts';
import { publishRun } from '../../shared/imports/csv/run-import.ts';
import { copyImportRows } from '../../shared/imports/import-rows.ts';
import { insertImport } from '../../shared/imports/imports.ts';
import { publishImport } from '../../shared/queue/runs/kinds.ts';
import { beginRun } from '../../shared/queue/runs/run-store.ts';
import type { TestDatabase } from './with-database.ts';

/** Imports a CSV of transactions into an account as the service does, without HTTP and without a queue. */
export async function importText(
  { sql }: Pick<TestDatabase, 'sql'>,
  { householdId, accountId }: { householdId: string; accountId: string },
  text: string,
  now: Date,
): Promise<string> {
  const importId = randomUUID();
  const content = Buffer.from(text);
  const asked = { content, type: 'TransactionImport', settings: {}, now } as const;
  const lines: string[] = [];
  const read = readImport({ ...asked, applySuggestions: 'none', hasAccount: true }, (row) =>
    lines.push(copyRow({ householdId, importId, accountId }, row)),
  );
  await sql.begin(async (tx) => {
    await insertImport(tx, householdId, {
      id: importId,
      type: 'TransactionImport',
      accountId,
      clientImportId: null,
      requestDigest: '',
      filename: 'import.csv',
      contentType: 'text/csv',
      byteSize: content.byteLength,
      keptContent: gzipSync(content),
      fields: {},
      settings: read.settings ?? {},
      report: read.report,
      suggested: [],
      profile: null,
    });
    await copyImportRows(tx, gzipSync(lines.join('')));
    const run = await beginRun(tx, publishImport, { householdId, id: importId });
    expect(await publishRun(tx, run)).to.have.property('ruleRunId');
  });
  return importId;
}
