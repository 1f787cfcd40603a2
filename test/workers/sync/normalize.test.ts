import { expect } from 'chai';
import { normalizeDate } from '../../../workers/sync/normalize.ts';
import { readWindow, type WindowFacts } from '../../../workers/sync/read-transactions.ts';
import { contentHash, rowKey, syntheticKey } from '../../../shared/imports/match/content-hash.ts';

describe('normalizeDate', () => {
  for (const [text, day] of [
    ['2025-06-09', '2025-06-09'],
    [' 2025-06-09 ', '2025-06-09'],
    ['2024-02-29', '2024-02-29'],
    ['2025-06-10T03:59:59Z', '2025-06-09'],
    ['2025-06-10T04:00:00Z', '2025-06-10'],
    ['2025-06-10T00:30:00+02:00', '2025-06-09'],
    ['2025-06-10T00:30:00+0200', '2025-06-09'],
    ['2025-06-10 00:30:00.123-04', '2025-06-10'],
    ['2025-06-10T00:00:00', '2025-06-10'],
    ['2025-06-10T23:30', '2025-06-10'],
    ['1749524399', '2025-06-09'],
    ['1749528000', '2025-06-10'],
    ['1749528000123', '2025-06-10'],
    ['2025-02-30', null],
    ['2025-13-01', null],
    ['2025-06-09T25:00:00Z', null],
    ['09/06/2025', null],
    ['soon', null],
    ['', null],
    [null, null],
    ['12', null],
  ] as const) {
    it(`reads ${String(text)} in New York as ${String(day)}`, () => {
      expect(normalizeDate(text, () => 'America/New_York')).to.equal(day);
    });
  }
});

describe('contentHash', () => {
  const content = {
    date: '2025-06-09',
    amount: '1',
    currency: 'EUR',
    merchant: 'Straße',
    description: null,
  };

  it('folds letter case and nothing else', () => {
    const hash = contentHash('1', content);
    expect(contentHash('1', { ...content, merchant: 'STRASSE' })).to.equal(hash);
    for (const other of [
      contentHash('2', content),
      contentHash('1', { ...content, date: '2025-06-10' }),
      contentHash('1', { ...content, amount: '-1' }),
      contentHash('1', { ...content, currency: 'USD' }),
      contentHash('1', { ...content, merchant: null, description: 'Straße' }),
    ]) {
      expect(other).to.not.equal(hash);
    }
  });

  it('keeps a provider’s id apart that imitates a key of ours', () => {
    const key = syntheticKey(contentHash('1', content), 1);
    expect(rowKey(key)).to.not.equal(key);
    expect(rowKey('abc')).to.equal('abc');
  });
});

describe('readWindow', () => {
  const facts: WindowFacts = {
    today: '2025-06-10',
    watermark: null,
    oldestPending: null,
    historyStart: null,
    knownFloor: null,
    initialDays: 90,
    lookbackDays: 7,
  };

  it('asks for the whole history first, up to tomorrow', () => {
    expect(readWindow(facts)).to.deep.equal({
      from: '2025-03-12',
      to: '2025-06-11',
      floor: '2025-03-12',
    });
    expect(readWindow({ ...facts, historyStart: '2025-06-01' }).from).to.equal('2025-06-01');
    expect(readWindow({ ...facts, historyStart: '2023-01-01' }).from).to.equal('2023-01-01');
  });

  it('then looks back seven days, or to the day before the oldest pending row', () => {
    const later = { ...facts, watermark: '2025-06-08', knownFloor: '2025-03-10' };
    expect(readWindow(later)).to.deep.equal({
      from: '2025-06-01',
      to: '2025-06-11',
      floor: '2025-03-10',
    });
    expect(readWindow({ ...later, oldestPending: '2025-05-20' }).from).to.equal('2025-05-19');
    expect(readWindow({ ...later, oldestPending: '2025-06-07' }).from).to.equal('2025-06-01');
  });

  it('never asks for days before the floor', () => {
    const later = { ...facts, watermark: '2025-06-08', historyStart: '2025-06-05' };
    expect(readWindow(later).from).to.equal('2025-06-05');
  });
});
