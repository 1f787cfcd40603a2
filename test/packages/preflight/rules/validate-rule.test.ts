import { expect } from 'chai';
import { listReferences } from '#preflight/rules/references';
import { ruleFaultMessages } from '#preflight/rules/rule-fault';
import { validateRule } from '#preflight/rules/validate-rule';

const ID = '0b0e7a44-5d3e-4a9d-9c43-6f2d5f3f1c11';

const rule = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Tea',
  resource_type: 'transaction',
  conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'tea' }],
  actions: [{ action_type: 'exclude_transaction' }],
  ...changes,
});

const faultsOf = (changes: Record<string, unknown>): string[] =>
  ruleFaultMessages(validateRule(rule(changes)).faults);

const condition = (type: string, operator: unknown, value?: unknown): Record<string, unknown> => ({
  conditions: [{ condition_type: type, operator, value }],
});

describe('validateRule: a valid rule', () => {
  it('becomes what is stored, with defaults filled in', () => {
    expect(validateRule(rule()).rule).to.deep.equal({
      name: 'Tea',
      resourceType: 'transaction',
      active: false,
      effectiveDate: null,
      priority: 0,
      stop: false,
      conditions: [
        { conditionType: 'transaction_name', operator: 'like', value: 'tea', subConditions: [] },
      ],
      actions: [{ actionType: 'exclude_transaction', value: null }],
    });
  });

  it('may have a priority and stop the list', () => {
    expect(validateRule(rule({ priority: -5, stop: true })).rule).to.include({
      priority: -5,
      stop: true,
    });
    expect(faultsOf({ priority: 1.5 })).to.deep.equal([
      'priority must be an integer from -1000000 to 1000000',
    ]);
    expect(faultsOf({ priority: '1', stop: 'yes' })).to.have.length(2);
  });

  it('needs no conditions', () => {
    expect(validateRule(rule({ conditions: [] })).rule?.conditions).to.deep.equal([]);
    expect(validateRule(rule({ conditions: undefined })).rule?.conditions).to.deep.equal([]);
  });

  it('has no name when the name is blank', () => {
    expect(validateRule(rule({ name: '   ' })).rule?.name).to.equal(null);
  });

  it('keeps numbers as their text', () => {
    const result = validateRule(rule(condition('transaction_amount', '>', 60)));
    expect(result.rule?.conditions[0]?.value).to.equal('60');
  });

  it('keeps every digit of an amount, or refuses it', () => {
    const kept = (value: unknown) =>
      validateRule(rule(condition('transaction_amount', '=', value))).rule?.conditions[0]?.value;
    const exact = ['0.123456789012345678', '9'.repeat(40), `-0.${'1'.repeat(39)}`];
    for (const text of exact) expect(kept(text)).to.equal(text);
    expect(faultsOf(condition('transaction_amount', '=', '9'.repeat(41)))).to.have.length(1);
    expect([kept(123456789012.345), kept(-12.5)]).to.deep.equal(['123456789012.345', '-12.5']);
    for (const text of ['12345678901234567', '0.123456789012345678', '1e400']) {
      expect(faultsOf(condition('transaction_amount', '=', JSON.parse(text)))).to.deep.equal([
        'conditions[0].value must be a text or a number of at most 15 digits: send longer ones as text',
      ]);
    }
  });

  it('keeps ids in lower case, and names as they are', () => {
    const named = rule({
      ...condition('transaction_category', '!=', ID.toUpperCase()),
      actions: [{ action_type: 'set_transaction_tags', value: ID.toUpperCase() }],
    });
    const read = validateRule(named).rule;
    expect([read?.conditions[0]?.value, read?.actions[0]?.value]).to.deep.equal([ID, ID]);
    const byName = validateRule(named, { references: 'name' }).rule;
    expect(byName?.actions[0]?.value).to.equal(ID.toUpperCase());
  });

  it('drops a value that the operator or the action does not take', () => {
    const result = validateRule(
      rule({
        ...condition('transaction_notes', 'is_null', 'ignored'),
        actions: [{ action_type: 'exclude_transaction', value: 'ignored' }],
      }),
    );
    expect(result.rule?.conditions[0]?.value).to.equal(null);
    expect(result.rule?.actions[0]?.value).to.equal(null);
  });

  it('may hold groups one level deep, an empty one included', () => {
    const group = {
      condition_type: 'compound',
      operator: 'or',
      sub_conditions: [{ condition_type: 'transaction_tag', operator: '!=', value: ID }],
    };
    const result = validateRule(
      rule({ conditions: [group, { ...group, sub_conditions: undefined }] }),
    );
    expect(result.rule?.conditions[0]?.subConditions).to.have.length(1);
    expect(result.rule?.conditions[1]?.subConditions).to.deep.equal([]);
  });

  it('may name records by name when it comes from a file', () => {
    const named = rule(condition('transaction_category', '=', 'Food'));
    expect(validateRule(named).rule).to.equal(null);
    expect(validateRule(named, { references: 'name' }).rule?.conditions[0]?.value).to.equal('Food');
  });
});

