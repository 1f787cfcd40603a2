import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { compareBookings, readExpected } from '../../scripts/corpora/compare-bookings.ts';
import type { ExpectedBooking } from '../../scripts/corpora/compare-bookings.ts';
import { whyNoStatement } from '../../scripts/corpora/is-statement.ts';
import { readStatement } from '../../scripts/corpora/read-bookings.ts';
import { withImports } from '../helpers/csv-imports.ts';

/** `CORPORA=FOLDER npm run test:long -- profiles`: real exports, one folder for each bank. They belong to others. */
const FOLDER = process.env['CORPORA'] ?? '';

interface BankFile {
  bank: string;
  name: string;
  content: Buffer;
  expected: ExpectedBooking[] | undefined;
}

/** The statements below a folder with what is known of their bookings, by the folder that they lie in. */
function readBanks(folder: string): Map<string, BankFile[]> {
  if (folder === '') throw new Error('CORPORA has to name the folder: CORPORA=FOLDER npm run …');
  const banks = new Map<string, BankFile[]>();
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const known = paths
    .filter((file) => path.basename(file) === 'expected.json')
    .map((file) => path.join(folder, path.dirname(file)))
    .map((base) => ({ base, files: readExpected(base) }));
  for (const file of paths.filter((name) => /\.(?:csv|tsv)$/i.test(name))) {
    const full = path.join(folder, file);
    const content = readFileSync(full);
    if (whyNoStatement(content, new Date()) !== undefined) continue;
    const bank = path.dirname(file);
    const expected = known
      .map(({ base, files }) => files.get(path.relative(base, full)))
      .find((bookings) => bookings !== undefined);
    banks.set(bank, [...(banks.get(bank) ?? []), { bank, name: file, content, expected }]);
  }
  return banks;
}

for (const corrects of [false, true])
  describe(`profiles over the exports of real banks, first files ${corrects ? 'corrected' : 'as suggested'}`, function () {
    this.timeout(1_800_000);
    const { database, api, imports } = withImports();

    const upload = async (
      { content, name }: BankFile,
      fields: Record<string, string>,
      key = api.tenant.writeKey,
    ) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      form.set(
        'file',
        new Blob([new Uint8Array(content)], { type: 'text/csv' }),
        path.basename(name),
      );
      const answer = await fetch(`${api.baseUrl}/api/v1/imports`, {
        method: 'POST',
        headers: { 'X-Api-Key': key },
        body: form,
      });
      const { data } = (await answer.json()) as { data?: any };
      return data;
    };
    const readingOf = (id: string) =>
      database.sql`
      select line, date::text, amount::text, currency, name, notes, category
      from import_rows
      where import_id = ${id}
      order by line`;
    /** What a person does to the first file of a bank who sees the sign of every row as it should not be: settings alone. */
    const correct = async ({ name, content, expected }: BankFile, made: any): Promise<any> => {
      const { bookings, leftOut } = readStatement(content, made.settings, new Date());
      if (expected === undefined || !compareBookings(expected, bookings, leftOut).turned)
        return made;
      const isNegative = made.settings.signage_convention === 'inflows_negative';
      console.log(`  ${name}: its sign is corrected`);
      return imports.call('PATCH', `/${made.id}`, 200, {
        signage_convention: isNegative ? 'inflows_positive' : 'inflows_negative',
        save_profile: name,
      });
    };
    const bookedIn = async (accountId: string) => {
      const rows = await database.sql`
      select date::text, amount::text
      from transactions
      where account_id = ${accountId}`;
      return rows.map(({ date, amount }) => {
        return { date: date as string, cents: Math.round(Number(amount) * 100) };
      });
    };

    it('read the next file of a bank with no settings, and none for another bank’s', async () => {
      const banks = readBanks(FOLDER);
      const totals = {
        banks: banks.size,
        profiles: 0,
        recognised: 0,
        sameReading: 0,
        sameInItsColumns: 0,
        missed: 0,
        sameHeaderElsewhere: 0,
        takenForAnother: 0,
      };
      const bookings = { files: 0, whole: 0, right: 0, turned: 0 };
      const judge = async (file: BankFile, made: any, accountId: string): Promise<void> => {
        if (file.expected === undefined || made === undefined) return;
        const published = await imports.publish(made.id, { skip_invalid: true });
        expect(published.status, file.name).to.equal('complete');
        const { leftOut } = readStatement(file.content, made.settings, new Date());
        const verdict = compareBookings(file.expected, await bookedIn(accountId), leftOut);
        bookings.files += 1;
        bookings.whole += verdict.expected - verdict.parts;
        bookings.right += verdict.right;
        if (verdict.turned) bookings.turned += verdict.expected;
        const wrong = verdict.expected - verdict.parts - verdict.right;
        if (wrong > 0)
          console.log(`  ${file.name}: ${wrong} of ${verdict.expected} bookings not right`);
      };
      const headers = new Map<string, string>();
      for (const file of [...banks.values()].flat()) {
        const account_id = await imports.addAccount({ name: file.name });
        const alone = await upload(file, { apply_suggestions: 'true' }, api.other.writeKey);
        if (alone === undefined) continue;
        const header = alone.headers.join('\n').toLowerCase();
        const known = headers.get(header);
        const made = await upload(file, { account_id });
        if (made?.profile === null || made?.profile === undefined) {
          if (known !== undefined) {
            totals.missed += 1;
            console.log(`  ${file.name}: has the header of ${known}, and is not recognised`);
          }
          headers.set(header, file.bank);
          totals.profiles += 1;
          const wish = { account_id, apply_suggestions: 'true', save_profile: file.name };
          const suggested = await upload(file, wish);
          await judge(file, corrects ? await correct(file, suggested) : suggested, account_id);
          continue;
        }
        if (path.dirname(made.profile.name) !== file.bank) {
          // Two folders may hold exports of one make.
          if (known !== file.bank && known !== undefined) totals.sameHeaderElsewhere += 1;
          else totals.takenForAnother += 1;
          console.log(`  ${file.name}: taken for ${made.profile.name}`);
          continue;
        }
        totals.recognised += 1;
        const [own, other] = await Promise.all([readingOf(made.id), readingOf(alone.id)]);
        // Which column is the day or the name is a matter of the bank; all else a matter of the file.
        const columns = Object.entries(made.settings).filter(
          ([name]) => name.endsWith('_col_label') && name in made.settings,
        );
        const wish = { ...Object.fromEntries(columns), apply_suggestions: 'true' };
        const inColumns = await upload(file, wish, api.other.writeKey);
        const isSame = JSON.stringify(own) === JSON.stringify(await readingOf(inColumns.id));
        if (isSame) totals.sameInItsColumns += 1;
        if (JSON.stringify(own) === JSON.stringify(other)) totals.sameReading += 1;
        else if (!isSame) {
          const at = own.findIndex(
            (row, index) => JSON.stringify(row) !== JSON.stringify(other[index]),
          );
          console.log(
            `  ${file.name}: read otherwise than on its own`,
            own.length,
            other.length,
            own[at],
            other[at],
          );
        }
        await judge(file, made, account_id);
      }
      console.log(totals, bookings);
      expect(totals.takenForAnother).to.equal(0);
    });
  });
