import { expect } from 'chai';
import { SESSION_ERRORS } from '../../../../shared/imports/session/session-error.ts';
import { readSource } from '../../../helpers/checkout.ts';

const docs = readSource('docs/IMPORT.md');

describe('session errors', () => {
  it('are listed in docs/IMPORT.md, all of them and no others', () => {
    const section = docs.slice(docs.indexOf('## Errors'), docs.indexOf('Reasons of'));
    const documented = [...section.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
    expect(documented).to.have.members(Object.keys(SESSION_ERRORS));
  });
});
