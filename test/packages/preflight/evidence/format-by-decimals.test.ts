import { expect } from 'chai';
import { importOf, reads } from '../suggestions/import-of.ts';

const ALIKE = /alike; they were read as/;

function amountsOf(
  cells: readonly string[],
  currency = '',
): { amounts: string[]; warned: boolean } {
  const rows = cells.map((cell, at) => `0${at + 1}.03.2025;Shop ${at};${cell};${currency}`);
  const { rows: read, warnings } = importOf(['Datum;Empfänger;Betrag;Währung', ...rows]);
  return { amounts: read.map((row) => row.split(':')[1] ?? ''), warned: ALIKE.test(warnings) };
}

describe('amounts that all have three digits behind their separator', () => {
  const cells = ['-11.829', '-2.455', '480.003'];

  it('are thousands in a currency without decimals, and in one of two', () => {
    const whole = { amounts: ['-11829', '-2455', '480003'], warned: false };
    expect(amountsOf(cells, 'ISK')).to.deep.equal(whole);
    expect(amountsOf(cells, 'COP')).to.deep.equal(whole);
  });

  it('have decimals in a currency of three', () => {
    const read = { amounts: ['-11.829', '-2.455', '480.003'], warned: false };
    expect(amountsOf(cells, 'KWD')).to.deep.equal(read);
    const commas = cells.map((cell) => cell.replace('.', ','));
    expect(amountsOf(commas, 'KWD')).to.deep.equal(read);
  });

  it('are thousands without a currency, with a warning', () => {
    expect(amountsOf(cells)).to.deep.equal({
      amounts: ['-11829', '-2455', '480003'],
      warned: true,
    });
    for (const few of [1, 2]) {
      const amounts = ['-11829', '-2455'].slice(0, few);
      expect(amountsOf(cells.slice(0, few))).to.deep.equal({ amounts, warned: true });
    }
  });

  it('stay as they were read before where a zero may only pad them, with a warning', () => {
    const padded = ['-11.820', '-2.450', '480.000'];
    expect(amountsOf(padded, 'SEK')).to.deep.equal({
      amounts: ['-11.82', '-2.45', '480'],
      warned: true,
    });
  });

  reads(
    'are thousands where another column has such numbers without a zero at the end',
    ({ warnings }) => expect(warnings).to.match(ALIKE),
  )`
    Fecha;Detalle;Monto;Valor cuota
    13-03-2025;Zara;-19.990;-19.990 → -19990
    14-03-2025;Falabella;-299.990;-49.998 → -299990
    15-03-2025;Copec;-12.500;-12.500 → -12500
  `;
});
