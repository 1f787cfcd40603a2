import { expect } from 'chai';
import {
  compileActions,
  compileMatch,
  UnrunnableRuleError,
} from '../../../shared/rules/compile-rule.ts';
import { isFragment, type Fragment } from '../../../shared/rules/fragment.ts';
import { conditionTypes } from '../../../shared/rules/registry.ts';
import type { RuleCondition } from '../../../shared/rules/rule.ts';

/** All SQL text of a fragment, parameters left out. */
function textOf({ strings, values }: Fragment): string {
  return strings
    .map((text, index) => {
      const value = values[index];
      return text + (value === undefined ? '' : isFragment(value) ? textOf(value) : '?');
    })
    .join('');
}

const condition = (
  conditionType: string,
  operator: string,
  value: string | null,
): RuleCondition => ({ conditionType, operator, value, subConditions: [] });

const match = (...conditions: RuleCondition[]): Fragment =>
  compileMatch({ conditions, effectiveDate: null });

describe('compileMatch', () => {
  it('matches everything without conditions', () => {
    expect(textOf(match())).to.equal('true');
  });

  it('never lets a value become SQL text, whatever the condition and operator', () => {
    const hostile = `x'); drop table transactions; --`;
    for (const type of conditionTypes.values()) {
      for (const operator of type.operators) {
        expect(textOf(match(condition(type.type, operator, hostile)))).to.not.contain('drop table');
      }
    }
  });

  it('joins top-level conditions with and, members of a group as the group says', () => {
    const a = condition('transaction_notes', 'is_null', null);
    const group = { conditionType: 'compound', operator: 'or', value: null, subConditions: [a, a] };
    expect(textOf(match(a, group))).to.equal(
      '(t.notes is null) and ((t.notes is null) or (t.notes is null))',
    );
  });

  it('adds the effective date as a limit', () => {
    const fragment = compileMatch({ conditions: [], effectiveDate: '2025-06-10' });
    expect(textOf(fragment)).to.equal('(t.date >= ?::date)');
  });

  it('fails on what it does not know instead of matching everything', () => {
    expect(() => match(condition('transaction_mood', '=', 'x'))).to.throw(UnrunnableRuleError);
    expect(() => match(condition('transaction_name', '>', 'x'))).to.throw(UnrunnableRuleError);
  });
});

describe('compileActions', () => {
  it('keeps the stored order', () => {
    const actions = [
      { actionType: 'exclude_transaction', value: null },
      { actionType: 'set_transaction_name', value: ' Tea ' },
    ];
    expect(compileActions({ actions }).map((effect) => effect.kind)).to.deep.equal(['set', 'set']);
  });

  it('does nothing for a value that names nothing that can exist', () => {
    const actions = [{ actionType: 'set_transaction_category', value: 'c_gone' }];
    expect(compileActions({ actions })).to.deep.equal([{ kind: 'none' }]);
  });

  it('fails on actions that the service cannot carry out', () => {
    const actions = [{ actionType: 'auto_categorize', value: null }];
    expect(() => compileActions({ actions })).to.throw(UnrunnableRuleError, 'AI provider');
  });
});
