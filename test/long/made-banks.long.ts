import { expect } from 'chai';
import { csvImports } from '../helpers/csv-imports.ts';
import { startApi } from '../helpers/start-api.ts';
import { withDatabase } from '../helpers/with-database.ts';
import { makeBank } from './made-bank.ts';
import type { MadeFile, Truth } from './made-bank.ts';

/** `BANKS=300 BANKS_SEED=1 npm run test:long -- banks`: made-up banks, each with a layout of its own that no rule was made for. */
const BANKS = Number(process.env['BANKS'] ?? 300);
const SEED = process.env['BANKS_SEED'] ?? '1';

/** How the rows of a file came out, against what the generator meant. */
type Outcome = 'right' | 'wrong with a warning' | 'wrong in silence' | 'refused';

const inOrder = (rows: readonly Truth[]): string[] =>
  rows.map(({ date, cents }) => `${date} ${cents}`).sort();

describe('files of made-up banks', function () {
  this.timeout(3_600_000);
  const database = withDatabase();
  const api = startApi(database);
  const imports = csvImports(database, api);

  const upload = async ({ content }: MadeFile, fields: Record<string, string>) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set('file', new Blob([new Uint8Array(content)], { type: 'text/csv' }), 'bank.csv');
    const headers = { 'X-Api-Key': api.tenant.writeKey };
    const sent = { method: 'POST', headers, body: form };
    return (await fetch(`${api.baseUrl}/api/v1/imports`, sent)).json() as any;
  };
  const rowsOf = async (id: string): Promise<Truth[] | undefined> => {
    const rows = await database.sql`
      select date::text, amount::text, verdict
      from import_rows
      where import_id = ${id}`;
    if (rows.some(({ verdict }) => verdict === 'invalid')) return undefined;
    return rows.map(({ date, amount }) => {
      return { date: date as string, cents: Math.round(Number(amount) * 100) };
    });
  };
  const judge = async (file: MadeFile, { data }: any): Promise<Outcome> => {
    const rows = data === undefined ? undefined : await rowsOf(data.id);
    if (rows === undefined) return 'refused';
    if (inOrder(rows).join() === inOrder(file.truth).join()) return 'right';
    return data.warnings.length > 0 ? 'wrong with a warning' : 'wrong in silence';
  };

  it('are read as meant with no settings, the second one by the profile of the first', async () => {
    const counts: Record<string, Record<string, number>> = { first: {}, second: {} };
    let recognised = 0;
    for (let bank = 0; bank < BANKS; bank += 1) {
      const seed = `${SEED}-${bank}`;
      const made = makeBank(seed);
      const account_id = await imports.addAccount({ name: seed });
      const wish = { account_id, apply_suggestions: 'true', save_profile: seed, publish: 'true' };
      const first = await upload(made.files[0], wish);
      // Publishing is what saves the profile.
      if (first.data?.status === 'publishing') await imports.perform(first.data.id);
      const second = await upload(made.files[1], { account_id });
      if (second.data?.profile?.name === seed) recognised += 1;
      for (const [which, file, answer] of [
        ['first', made.files[0], first],
        ['second', made.files[1], second],
      ] as const) {
        const outcome = await judge(file, answer);
        const count = counts[which] ?? {};
        count[outcome] = (count[outcome] ?? 0) + 1;
        if (outcome === 'right') continue;
        const why =
          answer.data === undefined ? answer : [answer.data.warnings, answer.data.evidence];
        console.log(
          `  ${seed} ${which} ${outcome}: ${made.shape}\n    ${JSON.stringify(why).slice(0, 600)}`,
        );
      }
    }
    console.log({ banks: BANKS, seed: SEED, recognised, ...counts });
    expect(counts['first']?.['wrong in silence'] ?? 0).to.equal(0);
    expect(counts['second']?.['wrong in silence'] ?? 0).to.equal(0);
  });
});
