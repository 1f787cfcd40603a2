import { expect } from 'chai';
import { MASKED_CARD } from '#preflight/suggestions/direction-words';

describe('a masked card number', () => {
  it('is known in the ways that banks write it', () => {
    for (const text of [
      'Shop XXXX1234',
      'xxxx xxxx xxxx 1234',
      '****-****-****-1234',
      '•• 12345',
      '4321 12XXXXXX1234',
    ])
      expect(MASKED_CARD.test(text), text).to.equal(true);
    for (const text of ['Texas 12', 'X1234', 'xx 1', 'xx 123456'])
      expect(MASKED_CARD.test(text), text).to.equal(false);
  });

  it('is looked for in time that grows with the text', () => {
    expect(MASKED_CARD.test('x'.repeat(100_000))).to.equal(false);
  });
});
