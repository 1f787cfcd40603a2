import { expect } from 'chai';
import fc from 'fast-check';
import { cleanText, foldText } from '#preflight/clean-text';
import { forAll } from '../../helpers/for-all.ts';

/** Texts near those that need no cleaning: words, blanks of any kind, now and then something else. */
const text = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.stringMatching(/^[!-~]{1,4}$/) },
      fc.constantFrom(
        ' ',
        '  ',
        '\t',
        '\n',
        '\u0000',
        '\u00a0',
        '\u007f',
        '\u202e',
        'ß',
        'e\u0301',
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

describe('texts of a provider', () => {
  it('are composed, single-spaced and free of control characters, however plain they are', () => {
    forAll(100, text, (sent) => {
      const clean = sent
        .normalize('NFC')
        .replace(/\s+/g, ' ')
        .replace(/[\p{Cc}\p{Cs}\u202e]/gu, '')
        .replace(/ {2,}/g, ' ')
        .trim();
      expect(cleanText(sent)).to.equal(clean === '' ? null : clean);
    });
  });
  it('are case-folded by way of capitals, however plain they are', () => {
    forAll(100, text, (sent) => {
      expect(foldText(sent)).to.equal(sent.toUpperCase().toLowerCase().normalize('NFC'));
    });
  });
});
