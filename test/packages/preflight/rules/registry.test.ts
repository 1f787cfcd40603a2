import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import { root } from '../../../helpers/checkout.ts';

describe('the registry of rules', () => {
  it('knows every kind of condition of the reference', () => {
    expect([...conditionTypes.keys()]).to.have.members([
      'transaction_name',
      'transaction_notes',
      'transaction_details',
      'transaction_amount',
      'transaction_type',
      'transaction_merchant',
      'transaction_category',
      'transaction_tag',
      'transaction_account',
    ]);
  });

  it('knows every kind of action of the reference', () => {
    expect([...actionTypes.keys()]).to.have.members([
      'set_transaction_category',
      'set_transaction_tags',
      'set_transaction_merchant',
      'set_transaction_name',
      'set_investment_activity_label',
      'exclude_transaction',
      'set_as_transfer_or_payment',
      'send_email_notification',
      'auto_categorize',
      'auto_detect_merchants',
    ]);
  });

  it('has every file of its folders, each named after its kind', async () => {
    for (const [folder, types] of [
      ['conditions', conditionTypes],
      ['actions', actionTypes],
    ] as const) {
      const files = await readdir(path.join(root, 'packages/preflight/rules', folder));
      const named = files.map((file) => file.replace(/\.ts$/, '').replaceAll('-', '_'));
      expect([...types.keys()]).to.have.members(named);
    }
  });
});
