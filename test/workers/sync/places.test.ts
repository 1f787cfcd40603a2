import { expect } from 'chai';
import { priorityOf, turnOf } from '../../../shared/jobs/turn.ts';
import { RateLimitedError, StoppingError } from '../../../workers/errors.ts';
import { backMs } from '../../../workers/sync/admission.ts';
import type { PlaceSeeker } from '../../../workers/sync/admission.ts';
import { createPlaces } from '../../../workers/sync/places.ts';
import type { Places } from '../../../workers/sync/places.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

function seeker(householdId: string, bank: string | null = `bank of ${householdId}`): PlaceSeeker {
  return { householdId, bank, createdAt: new Date(NOW), ahead: 0 };
}

/** Runs that work until they are told to end, by name. */
function begin(places: Places) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    start: (name: string, who: PlaceSeeker, signal = new AbortController().signal) =>
      places.hold(who, signal, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    end: (name: string) => ends.get(name)?.(),
  };
}

const outcome = (held: Promise<void>): Promise<unknown> =>
  held.then(
    () => 'done',
    (error: unknown) => error,
  );
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('places of a sync worker', () => {
  it('has no more of a household or of a bank at work than it may, and one more when one ends', async () => {
    const runs = begin(createPlaces({ perGroup: 2, now: () => NOW }));
    const held = ['a1', 'a2', 'a3'].map((name) => runs.start(name, seeker('a')));
    held.push(...['b', 'c', 'd'].map((name) => runs.start(name, seeker(name, 'bank'))));
    held.push(runs.start('e', seeker('e', 'other bank')));
    await settle();
    expect(runs.begun).to.deep.equal(['a1', 'a2', 'b', 'c', 'e']);
    runs.end('a1');
    runs.end('c');
    await settle();
    expect(runs.begun.slice(5)).to.deep.equal(['a3', 'd']);
    for (const name of ['a2', 'a3', 'b', 'd', 'e']) runs.end(name);
    await Promise.all(held);
  });

  it('gives a place that is free to the household with the fewest runs, and one back that fails', async () => {
    const places = createPlaces({ perGroup: 2, now: () => NOW });
    const runs = begin(places);
    const fail = places.hold(seeker('a', 'bank'), new AbortController().signal, async () => {
      await settle();
      throw new Error('failed');
    });
    const held = [runs.start('a2', seeker('a', 'bank')), runs.start('a3', seeker('a', 'bank'))];
    held.push(runs.start('b', seeker('b', 'bank')));
    expect(await outcome(fail)).to.have.property('message', 'failed');
    await settle();
    expect(runs.begun).to.deep.equal(['a2', 'b']);
    runs.end('a2');
    await settle();
    runs.end('a3');
    runs.end('b');
    await Promise.all(held);
  });

  it('sends back to the queue who waits, when one is next there that could enter', async () => {
    const places = createPlaces({ perGroup: 1, now: () => NOW });
    const runs = begin(places);
    const first = runs.start('a1', seeker('a'));
    const waiting = ['a2', 'a3', 'a4'].map((name) => outcome(runs.start(name, seeker('a'))));
    places.makeRoom(seeker('b'));
    const [a4, a3] = [await waiting[2], await waiting[1]];
    expect(a4).to.be.instanceOf(RateLimitedError).and.to.have.property('retryAfterMs', 1000);
    expect(a3).to.be.instanceOf(RateLimitedError);
    expect(runs.begun).to.deep.equal(['a1']);
    runs.end('a1');
    await settle();
    expect(runs.begun).to.deep.equal(['a1', 'a2']);
    runs.end('a2');
    expect(await waiting[0]).to.equal('done');
    await first;
  });

  it('keeps some places of a bank for households with no run at work, not for a second run of one', async () => {
    const places = createPlaces({ perGroup: 4, now: () => NOW });
    const runs = begin(places);
    const held = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) =>
      runs.start(name, seeker('a', 'bank')),
    );
    expect(places.isAwaited()).to.equal(true);
    for (const name of ['b', 'c']) held.push(runs.start(name, seeker(name, 'bank')));
    await settle();
    expect(runs.begun).to.deep.equal(['a1', 'a2', 'a3', 'a4', 'b']);
    runs.end('a1');
    await settle();
    expect(runs.begun.slice(5)).to.deep.equal(['c']);
    for (const name of ['a2', 'a3']) runs.end(name);
    await settle();
    expect(runs.begun.slice(6)).to.deep.equal(['a5']);
    expect(places.isAwaited()).to.equal(false);
    for (const name of ['a4', 'a5', 'b', 'c']) runs.end(name);
    await Promise.all(held);
  });

  it('counts runs whose bank is not known as those of one bank', async () => {
    const runs = begin(createPlaces({ perGroup: 1, now: () => NOW }));
    const held = ['a', 'b'].map((name) => runs.start(name, seeker(name, null)));
    held.push(runs.start('c', seeker('c', 'bank')));
    await settle();
    expect(runs.begun).to.deep.equal(['a', 'c']);
    runs.end('a');
    await settle();
    runs.end('b');
    runs.end('c');
    await Promise.all(held);
  });

  it('keeps who waits for others of the same, but for one a second', async () => {
    let now = NOW;
    const places = createPlaces({ perGroup: 1, now: () => now });
    const runs = begin(places);
    const first = runs.start('a1', seeker('a'));
    const waiting = ['a2', 'a3'].map((name) => outcome(runs.start(name, seeker('a'))));
    places.makeRoom(seeker('a'));
    now += 1000;
    places.makeRoom(seeker('a'));
    places.makeRoom(seeker('a'));
    expect(await waiting[1]).to.be.instanceOf(RateLimitedError);
    runs.end('a1');
    await settle();
    runs.end('a2');
    expect(await waiting[0]).to.equal('done');
    await first;
  });

  it('ends a wait when the worker stops', async () => {
    const places = createPlaces({ perGroup: 1, now: () => NOW });
    const runs = begin(places);
    const first = runs.start('a1', seeker('a'));
    const stop = new AbortController();
    const waiting = outcome(runs.start('a2', seeker('a'), stop.signal));
    stop.abort();
    expect(await waiting).to.be.instanceOf(StoppingError);
    runs.end('a1');
    await first;
    expect(runs.begun).to.deep.equal(['a1']);
  });

  it('sends a run whose turn has long passed back for longer', () => {
    const queued = { createdAt: new Date(NOW), ahead: 6 };
    expect(turnOf(queued)).to.equal(NOW + 60_000);
    expect(backMs(queued, NOW)).to.equal(1000);
    expect(backMs(queued, NOW + 100_000)).to.equal(10_000);
    expect(backMs(queued, NOW + 3_600_000)).to.equal(60_000);
  });

  it('orders runs by their turn, however many others are ahead', () => {
    const late = { createdAt: new Date(NOW), ahead: 1_000_000 };
    const soon = { createdAt: new Date(NOW + 60_000), ahead: 0 };
    expect(priorityOf(soon)).to.be.below(priorityOf({ ...late, ahead: 7 }));
    expect(turnOf(late) - NOW).to.equal(3 * 3_600_000);
    expect(priorityOf(late)).to.be.within(1, 2_097_151);
  });
});
