import { expect } from 'chai';
import fc from 'fast-check';
import { mapColumns } from '#preflight/csv/headers';
import { profileRows, readRows, reportRows } from '#preflight/csv/check-rows';
import { problemOf } from '#preflight/csv/read-row';
import { readSettings } from '#preflight/csv/read-settings';
import { readTable } from '#preflight/csv/read-header';
import { acceptedDates } from '#preflight/fields/dates';
import { createProblemList, type ProblemList } from '#preflight/problem-list';
import { CSV_TYPES } from '#preflight/types/csv-types';
import { cases } from '../../../helpers/cases.ts';
import type { CsvSettingsInput } from '#preflight/csv/settings';

const ACCEPTED = acceptedDates(new Date('2025-06-15T12:00:00Z'));
const SPEC = CSV_TYPES.TransactionImport;

/** The faults as the service lists them, and as they are found when every row is read. */
function listBoth(
  text: string,
  input: CsvSettingsInput,
): { listed: ProblemList; all: ProblemList } {
  const bytes = Buffer.from(text);
  const { settings } = readSettings(input, SPEC, bytes);
  const { source, header } = readTable(bytes, settings);
  const mapping = mapColumns(SPEC, settings, header);
  const profile = profileRows(source, mapping, { settings, spec: SPEC, accepted: ACCEPTED });
  const { formats } = profile;
  const reading = { spec: SPEC, columns: mapping.columns, settings, formats, accepted: ACCEPTED };
  const listed = createProblemList();
  reportRows(source, reading, profile, listed);
  const all = createProblemList();
  readRows(source, reading, ({ line, cells, faults }) => {
    for (const fault of faults) all.add(problemOf(fault, line, cells));
    return true;
  });
  return { listed, all };
}

const date = fc.constantFrom('2025-03-01', '2025-03-02', '01.03.2025', '1890-01-01', 'x', '');
const amount = fc.constantFrom('1.00', '-2.50', '3,5', '(4.00)', '1.234', 'none', '', ' ');
const currency = fc.constantFrom('EUR', 'EUR', 'usd', 'euros', '');
const name = fc.constantFrom('Shop', '"Two\nlines"', '"a ""b"""', '');
/** A row, and how often it is repeated: more often than an answer lists faults, too. */
const rows = fc
  .tuple(date, amount, amount, currency, name, fc.constantFrom(1, 2, 60, 130))
  .map(([on, out, paidIn, code, what, times]) =>
    `${on},${out},${paidIn},${code},${what}\n`.repeat(times),
  );
const settings: fc.Arbitrary<CsvSettingsInput> = fc.record(
  {
    date_format: fc.constantFrom('%Y-%m-%d', '%d.%m.%Y'),
    number_format: fc.constantFrom('1,234.56', '1.234,56'),
    skip_incomplete_rows: fc.constant(true),
  },
  { requiredKeys: [] },
);

describe('listed faults', () => {
  it('are those found when every row is read, with one amount and with two', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 8 }), settings, fc.boolean(), (body, sent, split) => {
        const header = split ? 'date,outflow,inflow' : 'date,amount,other';
        const { listed, all } = listBoth(`${header},currency,name\n${body.join('')}`, {
          ...sent,
          ...(split && { outflow_col_label: 'outflow', inflow_col_label: 'inflow' }),
        });
        expect(listed.finish()).to.deep.equal(all.finish());
      }),
      { numRuns: cases(100) },
    );
  });
});
