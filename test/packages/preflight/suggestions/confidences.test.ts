import { expect } from 'chai';
import { roundTrip } from '../judge.ts';

const ROWS = ['01.03.2025;Miete;-650,00', '02.03.2025;Lohn;2100,00', '03.03.2025;Laden;-13,40'];
const BALANCES = ['350,00', '2450,00', '2436,60'];

/** What is suggested for these rows below two lines of prose and these headers. */
function suggestFor(headers: string, rows: readonly string[]) {
  const lines = ['Bank', 'Statement of account', headers, ...rows];
  const { suggestions } = roundTrip(lines).first;
  return (setting: 'col_sep' | 'rows_to_skip' | 'date_col_label' | 'amount_col_label'): number =>
    suggestions?.[setting]?.confidence ?? 0;
}

describe('the confidence of a suggested setting', () => {
  const named = suggestFor('Buchungstag;Text;Betrag', ROWS);
  const vague = suggestFor('Tag;Text;Wert', ROWS);
  const withBalance = suggestFor(
    'Tag;Text;Wert;Saldo',
    ROWS.map((row, at) => `${row};${BALANCES[at] ?? ''}`),
  );

  for (const setting of ['col_sep', 'rows_to_skip'] as const) {
    it(`is the score of the reading that it is part of: ${setting}`, () => {
      expect(vague(setting)).to.be.above(0).and.below(named(setting));
      expect(withBalance(setting)).to.be.above(vague(setting));
    });
  }

  for (const setting of ['date_col_label', 'amount_col_label'] as const) {
    it(`is how well its column fits: ${setting}`, () => {
      expect(vague(setting)).to.be.above(0).and.below(named(setting));
    });
  }
});
