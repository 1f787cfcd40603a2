import { expect } from 'chai';
import { foretold, scenarios } from '../../bench/simulation/scenarios.ts';
import { simulate } from '../../bench/simulation/simulate.ts';
import type { Outcome } from '../../bench/simulation/simulate.ts';
import { backlogEtaMs } from '../../shared/operations/backlog-eta.ts';

/** The scenario of that name, small. */
function outcomeOf(name: string, connections = 20_000): Outcome {
  const scenario = scenarios(connections).find((each) => each.name === name);
  return simulate(scenario!);
}

describe('the simulation of scheduler, places and limiter', () => {
  it('begins what is due in the next round when all is well, the same each time', () => {
    const first = outcomeOf('all is well');
    expect(first.completed).to.be.above(1000);
    expect(first.failed).to.equal(0);
    expect(first.lags.all.percentile(1)).to.be.below(16_000);
    const second = outcomeOf('all is well');
    expect({ ...second, lags: null }).to.deep.equal({ ...first, lags: null });
  });

  it('keeps other banks from waiting for one that is slow, and loses none of its runs', () => {
    const { lags, failed } = outcomeOf('a bank answers in 30 s');
    expect(failed).to.equal(0);
    for (const bank of lags.banks.slice(1)) expect(bank.percentile(0.99)).to.be.below(20_000);
  });

  it('tries what failed in an outage again within hours', () => {
    const { begun, failed, completed } = outcomeOf('a bank is down');
    expect(failed).to.be.above(0);
    expect(completed).to.be.above(begun / 2);
  });

  // Of so few, chance is a part; of millions it is within a tenth.
  it('foretells how long a backlog takes to within a sixth', () => {
    const { probes } = outcomeOf('no run begins for 20 minutes', 250_000);
    const { least, most } = foretold(probes);
    expect(least).to.be.within(0.85, 1.15);
    expect(most).to.be.within(0.85, 1.15);
  });
});

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
