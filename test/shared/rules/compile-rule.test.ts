import { expect } from 'chai';
import { compileRule, UnrunnableRuleError } from '../../../shared/rules/compile-rule.ts';
import type { RuleAction } from '#preflight/rules/rule';
import { action } from '../../helpers/rule-fixtures.ts';

const compile = (actions: RuleAction[]) =>
  compileRule({ conditions: [], actions, effectiveDate: null, stop: false });

describe('compileRule', () => {
  it('keeps the stored order of actions', () => {
    const { effects } = compile([
      action('exclude_transaction'),
      action('set_transaction_name', ' Tea '),
    ]);
    expect(effects).to.deep.equal([
      { kind: 'set', column: 'excluded', value: true },
      { kind: 'set', column: 'name', value: 'Tea' },
    ]);
  });

  it('fails on actions that the service cannot carry out', () => {
    const unavailable = () => compile([action('auto_categorize')]);
    expect(unavailable).to.throw(UnrunnableRuleError, 'AI provider');
  });
});
