import { expect } from 'chai';
import { matchHeader } from '#preflight/suggestions/header-words';
import { judge } from '../judge.ts';

const LOST = '\ufffd';

describe('letters of a header that were lost to a wrong encoding', () => {
  it('each stand for one letter of a known header, or for none', () => {
    expect(matchHeader(`Libell${LOST}`, 'name')).to.be.greaterThan(0.5);
    expect(matchHeader(`D${LOST}bit`, 'outflow')).to.be.greaterThan(0.5);
    // Both bytes of one letter.
    expect(matchHeader(`D${LOST}${LOST}bit`, 'outflow')).to.be.greaterThan(0.5);
    expect(matchHeader(`Libell${LOST} op${LOST}ration`, 'name')).to.equal(
      matchHeader('Libellé opération', 'name') * 0.9,
    );
    expect(matchHeader(`Libellx${LOST}`, 'name')).to.equal(0);
  });

  it('prove nothing where hardly any other is left', () => {
    expect(matchHeader(`${LOST.repeat(4)}te`, 'date')).to.equal(0);
  });

  // One of these took hours while each letter could be there or not in turn.
  for (const [name, text] of [
    ['90 bytes of them before a number', `${LOST.repeat(26)}201\n1\n`],
    ['a header of hundreds', `${LOST.repeat(400)}201,date\n2025-01-02,4\n`],
    ['hundreds between the letters of a word', `${'amount'.split('').join(LOST.repeat(60))}\n1\n`],
    [
      'a Cyrillic header that was decoded as UTF-8',
      `${'Дата операции;Сумма операции в валюте счёта 2;Описание 3;Категория;Номер 4'.replace(/[а-яё]/gi, LOST)}\n2025-01-02;4\n`,
    ],
    [
      'many different ones',
      Array.from({ length: 40 }, (_, at) => `${LOST.repeat(20 + at)}betrag${at}`).join(',') +
        '\n1\n',
    ],
  ] as const) {
    it(`are judged however many there are: ${name}`, () => {
      const report = judge(text);
      expect(report.errors).not.to.deep.equal([]);
    });
  }
});
