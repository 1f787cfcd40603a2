import { expect } from 'chai';
import { MalformedCsvError } from '#preflight/report';
import { readStatement } from '../statements/read-statement.ts';
import { row, xlsxOf, zipOf } from './made-files.ts';

const HEADER = row('Date', 'Amount', 'Name');
const CSV = 'date,amount,name\n2025-03-01,-4.50,Kino\n';

describe('damaged packed files', () => {
  it('are refused as soon as they unpack to more than 100 MB', () => {
    const bomb = zipOf({ 'a.csv': new Uint8Array(101 * 1024 * 1024) });
    expect(() => readStatement(bomb)).to.throw(MalformedCsvError, /larger than the limit of 100MB/);
  });

  it('are read or refused with a reason, wherever they are cut or changed', () => {
    const data =
      HEADER +
      row('<c s="1"><v>45717</v></c>', 12.34, 'a') +
      row('<c s="1"><v>45718</v></c>', -2, 'b');
    const files = [
      xlsxOf({ sheets: { A: data }, formats: ['yyyy-mm-dd'] }),
      zipOf({ 'a.csv': CSV }),
    ];
    let seed = 1;
    const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
    for (const file of files) {
      const made: Uint8Array[] = [];
      for (let at = 0; at < file.length; at += 100) made.push(file.subarray(0, at));
      for (let count = 0; count < 300; count += 1) {
        const changed = Uint8Array.from(file);
        for (let times = random(4); times >= 0; times -= 1)
          changed[random(file.length)] = random(256);
        made.push(changed);
      }
      for (const content of made) {
        try {
          readStatement(content);
        } catch (error) {
          if (!(error instanceof MalformedCsvError)) throw error;
        }
      }
    }
  });
});
