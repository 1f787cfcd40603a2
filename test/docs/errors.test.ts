import { expect } from 'chai';
import { ERROR_CODES } from '../../shared/platform/errors.ts';
import { readSource } from '../helpers/checkout.ts';

const text = readSource('docs/ERRORS.md');

describe('docs/ERRORS.md', () => {
  it('lists every code of the service with its status and meaning, and no other', () => {
    const documented: Record<string, { status: number; meaning: string }> = {};
    const rows = text.matchAll(/^\| `([a-z_]+)`\s*\| (\d{3})\s*\| (.+?)\s*\| (.+?)\s*\|$/gm);
    for (const [, code, status, meaning, advice] of rows) {
      documented[code!] = { status: Number(status), meaning: meaning! };
      expect(advice!.length, `${code!}: what to do`).to.be.greaterThan(10);
    }
    expect(documented).to.deep.equal(ERROR_CODES);
  });
});
