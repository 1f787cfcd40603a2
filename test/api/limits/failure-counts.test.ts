import { expect } from 'chai';
import { createFailureCounts } from '../../../api/limits/failure-counts.ts';
import { createTestClock } from '../../helpers/test-clock.ts';

describe('failures of client addresses', () => {
  const clock = createTestClock();
  beforeEach(() => clock.set('2026-03-01T12:00:15Z'));

  it('are counted per address and window', () => {
    const failures = createFailureCounts(clock, 60_000);
    expect([failures.add('a'), failures.add('a'), failures.add('b')]).to.deep.equal([1, 2, 1]);
    expect(failures.secondsLeft()).to.equal(45);
    clock.advance(45_000);
    expect(failures.add('a')).to.equal(1);
  });

  it('count together for a network that one client owns', () => {
    const failures = createFailureCounts(clock, 60_000);
    const addresses = ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8:0:1::1', '::ffff:10.0.0.1'];
    expect(addresses.map((address) => failures.add(address))).to.deep.equal([1, 2, 1, 1]);
  });

  it('take bounded memory: addresses above the bound count as one', () => {
    const failures = createFailureCounts(clock, 60_000);
    for (let n = 0; n < 10_000; n += 1) failures.add(`address ${n}`);
    expect([failures.add('one more'), failures.add('and another')]).to.deep.equal([1, 2]);
    expect(failures.add('address 5')).to.equal(2);
  });
});
