import { expect } from 'chai';
import { statedFigures } from '#preflight/evidence/stated-figures';

const figuresIn = (cell: string) => statedFigures([{ line: 1, cells: [cell] }]);

/** Processor time in microseconds: the least of several runs, so that other work on the machine does not count. */
function costOf(cell: string): number {
  const runs = Array.from({ length: 15 }, () => {
    const before = process.cpuUsage();
    figuresIn(cell);
    return process.cpuUsage(before).user;
  });
  return Math.max(Math.min(...runs), 50);
}

describe('numbers stated in a row that is no booking', () => {
  it('are at the end of a cell, after words of any length', () => {
    const words = 'Thank you for banking with us. '.repeat(20);
    for (const cell of ['Balance: EUR 12.50', `${words}Balance: EUR 12.50`]) {
      const [figure] = figuresIn(cell);
      expect(figure).to.include({ text: 'EUR 12.50', alone: true });
      expect(figure?.label).to.match(/balance$/);
    }
    expect(figuresIn(`${words}Balance: EUR`)).to.deep.equal([]);
    expect(figuresIn(`${words}${'1 '.repeat(200)}`)).to.deep.equal([]);
  });

  it('are looked for in no more time than the cell is long', () => {
    // Eight times the length: 64 times the work where each place of a cell is tried against the rest of it.
    for (const piece of ['EUR ', 'a ', 'x', 'Balance 1 ']) {
      const [short, long] = [
        piece.repeat(5000 / piece.length),
        piece.repeat(40_000 / piece.length),
      ];
      expect(costOf(long) / costOf(short), piece).to.be.below(30);
    }
  });
});
