import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { loadTypes } from '../../../shared/rules/load-types.ts';
import { actionTypes, conditionTypes } from '../../../shared/rules/registry.ts';

describe('the registry of rules', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rule-types-'));
  });
  afterEach(async () => rm(folder, { recursive: true }));

  const load = async (): Promise<ReadonlyMap<string, { type: string }>> =>
    loadTypes(pathToFileURL(`${folder}/`), 'condition');

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

  it('takes a new kind from its file alone', async () => {
    await writeFile(
      join(folder, 'transaction-mood.js'),
      `export const condition = { type: 'transaction_mood' };`,
    );
    expect([...(await load()).keys()]).to.deep.equal(['transaction_mood']);
  });

  it('refuses to start with a file that is not named after its kind', async () => {
    await writeFile(join(folder, 'mood.js'), `export const condition = { type: 'feeling' };`);
    const error = await load().catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(Error).with.property('message').that.contains('mood.js');
  });
});
