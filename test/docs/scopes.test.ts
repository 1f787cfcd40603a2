import { expect } from 'chai';
import { HOUSEHOLD_SCOPES, SCOPES } from '../../shared/households/api-key.ts';
import { readSource } from '../helpers/checkout.ts';

describe('docs/API.md', () => {
  it('says of every scope of a household what it opens, as the service does', () => {
    const rows = [...readSource('docs/API.md').matchAll(/^ {2}\| `(\w+)` +\| (.+?) +\|$/gm)];
    expect(rows.map(([, scope, opens]) => [scope, opens])).to.deep.equal(
      HOUSEHOLD_SCOPES.map((scope) => [scope, SCOPES[scope]]),
    );
  });
});
