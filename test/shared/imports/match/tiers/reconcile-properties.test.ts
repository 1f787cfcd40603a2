import { expect } from 'chai';
import fc from 'fast-check';
import { addDays } from '#preflight/days';
import { LedgerModel, judged, type WireRow } from '../../../../helpers/ledger-model.ts';
import { cases } from '../../../../helpers/cases.ts';
import { forAll } from '../../../../helpers/for-all.ts';

/** A purchase as a bank lives it: seen pending for some reads (or never), then posted under an id. */
const purchase = fc.record({
  cents: fc.integer({ min: 100, max: 400 }),
  merchant: fc.constantFrom('Cafe Uno', 'Tram', 'Grocer'),
  day: fc.integer({ min: 0, max: 8 }),
  /** First read that lists it, and the read from which it is posted. */
  first: fc.integer({ min: 0, max: 4 }),
  pendingReads: fc.integer({ min: 0, max: 3 }),
  withId: fc.boolean(),
  posts: fc.integer({ min: 0, max: 3 }),
});
type Purchase = typeof purchase extends fc.Arbitrary<infer T> ? T : never;

const DAY_0 = '2025-06-01';

/** Purchases that only their number distinguishes. */
const twin = fc.record({
  first: fc.integer({ min: 0, max: 3 }),
  pendingReads: fc.integer({ min: 0, max: 3 }),
  pendingId: fc.boolean(),
  postedId: fc.boolean(),
  sameId: fc.boolean(),
  amount: fc.constantFrom('-2.8', '-4'),
});
type Twin = typeof twin extends fc.Arbitrary<infer T> ? T : never;

/** What goes wrong in one read: a row left out or broken, ids renewed, a read cut short. */
const fault = fc.record({
  read: fc.integer({ min: 0, max: 7 }),
  kind: fc.constantFrom('omitted', 'broken', 'reissued', 'cut'),
  row: fc.nat(5),
});
type Fault = typeof fault extends fc.Arbitrary<infer T> ? T : never;

/** By then every purchase has posted. */
const FAULTY_READS = 8;

function twins(purchases: readonly Twin[], read: number): WireRow[] {
  return purchases.flatMap((one, index): WireRow[] => {
    if (read < one.first) return [];
    const base = { amount: one.amount, merchant: 'Tram', date: DAY_0 };
    if (read < one.first + one.pendingReads) {
      return [{ ...base, pending: true, id: one.pendingId ? `q${index}` : null }];
    }
    if (!one.postedId) return [{ ...base, id: null }];
    return [{ ...base, id: one.sameId && one.pendingId ? `q${index}` : `p${index}` }];
  });
}

function disturbed(
  sound: readonly WireRow[],
  faults: readonly Fault[],
  read: number,
): { rows: WireRow[]; complete: boolean } {
  // An id that was renewed stays so.
  const marks = faults.filter((each) => each.kind === 'reissued' && each.read <= read).length;
  let rows = sound.map((row) =>
    typeof row.id === 'string' ? { ...row, id: row.id + "'".repeat(marks) } : row,
  );
  let complete = true;
  for (const { kind, row } of faults.filter((each) => each.read === read)) {
    if (kind === 'omitted') rows = rows.filter((_, index) => index !== row);
    if (kind === 'broken') {
      rows = rows.map((each, index) => (index === row ? { ...each, amount: null } : each));
    }
    if (kind === 'cut') {
      rows = rows.slice(0, row);
      complete = false;
    }
  }
  return { rows, complete };
}

function listing(purchases: readonly Purchase[], read: number): WireRow[] {
  return purchases.flatMap((one, index): WireRow[] => {
    if (read < one.first) return [];
    const base = { amount: `-${one.cents / 100}`, merchant: `${one.merchant} ${index}` };
    const date = addDays(DAY_0, one.day);
    if (read < one.first + one.pendingReads) {
      return [{ ...base, date, pending: true, id: one.withId ? `w${index}` : null }];
    }
    return [{ ...base, date: addDays(date, one.posts), id: `p${index}` }];
  });
}

describe('reconcile, for any history of purchases', () => {
  it('reads the same answer twice without a change', () => {
    forAll(100, fc.array(purchase, { maxLength: 10 }), fc.nat(6), (purchases, read) => {
      const model = new LedgerModel();
      model.read(listing(purchases, read));
      const before = JSON.stringify(model.rows);
      const again = model.read(listing(purchases, read));
      expect(JSON.stringify(model.rows)).to.equal(before);
      expect(again.claims).to.be.empty;
    });
  });

  it('does not depend on the order of the rows', () => {
    forAll(100, fc.array(purchase, { maxLength: 8 }), fc.nat(), (purchases, seed) => {
      const play = (shuffle: boolean): string[] => {
        const model = new LedgerModel();
        for (let read = 0; read < 9; read += 1) {
          const rows = listing(purchases, read);
          if (shuffle) rows.sort((a, b) => order(a, seed) - order(b, seed));
          model.read(rows);
        }
        return model
          .live()
          .map((row) => `${row.storedKey} ${row.date} ${row.amount}`)
          .sort();
      };
      expect(play(true)).to.deep.equal(play(false));
    });
  });

  it('bears any fault of a bank: once it reports soundly, no row is doubled and none lost', () => {
    const history = fc.record({
      purchases: fc.array(twin, { minLength: 1, maxLength: 6 }),
      faults: fc.array(fault, { maxLength: 8 }),
    });
    const twinOf = { pendingReads: 0, pendingId: false, sameId: false, amount: '-4' } as const;
    const example = {
      purchases: [
        { ...twinOf, first: 2, postedId: false },
        { ...twinOf, first: 2, pendingReads: 1, postedId: false },
        { ...twinOf, first: 0, pendingReads: 2, postedId: true },
        { ...twinOf, first: 0, pendingReads: 1, postedId: true },
        { ...twinOf, first: 1, pendingReads: 2, pendingId: true, postedId: false },
      ],
      faults: [{ read: 3, kind: 'reissued', row: 0 }] satisfies Fault[],
    };
    fc.assert(
      fc.property(history, ({ purchases, faults }) => {
        const model = new LedgerModel();
        for (let read = 0; read < FAULTY_READS; read += 1) {
          const { rows, complete } = disturbed(twins(purchases, read), faults, read);
          model.read(rows, { complete });
        }
        const reissued = faults.filter(({ kind }) => kind === 'reissued');
        const sound = disturbed(twins(purchases, FAULTY_READS), reissued, FAULTY_READS).rows;
        for (let times = 0; times < 2; times += 1) model.read(sound);
        const rows = (list: readonly { date: string; amount: string | number | null }[]) =>
          list.map(({ date, amount }) => `${date} ${Number(amount)}`).sort();
        expect(rows(model.live())).to.deep.equal(rows(sound));
        expect(model.live().some((row) => row.pending)).to.equal(false);
      }),
      { numRuns: cases(1000), examples: [[example]] },
    );
  });

  it('judges any text without throwing', () => {
    forAll(100, fc.string({ unit: 'binary' }), (merchant) => {
      const [row] = judged([{ id: 'a', amount: '1', date: '2025-06-01', merchant }]);
      expect(row?.name.length).to.be.greaterThan(0);
      expect(row?.name).to.not.match(/\p{Cc}/u);
    });
  });
});

function order(row: WireRow, seed: number): number {
  return Array.from(JSON.stringify(row)).reduce(
    (sum, char) => (sum * 31 + char.charCodeAt(0)) % 9973,
    seed,
  );
}