describe('validateRule: faults', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['no actions', { actions: [] }, 'actions must have at least one action'],
    ['actions missing', { actions: undefined }, 'actions must be a list'],
    [
      'two actions of one type',
      { actions: [{ action_type: 'exclude_transaction' }, { action_type: 'exclude_transaction' }] },
      'actions[1].action_type must not repeat',
    ],
    [
      'an unknown action',
      { actions: [{ action_type: 'delete_transaction' }] },
      'actions[0].action_type must be one of ',
    ],
    [
      'an e-mail action',
      { actions: [{ action_type: 'send_email_notification' }] },
      'actions[0].action_type send_email_notification cannot be used: this service sends no e-mail',
    ],
    [
      'an AI action',
      { actions: [{ action_type: 'auto_categorize' }] },
      'actions[0].action_type auto_categorize cannot be used: this service has no AI provider',
    ],
    [
      'an action without its value',
      { actions: [{ action_type: 'set_transaction_name', value: ' ' }] },
      'actions[0].value is required',
    ],
    [
      'an unknown activity label',
      { actions: [{ action_type: 'set_investment_activity_label', value: 'Gift' }] },
      'actions[0].value must be one of Buy, Sell',
    ],
    [
      'an unknown condition',
      condition('transaction_mood', '=', 'x'),
      'conditions[0].condition_type',
    ],
    [
      'an operator of another type',
      condition('transaction_name', '>', 'x'),
      'conditions[0].operator must be one of like, not_like',
    ],
    [
      'an inherited property as type',
      condition('toString', '=', 'x'),
      'conditions[0].condition_type',
    ],
    ['no value', condition('transaction_name', 'like', ''), 'conditions[0].value is required'],
    [
      'a value that is a list',
      condition('transaction_name', '=', ['x']),
      'conditions[0].value must',
    ],
    ['a NUL in a value', condition('transaction_name', '=', 'a\0b'), 'conditions[0].value must be'],
    [
      'an amount with a comma',
      condition('transaction_amount', '>', '14,50'),
      'conditions[0].value',
    ],
    ['an amount in exponents', condition('transaction_amount', '>', 1e21), 'conditions[0].value'],
    ['an unknown type value', condition('transaction_type', '=', 'gift'), 'conditions[0].value'],
    [
      'an id that is none',
      condition('transaction_tag', '=', 'work'),
      'conditions[0].value must be',
    ],
    [
      'a group in a group',
      {
        conditions: [
          {
            condition_type: 'compound',
            operator: 'and',
            sub_conditions: [{ condition_type: 'compound', operator: 'or', sub_conditions: [] }],
          },
        ],
      },
      'conditions[0].sub_conditions[0].condition_type must not be compound',
    ],
    ['a group joined by nothing', condition('compound', '='), 'conditions[0].operator must be'],
    [
      'members outside a group',
      {
        conditions: [
          {
            condition_type: 'transaction_name',
            operator: '=',
            value: 'x',
            sub_conditions: [{ condition_type: 'transaction_name', operator: '=', value: 'y' }],
          },
        ],
      },
      'conditions[0].sub_conditions belong',
    ],
    [
      'more conditions than the limit',
      { conditions: Array.from({ length: 51 }, () => ({})) },
      'conditions must have at most 50',
    ],
    ['another resource', { resource_type: 'account' }, 'resource_type must be transaction'],
    ['no resource', { resource_type: undefined }, 'resource_type must be transaction'],
    ['active as text', { active: 'true' }, 'active must be true or false'],
    ['a day that is none', { effective_date: '2025-02-30' }, 'effective_date must be a date'],
    ['a name that is too long', { name: 'x'.repeat(256) }, 'name must be a text of at most 255'],
  ];
  for (const [title, changes, message] of cases) {
    it(`refuses ${title}`, () => {
      const faults = faultsOf(changes);
      expect(faults.join('\n')).to.contain(message);
      expect(faults).to.have.length(1);
    });
  }

  it('reports every fault at once', () => {
    expect(faultsOf({ active: 1, actions: [], resource_type: 'x' })).to.have.length(3);
  });

  it('refuses anything but an object', () => {
    for (const input of [null, [], 'rule', 3]) {
      expect(validateRule(input).faults).to.have.length(1);
    }
  });
});

describe('listReferences', () => {
  it('finds the ids of conditions, members of groups and actions, with their places', () => {
    const { rule: draft } = validateRule(
      rule({
        conditions: [
          { condition_type: 'transaction_merchant', operator: 'is_null' },
          {
            condition_type: 'compound',
            operator: 'or',
            sub_conditions: [{ condition_type: 'transaction_account', operator: '=', value: ID }],
          },
        ],
        actions: [{ action_type: 'set_transaction_tags', value: ID }],
      }),
    );
    expect(listReferences(draft!)).to.deep.equal([
      { kind: 'account', value: ID, path: 'conditions[1].sub_conditions[0].value' },
      { kind: 'tag', value: ID, path: 'actions[0].value' },
    ]);
  });
});
