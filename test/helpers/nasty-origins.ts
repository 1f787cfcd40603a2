import { createHash, randomUUID } from 'node:crypto';
import type { Sql } from '../../shared/postgres/connect.ts';
import type { Draws } from './draws.ts';
import { insertRow } from './insert-row.ts';

/** Names that a bank or a file gives, and that a careless reader changes. */
const NAMES = [
  'CAFE UNO',
  ' Cafe  Uno ',
  'ΑΣ',
  '"q", \\ {x}',
  '😀'.repeat(200),
  'ß'.repeat(10_000),
];
const MAKES = [
  { type: 'TransactionImport', settings: { date_col_label: 'Date', name_col_label: 'Text' } },
  { type: 'TransactionImport', settings: { date_col_label: 'Date', external_id_col_label: 'Id' } },
  { type: 'BudgetAppOneImport', settings: {} },
];

/** Gives half of a household's accounts a bank that left, and its transactions what banks and files know them by. */
export async function addOrigins(
  sql: Sql,
  householdId: string,
  { pick, maybe, chance }: Draws,
): Promise<void> {
  const insert = (table: string, row: object): Promise<string> =>
    insertRow(sql, table, householdId, row);
  const accounts = await sql<{ id: string }[]>`
    select id from accounts where household_id = ${householdId} order by name`;
  const linked = new Set(accounts.filter((_, place) => place % 2 === 0).map(({ id }) => id));
  for (const id of linked) {
    await insert('provider_accounts', {
      account_id: id,
      provider_account_id: `p${'é'.repeat(900)}`,
      listed_name: maybe(pick(NAMES)),
      content_scope: maybe('first'),
      history_floor: maybe('2020-01-01'),
      ignored: chance(0.5),
    });
  }
  const imports: string[] = [];
  for (const make of [...MAKES, ...MAKES]) {
    const upload = { request_digest: '', filename: 'f', content_type: 'text/csv', byte_size: 1 };
    const settings = { ...make.settings, col_sep: ';' };
    imports.push(
      await insert('imports', { ...upload, type: make.type, settings, status: 'complete' }),
    );
  }
  const transactions = await sql<{ id: string; accountId: string; date: string }[]>`
    select id, account_id, date from transactions
    where household_id = ${householdId} and parent_id is null and removed_at is null and mirror_of is null
    order by name`;
  for (const [place, { id, accountId, date }] of transactions.entries()) {
    const file = { name: pick(NAMES), date, external_id: maybe(`f${place}`) };
    const inFile = {
      import_id: pick(imports),
      import_name: file.name,
      import_date: file.date,
      import_external_id: file.external_id,
    };
    const bank = {
      source: 'provider',
      external_id: pick([`${place}`, `k${'é'.repeat(490)}${place}`]),
      first_seen_date: maybe(date),
      content_hash: maybe(createHash('sha256').update(id).digest()),
      absorbed_pending: chance(0.5),
    };
    if (linked.has(accountId)) {
      await sql`update transactions set ${sql({ ...bank, ...(chance(0.5) ? inFile : {}) } as any)} where id = ${id}`;
      if (chance(0.4)) {
        const former = { account_id: accountId, transaction_id: id };
        for (const key of ['a', 'b']) {
          await insert('transaction_aliases', { ...former, external_id: `${key}${place}` });
        }
      }
    } else if (chance(0.6)) {
      await sql`update transactions set ${sql({ source: 'csv_import', ...inFile } as any)} where id = ${id}`;
    }
    for (const [line, importId] of imports.entries()) {
      if (chance(0.8)) continue;
      const more = { external_id: maybe(randomUUID()) };
      const said = { date, amount: '-1.50', currency: maybe('USD'), name: maybe(pick(NAMES)) };
      const claim = {
        date,
        name: maybe(pick(NAMES)),
        verdict: 'duplicate',
        of_id: id,
        more,
        pending: chance(0.2),
        account_id: maybe(pick(accounts).id),
        as_read: maybe({ ...said, account: maybe('Other') }),
      };
      await insert('import_rows', { ...claim, import_id: importId, line: place * 10 + line + 1 });
    }
  }
  for (const id of linked) {
    await insert('transactions', {
      account_id: id,
      date: '2025-02-03',
      amount: '-1.5',
      currency: 'EUR',
      name: 'Deleted',
      provider_merchant: maybe(pick(NAMES)),
      source: 'provider',
      external_id: 'deleted',
      content_hash: maybe(createHash('sha256').update(id).digest()),
      removed_at: new Date(),
      removed_reason: 'user',
    });
  }
  for (const name of NAMES.slice(0, 4)) {
    await insert('import_profiles', {
      name: name.trim(),
      type: pick(MAKES).type,
      account_id: maybe(pick(accounts).id),
      settings: { date_format: '%d.%m.%Y', rows_to_skip: 2, inferred_settings: 'date_format' },
      header_fingerprint: maybe(createHash('sha256').update(name).digest('hex')),
    });
  }
}
