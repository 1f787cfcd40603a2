import { expect } from 'chai';
import { pairInOrder } from '../../../../shared/imports/match/pair-more.ts';

const rows = (...days: number[]) =>
  days.map((day, at) => ({
    id: `${day}.${at}`,
    date: `2024-05-${String(day).padStart(2, '0')}`,
  }));

describe('pairing rows of one price', () => {
  const paired = (wanted: number[], stored: number[]): string[] =>
    pairInOrder(rows(...wanted), rows(...stored), 3).map(({ ref, id }) => `${ref} ${id}`);

  it('makes the most pairs where the nearest ones would leave a row alone', () => {
    expect(paired([12, 15], [10, 13])).to.deep.equal(['12.0 10.0', '15.1 13.1']);
  });

  it('pairs nothing more than three days apart, and nothing twice', () => {
    expect(paired([5, 20], [1, 21, 21])).to.deep.equal(['20.1 21.1']);
  });
});
