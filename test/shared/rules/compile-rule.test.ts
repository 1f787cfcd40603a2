import { expect } from 'chai';
import { compileRule, UnrunnableRuleError } from '../../../shared/rules/compile-rule.ts';
import { RowState, type RuleRow } from '#preflight/rules/row-state';
import type { RuleAction, RuleCondition } from '#preflight/rules/rule';
import { action, condition } from '../../helpers/rule-fixtures.ts';

const ROW: RuleRow = {
  id: '00000000-0000-4000-8000-000000000001',
  accountId: '00000000-0000-4000-8000-000000000002',
  date: '2025-06-10',
  amount: '-10.50',
  currency: 'EUR',
  kind: 'standard',
  name: 'TEA  House',
  notes: null,
  details: null,
  categoryId: null,
  merchantId: null,
  excluded: false,
  activityLabel: null,
  tagIds: null,
  locked: null,
  version: '1',
};

const compile = (conditions: RuleCondition[], actions: RuleAction[] = []) =>
  compileRule({ conditions, actions, effectiveDate: null, stop: false });
const matches = (conditions: RuleCondition[], row: Partial<RuleRow> = {}): boolean =>
  compile(conditions).test(new RowState({ ...ROW, ...row }));

describe('compileRule', () => {
  it('compares amounts as decimals, not as floats', () => {
    const amount = '-9007199254740993.0000000001';
    const equals = (value: string): boolean =>
      matches([condition('transaction_amount', '=', value)], { amount });
    expect(equals('9007199254740993.0000000001')).to.equal(true);
    expect(equals('9007199254740993')).to.equal(false);
    expect(matches([condition('transaction_amount', '=', '010.500')])).to.equal(true);
    expect(matches([condition('transaction_amount', '>', '-3')])).to.equal(true);
    expect(matches([condition('transaction_amount', '<', '9.99')])).to.equal(false);
  });

  it('fails on what it does not know instead of matching everything', () => {
    expect(() => matches([condition('transaction_mood', '=', 'x')])).to.throw(UnrunnableRuleError);
    expect(() => matches([condition('transaction_name', '>', 'x')])).to.throw(UnrunnableRuleError);
  });

  it('keeps the stored order of actions', () => {
    const { effects } = compile(
      [],
      [action('exclude_transaction'), action('set_transaction_name', ' Tea ')],
    );
    expect(effects).to.deep.equal([
      { kind: 'set', column: 'excluded', value: true },
      { kind: 'set', column: 'name', value: 'Tea' },
    ]);
  });

  it('fails on actions that the service cannot carry out', () => {
    const unavailable = () => compile([], [action('auto_categorize')]);
    expect(unavailable).to.throw(UnrunnableRuleError, 'AI provider');
  });
});
