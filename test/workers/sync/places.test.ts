import { expect } from 'chai';
import { priorityOf, turnOf } from '../../../shared/queue/turn.ts';
import { createPlaces, placesInAll, type PlaceSeeker } from '../../../workers/sync/places.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

function seeker(householdId: string, bank: string | null = `bank of ${householdId}`): PlaceSeeker {
  return { householdId, bank };
}

/** The households of those that begin, one after the other. */
function enterAll(perGroup: number, seekers: readonly PlaceSeeker[]) {
  const places = createPlaces(perGroup);
  const begun = seekers.filter((each) => places.enter(each)).map(({ householdId }) => householdId);
  return { places, begun };
}

describe('places of a sync worker', () => {
  it('has no more of a household or of a bank at work than it may, and one more when one ends', () => {
    const atBank = ['b', 'c', 'd'].map((name) => seeker(name, 'bank'));
    const { places, begun } = enterAll(2, [seeker('a'), seeker('a'), seeker('a'), ...atBank]);
    expect(begun).to.deep.equal(['a', 'a', 'b', 'c']);
    expect(places.enter(seeker('e', 'other bank'))).to.equal(true);
    places.leave(seeker('a'));
    places.leave(seeker('c', 'bank'));
    expect(places.mayEnter(seeker('a'))).to.equal(true);
    expect(places.enter(seeker('d', 'bank'))).to.equal(true);
    expect(places.mayEnter(seeker('f', 'bank'))).to.equal(false);
  });

  it('has as many places for others as one bank or household may hold, whatever one bank has', () => {
    const many = Array.from({ length: 100 }, (_, n) => seeker(`many ${n}`, 'slow bank'));
    const others = Array.from({ length: 100 }, (_, n) => seeker(`other ${n}`, `bank ${n}`));
    const { begun } = enterAll(20, many);
    expect(begun.length + 20).to.be.below(placesInAll(20));
    const both = enterAll(20, [...many, ...others]).begun;
    expect(both).to.have.length(placesInAll(20));
  });

  it('has places for a bank that answers while five others hang with all that they can have', () => {
    const hung = Array.from({ length: 5 }, (_, bank) =>
      Array.from({ length: 100 }, (_, n) => seeker(`${bank} ${n}`, `hung bank ${bank}`)),
    );
    const { places, begun } = enterAll(20, hung.flat());
    expect(begun.length).to.be.below(placesInAll(20));
    expect(places.taken().fullBanks).to.have.length(5);
    expect(places.choose([seeker('a', 'bank'), hung[4]![99]!], 9)).to.have.length(1);
    expect(places.enter(seeker('a', 'bank'))).to.equal(true);
  });

  it('keeps some places of a bank for households with no run at work, not for a second run of one', () => {
    const ofOne = Array.from({ length: 5 }, () => seeker('a', 'bank'));
    const { places, begun } = enterAll(4, [...ofOne, seeker('b', 'bank'), seeker('c', 'bank')]);
    expect(begun).to.deep.equal(['a', 'a', 'a', 'a', 'b']);
    expect(places.taken()).to.deep.equal({
      fullBanks: ['bank'],
      scarceBanks: [],
      fullHouseholds: ['a'],
      busyHouseholds: ['a', 'b'],
    });
    places.leave(seeker('a', 'bank'));
    expect(places.taken()).to.deep.include({ fullBanks: [], scarceBanks: ['bank'] });
    expect(places.mayEnter(seeker('a', 'bank'))).to.equal(false);
    expect(places.mayEnter(seeker('c', 'bank'))).to.equal(true);
  });

  it('counts runs whose bank is not known as those of one bank', () => {
    const { begun } = enterAll(1, [seeker('a', null), seeker('b', null), seeker('c', 'bank')]);
    expect(begun).to.deep.equal(['a', 'c']);
  });

  it('chooses of those who wait the household with the fewest runs, then the first', () => {
    const { places } = enterAll(3, [seeker('a', 'bank')]);
    const waiting = [seeker('a', 'bank'), seeker('b', 'bank'), seeker('b', 'bank')];
    expect(places.choose(waiting, 9)).to.deep.equal([waiting[1], waiting[0]]);
    expect(places.choose(waiting, 1)).to.deep.equal([waiting[1]]);
    // Nothing has begun by that.
    expect(places.taken().busyHouseholds).to.deep.equal(['a']);
  });

  it('chooses no more than can begin next to those that are on their way', () => {
    const { places } = enterAll(2, [seeker('a', 'bank')]);
    places.occupy(seeker('e', 'bank'));
    const waiting = [seeker('b', 'bank'), seeker('c', 'bank'), seeker('d', 'other bank')];
    expect(places.choose(waiting, 9)).to.deep.equal([waiting[2]]);
  });

  it('orders runs by their turn, however many others are ahead', () => {
    const queued = { createdAt: new Date(NOW), ahead: 6 };
    expect(turnOf(queued)).to.equal(NOW + 60_000);
    const late = { createdAt: new Date(NOW), ahead: 1_000_000 };
    const soon = { createdAt: new Date(NOW + 60_000), ahead: 0 };
    expect(priorityOf(soon)).to.be.below(priorityOf({ ...late, ahead: 7 }));
    expect(turnOf(late) - NOW).to.equal(3 * 3_600_000);
    expect(priorityOf(late)).to.be.within(1, 2_097_151);
  });
});
