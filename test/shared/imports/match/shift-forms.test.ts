import { expect } from 'chai';
import { findShifts } from '../../../../shared/imports/match/shift-forms.ts';

describe('making room for a row of a file', () => {
  const day = (number: number): string => `2024-05-${String(number).padStart(2, '0')}`;
  const bank = (id: string, date: number, fileDate: number | null) => {
    return { id, date: day(date), fileDate: fileDate === null ? null : day(fileDate) };
  };

  it('hands places on along the shortest way to a row that no file has', () => {
    const banks = [
      bank('a', 10, 12),
      bank('b', 13, 15),
      bank('far', 17, null),
      bank('c', 14, null),
    ];
    const shifts = findShifts([{ id: 'free', date: day(8) }], banks);
    expect(shifts).to.deep.equal([{ free: 'free', banks: ['a', 'c'] }]);
  });

  it('uses a place once, and leaves a row alone that no way leads from', () => {
    const banks = [bank('a', 10, null)];
    const free = [8, 9, 20].map((date) => ({ id: `free ${date}`, date: day(date) }));
    expect(findShifts(free, banks)).to.deep.equal([{ free: 'free 8', banks: ['a'] }]);
  });
});
