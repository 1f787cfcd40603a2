import type { Tx } from '../../postgres/connect.ts';
import { colorOf, judgeByName } from './named-records.ts';
import type { CsvScope, Publisher, Written } from './scope.ts';
import { ofImport } from './scope.ts';

async function write(tx: Tx, scope: CsvScope): Promise<Written> {
  const inserted = await tx`
    insert into merchants (id, household_id, name, color, website_url)
    select r.record_id, r.household_id, r.name, coalesce(${colorOf(tx)}, '#6172f3'), r.more ->> 'website_url'
    from import_rows r
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'`;
  return { created: { merchants: inserted.count }, updated: {} };
}

/** Publishes rows of MerchantImport: those that the household lacks; the others stay as they are. */
export const merchants: Publisher = {
  judge: (tx, scope) => judgeByName(tx, scope, 'merchants', 'first'),
  write,
};
