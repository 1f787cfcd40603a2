import { expect } from 'chai';
import fc from 'fast-check';
import { addDecimals, multiplyDecimals, negateDecimal } from '#preflight/money';
import { MalformedCsvError } from '#preflight/report';
import { PROVEN, WRITERS, type MadeBooking, type MadeStatement } from './made-statements.ts';
import { readStatement } from './read-statement.ts';
import { cases } from '../../../helpers/cases.ts';
import { forAll } from '../../../helpers/for-all.ts';

const RUNS = Number(process.env['STATEMENT_RUNS'] ?? cases(60));
const ACCOUNT = 'NL91ABNA0417164300';

const booking: fc.Arbitrary<MadeBooking> = fc
  .record({
    day: fc.integer({ min: 1, max: 28 }),
    cents: fc.integer({ min: 1, max: 500_000 }),
    isOut: fc.boolean(),
    name: fc.constantFrom('Bakery', 'Landlord', 'Saldo', 'Total Energies'),
    id: fc.uuid(),
  })
  .map(({ day, cents, isOut, name, id }) => ({
    date: `2025-03-${String(day).padStart(2, '0')}`,
    amount: multiplyDecimals(String(isOut ? -cents : cents), '0.01'),
    name,
    notes: `Invoice ${cents}`,
    id: id.slice(0, 16).replaceAll('-', 'A'),
  }));
const bookings = fc.array(booking, { minLength: 1, maxLength: 12 });

function statementOf(made: MadeBooking[], opening = '100.05'): MadeStatement {
  const closing = addDecimals([opening, ...made.map(({ amount }) => amount)]);
  return { account: ACCOUNT, currency: 'EUR', opening, closing, bookings: made };
}

const FAULTS: Record<string, (one: MadeBooking) => MadeBooking[]> = {
  removed: () => [],
  doubled: (one) => [one, one],
  turned: (one) => [{ ...one, amount: negateDecimal(one.amount) }],
  'a hundred times as much': (one) => [{ ...one, amount: multiplyDecimals(one.amount, '100') }],
};

for (const [format, write] of Object.entries(PROVEN)) {
  describe(`a statement of the format ${format}`, () => {
    it('is read as it was written, and its balances prove it', () => {
      forAll(RUNS, bookings, (made) => {
        const { short, evidence, warnings, errors } = readStatement(write(statementOf(made)));
        expect(short).to.deep.equal(
          made.map(({ date, amount, name, notes }) => [date, amount, name, notes]),
        );
        expect([errors, warnings]).to.deep.equal([[], []]);
        expect(evidence?.sign).to.deep.equal({
          basis: 'balance',
          rowsAgree: made.length,
          rowsDisagree: 0,
        });
      });
    });

    it('states what all its bookings began and ended with, in whatever order its statements are', () => {
      forAll(RUNS, bookings, bookings, fc.boolean(), (some, others, isTurned) => {
        const first = statementOf(some);
        const second = statementOf(others, first.closing);
        const order = isTurned ? [second, first] : [first, second];
        const { balance } = readStatement(write(...order));
        const days = [...some, ...others].map(({ date }) => date).sort();
        expect(balance).to.deep.equal({
          first: days[0],
          last: days.at(-1),
          opening: first.opening,
          closing: second.closing,
        });
        const apart = statementOf(others, addDecimals([first.closing, '0.01']));
        expect(readStatement(write(first, apart)).balance).to.equal(undefined);
      });
    });

    for (const [fault, change] of Object.entries(FAULTS)) {
      it(`reports a booking that was ${fault}`, () => {
        forAll(RUNS, bookings, fc.nat(), (made, at) => {
          const changed = made.flatMap((one, index) =>
            index === at % made.length ? change(one) : [one],
          );
          const warnings = readStatement(write({ ...statementOf(made), bookings: changed }))
            .warnings[0];
          expect(warnings).to.match(/does not add up: .* a difference of -?\d/);
        });
      });
    }

    it('reports a statement that is missing between two, whichever comes first', () => {
      const [first, second] = [statementOf([]), statementOf([], '100.06')];
      for (const order of [
        [first, second],
        [second, first],
      ]) {
        expect(readStatement(write(...order)).warnings.join()).to.match(
          /a statement between them may be missing/,
        );
      }
      expect(readStatement(write(first, statementOf([]))).warnings).to.deep.equal([]);
    });

    it('never goes into one account where it holds several', () => {
      const [one] = fc.sample(booking, { numRuns: 1, seed: 1 });
      if (one === undefined) throw new Error('no booking');
      const text = write(statementOf([one]), {
        ...statementOf([one]),
        account: 'CH9300762011623852957',
      });
      const read = readStatement(text, { hasAccount: true });
      expect(read.warnings.join()).to.match(/statements of 2 accounts .* send no account_id/);
      expect(read.rows.map(({ errors }) => errors.map(({ code }) => code))).to.deep.equal([
        ['validation_failed'],
        ['validation_failed'],
      ]);
      const apart = readStatement(text, { hasAccount: false });
      expect(apart.rows.map(({ values, errors }) => [values.account, errors.length])).to.deep.equal(
        [
          [ACCOUNT, 0],
          ['CH9300762011623852957', 0],
        ],
      );
    });
  });
}

describe('a damaged statement', () => {
  for (const [format, write] of Object.entries(WRITERS)) {
    it(`is read or refused: ${format}`, () => {
      const text = write(
        ...fc.sample(bookings, { numRuns: 3, seed: 2 }).map((made) => statementOf(made)),
      );
      const place = fc.integer({ min: 0, max: text.length });
      forAll(
        RUNS,
        place,
        place,
        fc.string({ maxLength: 4, unit: 'binary' }),
        fc.boolean(),
        (from, to, noise, cuts) => {
          const damaged = text.slice(0, from) + noise + (cuts ? text.slice(to) : text.slice(from));
          try {
            readStatement(damaged);
          } catch (error) {
            if (!(error instanceof MalformedCsvError)) throw error;
          }
        },
      );
    });
  }
});
