import { expect } from 'chai';
import { addDays } from '../../../shared/days.ts';
import { importText } from '../../helpers/import-text.ts';
import { rowsPage, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';
import type { Row } from '../../helpers/sync-play.ts';

const NOW = new Date('2025-06-10T06:00:00Z');
const SEEDS = 12;

/** Small, seeded and good enough to shuffle a household. */
function random(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

const csv = (rows: readonly (readonly string[])[]): string =>
  ['date,amount,name', ...rows.map((row) => row.join(',')), ''].join('\n');

describe('sync: rows that a file brought', () => {
  const play = withSyncPlay();

  const importRows = async (rows: readonly (readonly string[])[]): Promise<string> => {
    const [link] = await play.links();
    const { householdId } = play.owner;
    const accountId = link!['accountId'] as string;
    return importText(play.database, { householdId, accountId }, csv(rows), NOW);
  };

  it('are taken over by the bank’s row, with the id and what people made of them', async () => {
    await play.sync([rowsPage([])]);
    await importRows([
      ['2025-06-08', '-10', 'KARTENZAHLUNG CAFE 123'],
      ['2025-06-08', '-10', 'KARTENZAHLUNG CAFE 123'],
    ]);
    const before = await play.live();
    await play.database.sql`
      update transactions
      set notes = 'mine', locked_attributes = '{"notes": "2025-06-10"}'
      where id = ${before[0]!['id']}`;
    await play.sync([rowsPage([wireRow('a'), wireRow('b')])]);
    const rows = await play.live();
    expect(rows.map(({ id }) => id).sort()).to.deep.equal(before.map(({ id }) => id).sort());
    expect(rows.map(({ source, externalId, date }) => [source, externalId, date])).to.deep.equal([
      ['provider', 'a', '2025-06-09'],
      ['provider', 'b', '2025-06-09'],
    ]);
    expect(rows.map(({ notes }) => notes).sort()).to.deep.equal(['mine', null]);
    await play.sync([rowsPage([wireRow('a'), wireRow('b')])]);
    expect(await play.ledger()).to.have.length(2);
  });

  it('are one with a pending row that posts with a tip', async () => {
    await play.sync([rowsPage([wireRow('a', { isPending: true })])]);
    await importRows([['2025-06-09', '-12', 'Cafe']]);
    expect(await play.ledger()).to.have.length(2);
    await play.sync([rowsPage([wireRow('a', { amount: -12 })])]);
    expect(await play.ledger()).to.deep.equal(['2025-06-09 -12 posted']);
  });

  it('are left alone by the row that their file has claimed: a twin that the bank lists later', async () => {
    await play.sync([rowsPage([wireRow('a')])]);
    await importRows([
      ['2025-06-09', '-10', 'Cafe'],
      ['2025-06-09', '-10', 'Cafe'],
    ]);
    await play.sync([rowsPage([wireRow('a', { merchant: 'Cafe Berlin' })])]);
    expect(await play.ledger()).to.have.length(2);
    await play.sync([rowsPage([wireRow('a', { merchant: 'Cafe Berlin' }), wireRow('b')])]);
    expect(await play.ledger()).to.have.length(2);
  });

  for (let seed = 1; seed <= SEEDS; seed += 1) {
    it(`sync, import and sync in any order: none doubled, none lost (seed ${seed})`, async () => {
      const pick = random(seed);
      const bank: Row[] = [];
      const file: string[][] = [];
      for (let purchase = 0; purchase < 25; purchase += 1) {
        const date = addDays('2025-05-01', pick(36));
        const amount = -(purchase + 1);
        const shift = pick(4);
        for (let twin = pick(4) === 0 ? 2 : 1; twin > 0; twin -= 1) {
          bank.push(wireRow(`${purchase}-${twin}`, { date, amount, merchant: `Shop ${purchase}` }));
          file.push([addDays(date, -shift), String(amount), `POS ${purchase * 7}`]);
        }
      }
      const half = bank.filter(({ date }) => date < '2025-05-20');
      await play.sync([rowsPage(pick(2) === 0 ? [] : half)]);
      const steps = [
        () => play.sync([rowsPage(half)]).then(() => undefined),
        () => importRows(file.slice(0, 15)).then(() => undefined),
        () => importRows(file).then(() => undefined),
        () => play.sync([rowsPage(bank)]).then(() => undefined),
      ];
      while (steps.length > 0) await steps.splice(pick(steps.length), 1)[0]!();
      await importRows(file);
      await play.sync([rowsPage(bank)]);
      const amounts = (rows: readonly Row[]): number[] =>
        rows.map(({ amount }) => Number(amount)).sort((a, b) => a - b);
      expect(amounts(await play.live())).to.deep.equal(amounts(bank));
    });
  }
});
