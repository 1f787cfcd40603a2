import { expect } from 'chai';
import { MalformedCsvError } from '#preflight/report';
import { readStatement } from './read-statement.ts';
import { words } from '../../../helpers/for-all.ts';

/** A message of version 2 with one statement, its entries and what else is in it. */
function camt(
  inside: string,
  { message = '053', root = 'BkToCstmrStmt', name = 'Stmt' } = {},
): string {
  return `<?xml version="1.0"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.02"><${root}>
<${name}><Acct><Id><IBAN>DE02 1203 0000 0000 2020 51</IBAN></Id><Ownr><Nm>Me</Nm></Ownr></Acct>
${inside}
</${name}></${root}></Document>`;
}
const entry = (amount: string, side: string, more = '', currency = 'EUR'): string =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2025-03-03</Dt></BookgDt>${more}</Ntry>`;
const detail = (inside: string): string => `<TxDtls>${inside}</TxDtls>`;
const details = (...inside: string[]): string => `<NtryDtls>${inside.join('\n')}</NtryDtls>`;
const balances = (opening: string, closing: string): string =>
  [
    ['PRCD', opening],
    ['CLBD', closing],
  ]
    .map(
      ([kind, amount]) =>
        `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`,
    )
    .join('\n');

describe('a CAMT file', () => {
  it('is read entry by entry: day, sign, other party, purpose, id, account and the line of the file', () => {
    const text = camt(
      [
        entry(
          '12.50',
          'DBIT',
          `<AcctSvcrRef>R1</AcctSvcrRef>${details(detail('<RltdPties><Dbtr><Nm>Me</Nm></Dbtr><Cdtr><Nm>Bäckerei &amp; Co</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Brot</Ustrd><Ustrd>und "Kuchen", 2</Ustrd></RmtInf>'))}`,
        ),
        entry(
          '1000',
          'CRDT',
          `<AcctSvcrRef>NONREF</AcctSvcrRef>${details(detail('<RltdPties><Dbtr><Pty><Nm>Employer</Nm></Pty></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>'))}`,
        ),
        entry('3', 'DBIT', '<AddtlNtryInf>Kontoführung</AddtlNtryInf>'),
      ].join('\n'),
    );
    const { rows, short, headers, errors, warnings } = readStatement(text);
    expect(short).to.deep.equal([
      ['2025-03-03', '-12.5', 'Bäckerei & Co', 'Brot und "Kuchen", 2'],
      ['2025-03-03', '1000', 'Employer', 'RF18'],
      ['2025-03-03', '-3', 'Kontoführung', null],
    ]);
    expect(rows.map(({ line, more }) => [line, more['external_id']])).to.deep.equal([
      [4, 'R1'],
      [5, null],
      [6, null],
    ]);
    expect(rows[0]?.values).to.include({ account: 'DE02120300000000202051', currency: 'EUR' });
    expect(headers).to.deep.equal(words('date amount currency name notes account AcctSvcrRef'));
    expect([errors, warnings]).to.deep.equal([[], []]);
  });

  it('names the other party where a booking is taken back, and never the account itself; the payer’s reference follows the purpose', () => {
    const both = '<Dbtr><Nm>Payer</Nm></Dbtr><Cdtr><Nm>Shop</Nm></Cdtr>';
    const reference = '<Refs><EndToEndId>E2E-7</EndToEndId></Refs>';
    const party = (inside: string, more = ''): string =>
      details(detail(`${reference}<RltdPties>${inside}</RltdPties>${more}`));
    const own = '<DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct>';
    const cases: [side: string, more: string, name: string, notes: string][] = [
      ['DBIT', party(both), 'Shop', 'E2E-7'],
      ['DBIT', party(both, '<RtrInf><Rsn><Cd>MD06</Cd></Rsn></RtrInf>'), 'Payer', 'E2E-7'],
      ['CRDT', `<RvslInd>true</RvslInd>${party('<Cdtr><Nm>Shop</Nm></Cdtr>')}`, 'Shop', 'E2E-7'],
      ['CRDT', party(`${both}${own}`), 'Shop', 'E2E-7'],
      ['CRDT', party(both.replace('Payer', 'Me GmbH')), 'Shop', 'E2E-7'],
      [
        'CRDT',
        party(both, '<RmtInf><Ustrd>Order E2E-\n7</Ustrd></RmtInf>'),
        'Payer',
        'Order E2E- 7',
      ],
      [
        'CRDT',
        '<NtryDtls><Btch><PmtInfId>RUN-2</PmtInfId></Btch></NtryDtls><AddtlNtryInf>Collection</AddtlNtryInf>',
        'Collection',
        'Collection RUN-2',
      ],
    ];
    const order = (id: string, more = ''): string =>
      details(
        detail(`<Refs><PmtInfId>RUN-3</PmtInfId><EndToEndId>${id}</EndToEndId></Refs>${more}`),
      );
    const structured = '<RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>';
    const text = '<AddtlNtryInf>Pay</AddtlNtryInf>';
    cases.push(
      ['DBIT', order('NOTPROVIDED') + text, 'Pay', 'Pay RUN-3'],
      ['DBIT', order('E2E-8') + text, 'Pay', 'Pay E2E-8'],
      ['DBIT', order('NOTPROVIDED', structured) + text, 'Pay', 'RF18'],
    );
    for (const [side, more, name, notes] of cases) {
      const { rows } = readStatement(camt(entry('5', side, more)));
      expect([rows[0]?.values.name, rows[0]?.values.notes], more).to.deep.equal([name, notes]);
    }
  });

  it('splits a collective booking where its details add up to it, and keeps it whole where they do not', () => {
    const part = (amount: string, name: string): string =>
      detail(
        `<AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties>`,
      );
    const read = (total: string) =>
      readStatement(
        camt(
          entry(
            total,
            'DBIT',
            `${details(part('10.10', 'A'), part('20.20', 'B'))}<AddtlNtryInf>Sammler</AddtlNtryInf>`,
          ),
        ),
      ).short;
    expect(read('30.30')).to.deep.equal([
      ['2025-03-03', '-10.1', 'A', 'Sammler'],
      ['2025-03-03', '-20.2', 'B', 'Sammler'],
    ]);
    expect(read('30.31')).to.deep.equal([['2025-03-03', '-30.31', 'Sammler', 'A, B']]);
  });

  it('takes the side of a reversal from the entry, unless the balances prove the other one', () => {
    const reversal = entry('5', 'DBIT', '<RvslInd>true</RvslInd>');
    expect(readStatement(camt(reversal)).rows[0]?.values.amount).to.equal('-5');
    expect(readStatement(camt(balances('10', '5') + reversal)).rows[0]?.values.amount).to.equal(
      '-5',
    );
    const turned = readStatement(camt(balances('10', '15') + reversal));
    expect(turned.rows[0]?.values.amount).to.equal('5');
    expect(turned.warnings).to.deep.equal([]);
  });

  it('takes what is pending as pending, leaves information out, and never guesses a side', () => {
    const text = camt(
      entry('1', 'DBIT').replace('BOOK', 'PDNG') +
        entry('2', 'DBIT').replace('BOOK', 'INFO') +
        entry('3', 'XXXX'),
      { message: '052', root: 'BkToCstmrAcctRpt', name: 'Rpt' },
    );
    const { rows, warnings, errors } = readStatement(text);
    expect(rows.map(({ values }) => [values.amount, values.pending])).to.deep.equal([
      ['-1', true],
      [null, false],
    ]);
    expect(warnings.join()).to.match(/INFO.*left out: 1.*1 row is imported as pending/);
    expect(errors.map(({ code, line }) => [code, line])).to.deep.equal([
      ['blank_required_value', 5],
    ]);
  });

  it('reads an amount below zero by its side, with a warning', () => {
    const { rows, warnings } = readStatement(camt(entry('-5', 'DBIT') + entry('-6', 'CRDT')));
    expect(rows.map(({ values }) => values.amount)).to.deep.equal(['-5', '6']);
    expect(warnings.join()).to.match(/amount below zero.*: 2\. Compare/);
  });

  it('gives entries without a date that of the balances where those have one, with a warning', () => {
    const undated = entry('2545', 'DBIT').replace(/<BookgDt>.*<\/BookgDt>/, '');
    const balance = (day: string): string =>
      `<Bal><Tp><Cd>CLBD</Cd></Tp><Amt Ccy="EUR">9</Amt><Dt><Dt>${day}</Dt></Dt></Bal>`;
    const one = readStatement(camt(balance('2025-03-08') + balance('2025-03-08') + undated));
    expect(one.short.map(([day]) => day)).to.deep.equal(['2025-03-08']);
    expect(one.warnings.join()).to.contain('Entries without a date');
    const two = readStatement(camt(balance('2025-03-07') + balance('2025-03-08') + undated));
    expect(two.errors.map(({ code }) => code)).to.deep.equal(['blank_required_value']);
    expect(two.warnings.join()).not.to.contain('Entries without a date');
  });

  it('is read from one line and in the encoding that it declares', () => {
    const latin = camt(
      entry('1', 'CRDT', '<AddtlNtryInf>Gebühr</AddtlNtryInf>') + entry('2', 'CRDT'),
      { message: '054', root: 'BkToCstmrDbtCdtNtfctn', name: 'Ntfctn' },
    )
      .replaceAll('\n', '')
      .replace('?>', ' encoding="ISO-8859-1"?>');
    const { rows } = readStatement(Buffer.from(latin, 'latin1'));
    expect(rows.map(({ line, values }) => [line, values.name])).to.deep.equal([
      [2, 'Gebühr'],
      [3, null],
    ]);
  });

  it('takes statements of one IBAN in several currencies for separate accounts', () => {
    const euros = entry('1', 'CRDT');
    const dollars = entry('2', 'CRDT', '', 'USD');
    const iban = '<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id>';
    const two = camt(`${euros}</Stmt><Stmt>${iban}<Ccy>USD</Ccy></Acct>${dollars}`).replace(
      '<Ownr>',
      '<Ccy>EUR</Ccy><Ownr>',
    );
    const { rows, warnings } = readStatement(two);
    expect(rows.map(({ values }) => values.currency)).to.deep.equal(['EUR', 'USD']);
    expect(rows.map(({ values }) => values.account)).to.deep.equal([
      'DE02120300000000202051 EUR',
      'DE02120300000000202051 USD',
    ]);
    expect(warnings.join()).to.contain('send no account_id');
    expect(readStatement(camt(euros)).warnings).to.deep.equal([]);
  });

  it('takes no amount with an exponent: it could be of thousands of digits', () => {
    const { rows, errors } = readStatement(camt(balances('1', '2') + entry('1e999', 'CRDT')));
    expect(rows.map(({ values }) => values.amount)).to.deep.equal([null]);
    expect(JSON.stringify(errors)).to.have.length.below(1000);
  });

  it('compares no two of the tens of thousands of details that one booking may have', () => {
    const texts = Array.from({ length: 60_000 }, (_, at) => `Invoice ${at}`);
    const parts = [...texts, ...texts].map((text) =>
      detail(`<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`),
    );
    const { errors } = readStatement(camt(entry('7', 'CRDT', details(...parts))));
    expect(errors.map(({ code, line }) => [code, line])).to.deep.equal([['value_too_long', 4]]);
  });

  it('is refused with the line where the XML is broken, declares entities or is nested without end', () => {
    const broken: [string, RegExp, number][] = [
      [camt(entry('1', 'CRDT')).replace('</Ntry>', ''), /not well-formed in line 5/, 5],
      [camt(entry('1', 'CRDT')).slice(0, -30), /not well-formed/, 5],
      [camt('<Ntry><Amt>&lol;</Amt></Ntry>'), /not well-formed in line 4: undefined entity\.$/, 4],
      [
        camt('').replace(
          '?>',
          '?>\n<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>',
        ),
        /DOCTYPE is not accepted/,
        2,
      ],
      [camt('<Ntry>'.repeat(200)), /nested too deeply/, 4],
      [camt('<Ntry/>'.repeat(100_001)), /more than 100000 entries/, 4],
    ];
    for (const [text, fault, line] of broken) {
      expect(() => readStatement(text), text)
        .to.throw(MalformedCsvError, fault)
        .with.property('line', line);
    }
  });
});
