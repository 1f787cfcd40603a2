import { expect } from 'chai';
import { createPlaces, type OnGone, type PlacesOptions } from '../../../api/limits/places.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { eventually } from '../../helpers/eventually.ts';

/** Work that ends on demand, and what began and ended so far. */
function bench(options: Partial<PlacesOptions> = {}) {
  const places = createPlaces({
    total: 4,
    perOwner: 2,
    waiting: { total: 100, perOwner: 3 },
    patienceMs: 600_000,
    refusal: 'Too many.',
    ...options,
  });
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  const refused: [string, unknown][] = [];
  const run = (name: string, onGone: OnGone = () => undefined): Promise<unknown> =>
    places
      .run(name[0]!, onGone, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      })
      .catch((error: unknown) => refused.push([name, error]));
  return { places, ends, begun, refused, run };
}

describe('places', () => {
  it('are for an owner as many as it may have, and the next begins when one ends', async () => {
    const { places, ends, begun, run } = bench();
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => run(name));
    expect(begun).to.deep.equal(['a1', 'a2', 'b1']);
    ends.get('b1')!();
    ends.get('a2')!();
    await eventually(() => expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'a3']));
    for (const end of ends.values()) end();
    await Promise.all(all);
    expect(places.held).to.equal(0);
  });

  it('go round among the owners that wait', async () => {
    const { ends, begun, run } = bench({ total: 1, perOwner: 1 });
    const all = ['x', 'a1', 'a2', 'b1', 'c1'].map((name) => run(name));
    for (const next of ['x', 'a1', 'b1', 'c1', 'a2']) {
      await eventually(() => expect(begun.at(-1)).to.equal(next));
      ends.get(next)!();
    }
    await Promise.all(all);
  });

  it('are refused above what may wait, with Retry-After, and to those that wait too long', async () => {
    const { ends, begun, refused, run } = bench({ patienceMs: 20 });
    const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => run(name));
    await eventually(() => expect(refused).to.have.length(4));
    expect(refused[0]![0]).to.equal('a6');
    for (const [, error] of refused) {
      expect(error).to.be.instanceOf(AppError).and.include({ code: 'service_unavailable' });
      expect((error as AppError).retryAfterSeconds).to.be.greaterThan(0);
    }
    for (const end of ends.values()) end();
    await Promise.all(all);
    expect(begun).to.deep.equal(['a1', 'a2']);
  });

  it('are not for a client that is gone, nor for what failed', async () => {
    const { places, ends, begun, refused, run } = bench({ total: 1, perOwner: 1 });
    let hangUp = (): void => undefined;
    const all = [run('a1'), run('a2', (leave) => (hangUp = leave)), run('a3')];
    hangUp();
    await eventually(() => expect(refused.map(([name]) => name)).to.deep.equal(['a2']));
    ends.get('a1')!();
    await eventually(() => expect(begun).to.deep.equal(['a1', 'a3']));
    ends.get('a3')!();
    await Promise.all(all);
    hangUp();
    const fails = places.run(
      'a',
      () => undefined,
      () => Promise.reject(new Error('broken')),
    );
    const error = await fails.catch((reason: unknown) => reason);
    expect(error).to.include({ message: 'broken' });
    expect(places.held).to.equal(0);
  });
});
