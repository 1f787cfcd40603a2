import { expect } from 'chai';
import { compileRule } from '../../../shared/rules/compile-rule.ts';
import { RowState, type RuleRow } from '#preflight/rules/row-state';
import { RuleIndex } from '../../../shared/rules/rule-index.ts';
import { action, condition } from '../../helpers/rule-fixtures.ts';

const rowNamed = (name: string): RowState => {
  const row: Partial<RuleRow> = { name, notes: null, details: null };
  return new RowState(row as RuleRow);
};
/** An index over rules that look for one text each. */
const indexOf = (literals: readonly string[]): RuleIndex =>
  new RuleIndex(
    literals.map((literal) =>
      compileRule({
        conditions: [condition('transaction_name', 'like', literal)],
        actions: [action('exclude_transaction')],
        effectiveDate: null,
        stop: false,
      }),
    ),
  );
const foundIn = (index: RuleIndex, name: string): number[] => {
  const places: number[] = [];
  index.find(rowNamed(name), (place) => places.push(place));
  return places;
};

describe('the index over rules', () => {
  it('finds literals within one another', () => {
    const found = foundIn(indexOf(['she', 'he', 'hers', 'e', 'his']), 'USHERS');
    expect(found.sort()).to.deep.equal([0, 1, 2, 3]);
  });

  it('reports a rule once, however often its literal is there, and each text again', () => {
    const index = indexOf(['a', 'a', 'aa', 'ab']);
    for (let text = 0; text < 2; text += 1) {
      expect(foundIn(index, 'a'.repeat(900)).sort()).to.deep.equal([0, 1, 2]);
    }
  });

  it('holds little of long literals, and finds all that may match', () => {
    // Whole, they would take more than a gigabyte, and a minute to put in.
    const literals = Array.from({ length: 5_000 }, (_, place) =>
      String(place).padStart(6, '0').repeat(160),
    );
    const index = indexOf(literals);
    const found = foundIn(index, `x ${literals[4711] ?? ''}`);
    expect(found).to.include(4711);
    expect(found.length).to.be.below(20);
  });
});
