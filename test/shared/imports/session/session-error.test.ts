import { expect } from 'chai';
import { faultsError, SESSION_ERRORS } from '../../../../shared/imports/session/session-error.ts';
import { readSource } from '../../../helpers/checkout.ts';

const docs = readSource('docs/IMPORT.md');

describe('session errors', () => {
  it('are listed in docs/IMPORT.md, all of them and no others', () => {
    const section = docs.slice(docs.indexOf('## Errors'), docs.indexOf('Reasons of'));
    const documented = [...section.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
    expect(documented).to.have.members(Object.keys(SESSION_ERRORS));
  });

  it('name the first fault, and list at most twenty with the others', () => {
    const faults = Array.from({ length: 30 }, (_, index) => ({
      code: 'import_failed' as const,
      reason: 'invalid_date' as const,
      line: index + 1,
    }));
    const error = faultsError(faults, 30_000);
    expect(error).to.include({ code: 'import_failed', reason: 'invalid_date', line: 1 });
    expect(error['errors']).to.have.length(19);
    expect(error['failed_count']).to.equal(30_000);
    expect(faultsError(faults.slice(0, 1), 1)).not.to.have.property('errors');
  });
});
