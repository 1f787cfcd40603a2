import { expect } from 'chai';
import { backlogEtaMs } from '../../../shared/sync/backlog-eta.ts';

describe('how long a backlog takes', () => {
  const known = {
    waiting: 6000,
    made: { requests: 1000, overMs: 60_000 },
    due: { requests: 400, overMs: 60_000 },
    limit: null,
  };

  it('follows from what is done and what becomes due', () => {
    expect(backlogEtaMs(known)).to.be.closeTo(600_000, 1);
    expect(backlogEtaMs({ ...known, waiting: 0 })).to.equal(0);
    const more = { requests: 1000, overMs: 60_000 };
    expect(backlogEtaMs({ ...known, due: more })).to.equal(Infinity);
  });

  it('follows from the limit where little was done, and from nothing where there is none', () => {
    const idle = { ...known, made: { requests: 3, overMs: 60_000 } };
    expect(backlogEtaMs(idle)).to.equal(null);
    const limit = { requests: 700, overMs: 60_000 };
    expect(backlogEtaMs({ ...idle, limit })).to.be.closeTo(1_200_000, 1);
    // A burst may have been faster than the limit lets them be.
    expect(backlogEtaMs({ ...known, limit })).to.be.closeTo(1_200_000, 1);
  });
});
