import { expect } from 'chai';
import { lowerCase } from '#preflight/rules/fold-text';

describe('folding letter case', () => {
  it('compares each letter with each of its forms, as Unicode says', () => {
    const missed: string[] = [];
    for (let code = 0x80; code < 0x10000; code += 1) {
      const letter = String.fromCharCode(code);
      // The language's own simple case folding: expressions with the flags i and u.
      if (!/\p{L}|\p{M}/u.test(letter)) continue;
      const upper = letter.toUpperCase();
      if (upper.length > 1 || !new RegExp(`^${upper}$`, 'iu').test(letter)) continue;
      if (lowerCase(letter) !== lowerCase(upper)) missed.push(letter);
    }
    expect(missed).to.deep.equal([]);
  });

  it('finds a sigma at the end of a word', () => {
    expect(lowerCase('ΑΓΟΡΕΣ ας')).to.equal('αγορεσ ασ');
  });
});
