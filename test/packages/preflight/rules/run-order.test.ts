import { expect } from 'chai';
import { inRunOrder, risesFor } from '#preflight/rules/run-order';

const rules = [
  { id: 'oldest', priority: 0 },
  { id: 'first', priority: 5 },
  { id: 'newest', priority: 0 },
];

describe('the order in which rules run', () => {
  it('is that of their priority, and of their age where that is equal', () => {
    expect(inRunOrder(rules).map(({ id }) => id)).to.deep.equal(['first', 'oldest', 'newest']);
  });

  it('is made by the fewest rises of priority, and none that are not needed', () => {
    const of = (...ids: string[]) => ids.flatMap((id) => rules.filter((rule) => rule.id === id));
    expect(risesFor(of('first', 'oldest', 'newest'), rules)).to.deep.equal([]);
    const rises = risesFor(of('newest', 'oldest', 'first'), rules);
    expect(rises).to.deep.equal([
      { id: 'oldest', priority: 5 },
      { id: 'newest', priority: 6 },
    ]);
    const risen = rules.map((rule) => ({ ...rule, ...rises.find(({ id }) => id === rule.id) }));
    expect(inRunOrder(risen).map(({ id }) => id)).to.deep.equal(['newest', 'oldest', 'first']);
  });
});
