import { expect } from 'chai';
import { createLoginThrottle } from '../../../api/admin/throttle.ts';
import { eventually } from '../../helpers/eventually.ts';

/** A throttle whose time passes on demand. */
function bench() {
  const waits: { ms: number; end: () => void }[] = [];
  const throttle = createLoginThrottle((ms) => new Promise<void>((end) => waits.push({ ms, end })));
  const judged: string[] = [];
  const guess = (name: string, { address = name, device = null as string | null } = {}) =>
    throttle
      .judge({ address, device, onGone: () => undefined }, () => {
        judged.push(name);
        return name === 'right';
      })
      .catch(() => null);
  const guesses = (count: number, address: string) =>
    Array.from({ length: count }, () => guess(address));
  return { waits, judged, guess, guesses };
}

describe('guesses of the dashboard’s password', () => {
  it('are five of an address at once, then one for each whose time is over', async () => {
    const { waits, judged, guesses } = bench();
    void guesses(100, '192.0.2.1');
    await eventually(() => expect(waits).to.have.length(5));
    expect(judged).to.have.length(5);
    // One continues every ten seconds.
    expect(waits.map(({ ms }) => ms)).to.deep.equal([10_000, 20_000, 30_000, 40_000, 50_000]);
    waits[0]!.end();
    await eventually(() => expect(judged).to.have.length(6));
    expect(waits.at(-1)!.ms).to.equal(50_000);
  });

  it('are ten of all addresses together, and addresses take turns', async () => {
    const { waits, judged, guess, guesses } = bench();
    for (let n = 0; n < 50; n += 1) void guesses(20, `192.0.2.${n}`);
    await eventually(() => expect(waits).to.have.length(10));
    expect(judged).to.have.length(10);
    const person = guess('right', { address: '198.51.100.1' });
    for (let n = 0; !judged.includes('right'); n += 1) {
      waits[n]!.end();
      await eventually(() => expect(judged).to.have.length.at.least(11 + n));
      expect(n).to.be.below(51);
    }
    expect(await person).to.equal(true);
  });
});
