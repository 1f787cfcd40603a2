import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import iconv from 'iconv-lite';
import { binaryKind, textKind } from '#preflight/file-kind';
import { MalformedCsvError, OtherFormatError } from '#preflight/report';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import { judge } from './judge.ts';

const CSV = 'date,amount\n2025-03-01,4.00\n';

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);

describe('the kind of a file that is no CSV', () => {
  const files: [string, Uint8Array | string, RegExp][] = [
    ['a gzip', gzipSync(CSV), /^The content is a gzip file: unpack it/],
    ['an xls', OLE, /old Excel workbook \(xls\): save it as XLSX or CSV/],
    [
      'a workbook with a password',
      Buffer.concat([OLE, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
      /a workbook with a password: open it/,
    ],
    ['a PDF', '%PDF-1.7\n%x', /a PDF file/],
    ['a web page', '\n<!DOCTYPE html><html><body>Log in</body></html>', /a web page/],
    ['an XML file', '<?xml version="1.0"?><Rows/>', /an XML file/],
    [
      'a CAMT file that is no statement',
      '<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.029.001.02">',
      /a CAMT file/,
    ],
    ['an MT940 file in a SWIFT frame', '{1:F01BANKDEFF0000000000}{2:O940}', /an MT940 file/],
    ['JSON', '[{"date":"2025-03-01","amount":4}]', /JSON/],
    ['a JSON object', '{ "rows": [] }', /JSON/],
    [
      'a native export',
      '{"type":"Account","data":{"id":"a"}}\n',
      /send it with the type NativeImport/,
    ],
    [
      'a web page in UTF-16',
      iconv.encode('<html><body>', 'utf-16le', { addBOM: true }),
      /a web page/,
    ],
  ];
  it('is named where a statement is sent with a type that reads none', () => {
    const statements: [string, RegExp][] = [
      ['OFXHEADER:100\nDATA:OFXSGML', /an OFX file: .* type TransactionImport/],
      ['<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>', /an OFX file/],
      ['!Type:Bank\nD03/01/2025\nT-4.00\n^', /a QIF file/],
      [':20:STARTUMSE\n:25:10020030/1234567\n', /an MT940 file/],
    ];
    for (const [content, fault] of statements) {
      expect(() => judge(content, {}, 'AccountImport')).to.throw(OtherFormatError, fault);
    }
  });

  for (const [name, content, fault] of files) {
    it(`is named: ${name}`, () => {
      expect(() => judge(content)).to.throw(OtherFormatError, fault);
    });
  }

  it('is never said of a table', () => {
    for (const text of [
      CSV,
      '[Date],Amount\n03/14/2025,4\n',
      '"date","amount"\n',
      '{date},amount\n',
      '<date>,amount\n',
      'PK,date,amount\n',
      '!Type,date,amount\n',
      ':2,:0\n',
      '%,PDF\n',
      '',
    ]) {
      expect(binaryKind(Buffer.from(text)), text).to.equal(undefined);
      expect(textKind(Buffer.from(text)), text).to.equal(undefined);
    }
  });

  it('comes after the settings: a wrong one is reported first', () => {
    expect(judge(gzipSync(CSV), { col_sep: '#' }).errors[0]?.code).to.equal('validation_failed');
  });
});

describe('suggestions for a text that is no CSV under the settings sent', () => {
  function suggestionsFor(text: string, settings: CsvSettingsInput): Record<string, unknown> {
    try {
      judge(text, settings);
    } catch (error) {
      if (!(error instanceof MalformedCsvError)) throw error;
      return Object.fromEntries(
        Object.entries(error.suggestions).map(([name, { value }]) => [name, value]),
      );
    }
    throw new Error('the text is CSV');
  }

  it('names the separator under which no quote opens a cell', () => {
    const text = 'date;amount;name\n2025-03-01;4;Rack, 19", black\n2025-03-02;5;a,"b\n';
    const suggested = suggestionsFor(text, { col_sep: ',' });
    expect(suggested).to.include({ col_sep: ';' });
    expect(judge(text, suggested).errors).to.deep.equal([]);
  });

  it('finds the table of another separator below a preamble, with texts of several lines', () => {
    const text =
      'Konto;\nStand: 2 Buchungen\n\nDatum;Text;Betrag\n' +
      '01.03.2025;"Kino\nReihe 4\n";-4,50\n02.03.2025;"Bad\nKarte\n";-5,00\n';
    const suggested = suggestionsFor(text, {});
    expect(suggested).to.include({ col_sep: ';', rows_to_skip: 3 });
    expect(judge(text, suggested).errors).to.deep.equal([]);
  });

  it('starts below a preamble whose quote is never closed', () => {
    const text =
      '"Statement of March\ndate,amount,name\n2025-03-01,4.00,Tea\n2025-03-02,5.00,Bun\n';
    const suggested = suggestionsFor(text, {});
    expect(suggested).to.include({ rows_to_skip: 1 });
    expect(judge(text, suggested).errors).to.deep.equal([]);
  });

  it('has none when nothing makes it a table', () => {
    expect(suggestionsFor('date,amount\n2025-03-01,4\n2025-03-02,"5\n', {})).to.deep.equal({});
  });
});
