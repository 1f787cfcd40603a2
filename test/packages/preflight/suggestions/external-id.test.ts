import { expect } from 'chai';
import { roundTrip } from '../judge.ts';

/** The column that is suggested for the bank's own ids, of a file with the header and these cells in its last column. */
function suggested(header: string, ids: readonly string[]): unknown {
  const rows = ids.map((id, row) => `2025-03-0${row + 1},-${row + 4}.20,Shop ${row},"${id}"`);
  return roundTrip([`date,amount,name,${header}`, ...rows, '']).settings['external_id_col_label'];
}

describe('the column of the bank’s own ids', () => {
  const IDS = ['TRX20250301A', 'TRX20250302B', 'TRX20250303C'];

  for (const header of [
    'Transaction ID',
    'TransactionId',
    'Transaktions-Nr.',
    'No de transaction',
    'id',
  ])
    it(`is suggested where it is named so and no row shares its id: ${header}`, () => {
      expect(suggested(header, IDS)).to.equal(header);
    });

  const others: Record<string, [header: string, ids: string[]]> = {
    'an id is in two rows': ['Transaction ID', ['TRX20250301A', 'TRX20250302B', 'TRX20250301A']],
    'a row has none': ['Transaction ID', ['TRX20250301A', '', 'TRX20250303C']],
    'it numbers the rows of the file': ['Transaction no', ['1', '2', '3']],
    'it numbers them with zeros': ['Transaction no', ['0000001', '0000002', '0000003']],
    'it holds days': ['Transaction number', ['2025-03-01', '2025-03-02', '2025-03-03']],
    'it holds amounts': ['Transaction number', ['100000.10', '100010.25', '100020.95']],
    'it holds words': ['Transaction ID', ['Bakery', 'Market', 'Theatre']],
    'it is the reference of a payment': [
      'Payment reference',
      ['RF18539007', 'RF18539008', 'RF18539009'],
    ],
    'it is the id of someone else': ['Creditor ID', ['DE98ZZZ001', 'DE98ZZZ002', 'DE98ZZZ003']],
    'two rows are too few to tell': ['Transaction ID', ['TRX20250301A', 'TRX20250302B']],
  };
  for (const [why, [header, ids]] of Object.entries(others))
    it(`is not suggested where ${why}`, () => {
      expect(suggested(header, ids)).to.equal(undefined);
    });
});
