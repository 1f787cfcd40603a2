import { expect } from 'chai';
import { importOf } from '../suggestions/import-of.ts';

describe('a file of several sections', () => {
  const lines = [
    'Statement,Header,Field Name,Field Value',
    'Statement,Data,Period,"January 1, 2024 - March 31, 2024"',
    'Trades,Header,Currency,Symbol,Date/Time,Quantity,Proceeds',
    'Trades,Data,USD,AAPL,"2024-01-17, 10:30:00",10,-1851.00',
    'Cash,Header,Currency,Settle Date,Description,Amount',
    'Cash,Data,EUR,2024-01-15,Transfer,-6.47',
    'Cash,Data,EUR,2024-01-17,Transfer,500.00',
    'Cash,Data,USD,2024-02-20,Transfer,-47.06',
    'Cash,Data,Total,,,446.47',
    'Interest,Header,Currency,Date,Description,Amount',
    'Interest,Data,EUR,2024-02-05,Credit interest,1.23',
  ];

  it('is read in the one with the bookings, and says which rows are not', () => {
    const { rows, warnings } = importOf(lines);
    expect(rows).to.deep.equal(['6:-6.47:EUR', '7:500:EUR', '8:-47.06:USD']);
    expect(warnings).to.include('of other sections of the file').and.include('"Interest" 2');
  });

  it('is not one whose rows are of several accounts', () => {
    const lines = ['Account,Date,Amount', 'A,2024-01-15,-1.00', 'B,2024-01-16,-2.00'];
    expect(importOf(lines).rows).to.deep.equal(['2:-1', '3:-2']);
  });
});
