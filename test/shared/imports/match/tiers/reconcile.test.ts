import { expect } from 'chai';
import { LedgerModel, type WireRow } from '../../../../helpers/ledger-model.ts';

const pending = (over: Partial<WireRow> = {}): WireRow => ({
  amount: '-4.5',
  date: '2025-06-09',
  merchant: 'Cafe Uno',
  pending: true,
  ...over,
});
const posted = (id: string | null, over: Partial<WireRow> = {}): WireRow => ({
  ...pending({ id, date: '2025-06-10' }),
  pending: false,
  ...over,
});
const shape = (model: LedgerModel): string[] =>
  model
    .live()
    .map(
      (row) =>
        `${row.id} ${row.idless ? 'syn' : row.storedKey} ${row.date} ${row.amount}${row.pending ? ' pending' : ''}`,
    );

describe('reconcile', () => {
  let model: LedgerModel;
  beforeEach(() => (model = new LedgerModel()));

  describe('tier 3: a pending row posts', () => {
    it('keeps the other of two equal pending rows alive while the bank lists both for a while', () => {
      model.read([pending(), pending()]);
      model.read([posted('p1'), pending(), pending()]);
      expect(model.live()).to.have.length(2);
      for (let times = 0; times < 3; times += 1) model.read([posted('p1'), pending()]);
      expect(shape(model).filter((row) => row.endsWith('pending'))).to.have.length(1);
      expect(model.live()).to.have.length(2);
    });

    for (const [days, settles] of [
      ['2025-06-23', true],
      ['2025-06-24', false],
      ['2025-06-08', true],
      ['2025-06-07', false],
    ] as const) {
      it(`${settles ? 'claims' : 'does not claim'} a pending row of 9 June posted on ${days}`, () => {
        model.read([pending()]);
        model.read([posted('p1', { date: days })]);
        expect(model.live()).to.have.length(settles ? 1 : 2);
      });
    }

    it('never matches another currency or the opposite sign', () => {
      model.read([pending()]);
      model.read([posted('a', { currency: 'USD' }), posted('b', { amount: '4.5' }), pending()]);
      expect(model.live()).to.have.length(3);
    });

    it('leaves two candidates with other names alone', () => {
      model.read([pending({ merchant: 'AMZN' }), pending({ merchant: 'PAYPAL' })]);
      model.read([posted('p1', { merchant: 'Amazon' })]);
      expect(model.live()).to.have.length(3);
    });

    it('leaves one candidate that two new rows want alone', () => {
      model.read([pending({ merchant: 'AMZN' })]);
      model.read([posted('p1', { merchant: 'Amazon' }), posted('p2', { merchant: 'Book Shop' })]);
      expect(model.live()).to.have.length(3);
    });

    it('brings back a row that was given up too early', () => {
      model.read([pending()]);
      model.read([]);
      model.read([]);
      expect(model.live()).to.be.empty;
      model.read([posted('p1', { date: '2025-06-20' })]);
      expect(shape(model)).to.deep.equal(['r1 p1 2025-06-20 -4.5']);
    });
  });

  describe('tier 4: tips', () => {
    for (const [over, claims] of [
      [{ amount: '-50' }, true],
      [{ amount: '-65' }, true],
      [{ amount: '-65.01' }, false],
      [{ amount: '-49.99' }, false],
      [{ amount: '-55', date: '2025-06-16' }, true],
      [{ amount: '-55', date: '2025-06-17' }, false],
      [{ amount: '-55', merchant: 'Bistro' }, false],
    ] as const) {
      it(`${claims ? 'claims' : 'does not claim'} ${Object.values(over).join(' ')} for a pending -50 of 9 June`, () => {
        model.read([pending({ amount: '-50' })]);
        model.read([posted('p1', over)]);
        expect(model.live()).to.have.length(claims ? 1 : 2);
      });
    }

    it('does not touch a pending row that is still listed', () => {
      model.read([pending({ amount: '-50' })]);
      model.read([posted('p1', { amount: '-60' }), pending({ amount: '-50' })]);
      expect(model.live()).to.have.length(2);
    });
  });

  describe('tier 5: reissued ids', () => {
    it('does not take an absent row that the read does not cover', () => {
      model.read([posted('o1')]);
      model.read([posted('n1')], { from: '2025-06-11' });
      expect(model.live()).to.have.length(2);
    });

    it('does not let a reissued row take over an equal pending purchase', () => {
      model.read([posted('o1'), pending({ id: 'q1', date: '2025-06-11' })]);
      model.read([posted('n1'), pending({ id: 'q1', date: '2025-06-11' })]);
      expect(shape(model)).to.deep.equal([
        'r1 n1 2025-06-10 -4.5',
        'r2 q1 2025-06-11 -4.5 pending',
      ]);
    });

    it('leaves the row for a complete read when this one is not', () => {
      model.read([posted('o1')]);
      const decisions = model.read([posted('n1')], { complete: false });
      expect(decisions.deferred).to.deep.equal(['n1']);
      model.read([posted('n1')]);
      expect(shape(model)).to.deep.equal(['r1 n1 2025-06-10 -4.5']);
    });

    it('suppresses a former id that comes back alone', () => {
      model.read([posted('o1')]);
      model.read([posted('n1')]);
      model.read([posted('o1')]);
      expect(model.live()).to.have.length(1);
    });

    it('takes a former id next to the present one for another purchase', () => {
      model.read([posted('o1')]);
      model.read([posted('n1')]);
      for (let times = 0; times < 2; times += 1) {
        model.read([posted('o1'), posted('n1')]);
        expect(model.live().map((row) => row.storedKey)).to.have.members(['o1', 'n1']);
      }
    });
  });

  describe('tier 6: pending rows without id', () => {
    it('absorbs one pending row into a posted one, once', () => {
      model.read([posted('p1')]);
      const first = model.read([posted('p1'), pending()]);
      expect(first.suppressed).to.have.length(1);
      model.read([posted('p1'), pending(), pending()]);
      expect(model.live()).to.have.length(2);
    });

    it('absorbs into a posted row of the same read', () => {
      model.read([posted('p1'), pending()]);
      expect(shape(model)).to.deep.equal(['r1 p1 2025-06-10 -4.5']);
    });

    it('follows a pending row whose day moves', () => {
      model.read([pending()]);
      model.read([pending({ date: '2025-06-12' })]);
      expect(shape(model)).to.deep.equal(['r1 syn 2025-06-12 -4.5 pending']);
      model.read([pending()]);
      expect(shape(model)).to.deep.equal(['r1 syn 2025-06-09 -4.5 pending']);
    });

    it('does not follow it further than three days', () => {
      model.read([pending()]);
      model.read([pending({ date: '2025-06-13' })]);
      expect(model.live()).to.have.length(2);
    });
  });

  describe('tier 7: pending rows that vanish', () => {
    it('does not count partial reads, reads without pending rows or reads of other days', () => {
      model.read([pending()]);
      for (const facts of [{ complete: false }, { pendingAsked: false }, { from: '2025-06-10' }]) {
        model.read([], facts);
        model.read([], facts);
      }
      expect(model.live()).to.have.length(1);
      expect(model.get('r1').missed).to.equal(0);
    });

    it('starts counting again when the row is listed again', () => {
      model.read([pending()]);
      model.read([]);
      model.read([pending()]);
      model.read([]);
      expect(model.live()).to.have.length(1);
    });

    it('flags an edited row instead, and takes the flag back when it posts', () => {
      model.read([pending()]);
      model.get('r1').edited = true;
      model.read([]);
      expect(model.read([]).flagged).to.deep.equal(['r1']);
      expect(model.read([]).flagged).to.be.empty;
      model.read([posted('p1')]);
      expect(model.get('r1').stale).to.equal(false);
    });
  });

  describe('rows without id that are posted', () => {
    it('settle their own pending form under the same key', () => {
      model.read([pending()]);
      model.read([posted(null, { date: '2025-06-09' })]);
      expect(shape(model)).to.deep.equal(['r1 syn 2025-06-09 -4.5']);
    });
  });
});
