import { expect } from 'chai';
import { WritePace } from '../../../workers/rules/write-pace.ts';

describe('the pace at which a run of rules writes', () => {
  it('writes fewer rows at a time where each takes longer, at once', () => {
    const pace = new WritePace();
    const before = pace.rows;
    pace.wrote(before, 1000);
    expect(pace.rows).to.be.below(before);
    pace.wrote(pace.rows, 60_000);
    expect(pace.rows).to.be.above(0);
  });

  it('writes more at a time where they are quick, little by little and up to a limit', () => {
    const pace = new WritePace();
    const before = pace.rows;
    pace.wrote(before, 0.1);
    expect(pace.rows).to.be.within(before + 1, before * 2);
    for (let times = 0; times < 50; times += 1) pace.wrote(pace.rows, 0.1);
    expect(pace.rows).to.equal(800);
  });

  it('learns nothing from a statement that wrote no rows', () => {
    const pace = new WritePace();
    const before = pace.rows;
    pace.wrote(0, 60_000);
    expect(pace.rows).to.equal(before);
  });
});
