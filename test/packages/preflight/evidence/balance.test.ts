import { expect } from 'chai';
import { seededRandom } from '../../../../sandbox-provider/random.ts';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import type { CsvReport } from '#preflight/report';
import { judge } from '../judge.ts';
import { sentences } from '../sentences.ts';
import { cases } from '../../../helpers/cases.ts';

const SENT = { col_sep: ';', number_format: '1.234,56', date_format: '%d.%m.%Y' };

interface Row {
  date: string;
  cents: number;
  balance: number;
}

/** Whole numbers below another one: the same ones on every run. */
function createRandom(seed: number): (below: number) => number {
  const random = seededRandom(`rows ${seed}`);
  return (below) => random.whole(0, below - 1);
}

function makeRows(random: (below: number) => number, count: number): Row[] {
  let balance = 500_000;
  return Array.from({ length: count }, (_, index) => {
    const cents = (random(90_000) + 137) * (random(3) === 0 ? 1 : -1);
    balance += cents;
    const day = String(1 + Math.floor((index * 28) / count)).padStart(2, '0');
    return { date: `${day}.03.2025`, cents, balance };
  });
}

const money = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${cents < 0 ? '-' : ''}${whole},${digits.slice(-2)}`;
};

type Writer = (rows: readonly Row[]) => Buffer;

const signed: Writer = (rows) =>
  Buffer.from(
    [
      'Date;Payee;Amount;Saldo',
      ...rows.map((row) => `${row.date};Shop;${money(row.cents)};${money(row.balance)}`),
    ].join('\n'),
  );

const split: Writer = (rows) =>
  Buffer.from(
    [
      'Date;Payee;Out;In;Saldo',
      ...rows.map(({ date, cents, balance }) =>
        [
          date,
          'Shop',
          cents < 0 ? money(-cents) : '',
          cents < 0 ? '' : money(cents),
          money(balance),
        ].join(';'),
      ),
    ].join('\n'),
  );

const newestFirst =
  (write: Writer): Writer =>
  (rows) =>
    write([...rows].reverse());

/** Each damages a row between the first and the last one. */
const FAULTS: Record<string, (rows: Row[], at: number) => Row[]> = {
  removed: (rows, at) => rows.filter((_, index) => index !== at),
  doubled: (rows, at) => rows.flatMap((row, index) => (index === at ? [row, row] : [row])),
  'sign flipped': (rows, at) => change(rows, at, (cents) => -cents),
  '×100': (rows, at) => change(rows, at, (cents) => cents * 100),
};

function change(rows: Row[], at: number, edit: (cents: number) => number): Row[] {
  return rows.map((row, index) => (index === at ? { ...row, cents: edit(row.cents) } : row));
}

const LABELS = { outflow_col_label: 'Out', inflow_col_label: 'In' };

function check(content: Buffer, isSplit: boolean): CsvReport {
  const labels = isSplit ? LABELS : {};
  return judge(content, { ...SENT, ...labels });
}

const breaks = (report: CsvReport): string[] =>
  sentences(report).filter((warning) => warning.includes('column "Saldo" moves by'));

describe('a running balance', () => {
  const writers: [string, Writer, boolean][] = [
    ['signed amounts, oldest first', signed, false],
    ['signed amounts, newest first', newestFirst(signed), false],
    ['two columns, oldest first', split, true],
    ['two columns, newest first', newestFirst(split), true],
  ];

  for (const [name, write, isSplit] of writers) {
    it(`follows all rows of a sound file: ${name}`, () => {
      const report = check(write(makeRows(createRandom(3), 60)), isSplit);
      expect(report.evidence?.sign).to.include({ rowsAgree: 59, rowsDisagree: 0 });
      expect(report.evidence?.numberFormat.basis).to.equal('sent');
      expect(breaks(report)).to.deep.equal([]);
    });
  }

  it('finds each fault put into files, and names the line', () => {
    const random = createRandom(11);
    const kinds = Object.keys(FAULTS);
    const missed: string[] = [];
    for (let trial = 0; trial < cases(200); trial += 1) {
      const kind = kinds[trial % kinds.length]!;
      const [name, write, isSplit] = writers[random(writers.length)]!;
      const rows = makeRows(random, 20 + random(400));
      const at = 1 + random(rows.length - 2);
      // A flipped sign has no place in two columns: there the amount moves to the other one.
      const damaged = FAULTS[kind]!(rows, at);
      const report = check(write(damaged), isSplit);
      const count = kind === 'removed' ? damaged.length : rows.length;
      const line = name.endsWith('newest first') ? count - at : at + 2;
      const found = breaks(report);
      const near = found.filter((warning) => {
        const lineNumber = Number(/^Line (\d+)/.exec(warning)?.[1]);
        return Math.abs(lineNumber - line) <= 1;
      });
      if (near.length !== 1 || found.length !== 1)
        missed.push(`${kind}, ${name}: ${found.join(' ')}`);
      expect(report.errors).to.deep.equal([]);
    }
    expect(missed).to.deep.equal([]);
  });

  it('says so when it moves against the amounts', () => {
    const rows = makeRows(createRandom(5), 30).map((row) => ({ ...row, cents: -row.cents }));
    const report = check(signed(rows), false);
    expect(report.evidence?.sign).to.deep.equal({ basis: 'none' });
    expect(sentences(report).join()).to.contain('moves against the amount');
    expect(report.suggestions).to.have.nested.property(
      'signage_convention.value',
      'inflows_negative',
    );
    const again = judge(signed(rows), {
      ...SENT,
      name_col_label: 'Payee',
      signage_convention: 'inflows_negative',
    });
    expect(again.evidence?.sign).to.deep.equal({ basis: 'sent', rowsAgree: 29, rowsDisagree: 0 });
    expect(again.suggestions ?? {}).not.to.have.property('signage_convention');
    expect(sentences(again)).to.deep.equal([]);
  });

  it('is followed for each account and currency apart', () => {
    const [one, other] = [makeRows(createRandom(8), 20), makeRows(createRandom(9), 20)];
    const lines = one.flatMap((row, index) =>
      [[row, 'Giro'] as const, [other[index]!, 'Savings'] as const].map(
        ([{ date, cents, balance }, account]) =>
          `${date};${account};${money(cents)};${money(balance)}`,
      ),
    );
    const content = Buffer.from(['Date;Account;Amount;Saldo', ...lines].join('\n'));
    const report = check(content, false);
    expect(report.evidence?.sign).to.deep.equal({
      basis: 'balance',
      rowsAgree: 38,
      rowsDisagree: 0,
    });
  });

  it('proves nothing where the numbers have nothing to do with the amounts', () => {
    const rows = makeRows(createRandom(6), 30).map((row, at) => ({ ...row, balance: at * 77_701 }));
    const report = check(signed(rows), false);
    expect(report.evidence?.sign.basis).to.equal('distribution');
    expect(breaks(report)).to.deep.equal([]);
  });
});

describe('evidence', () => {
  it('warns of a sign that nothing speaks for, and not of one that was sent', () => {
    const text = 'Date,Name,Amount\n2025-03-14,Ana,5.00\n2025-03-15,Ben,7.00\n';
    const silent = judge(text);
    expect(silent.evidence?.sign).to.deep.equal({ basis: 'none' });
    expect(sentences(silent).join()).to.contain('signage_convention');
    const sent = judge(text, { signage_convention: 'inflows_positive' });
    expect(sent.evidence?.sign).to.deep.equal({ basis: 'sent' });
    expect(sentences(sent)).to.deep.equal([]);
  });

  it('says what each part rests on', () => {
    const { evidence } = judge(
      'Date,Payee,Amount\n01/02/2025,Card payment,-5.00\n01/02/2025,Salary,700.00\n',
    );
    expect(evidence).to.deep.equal({
      sign: { basis: 'words' },
      numberFormat: { basis: 'distribution' },
      dateOrder: { basis: 'none' },
      amountColumns: { basis: 'words' },
      currency: { basis: 'none' },
    });
  });

  it('says whether the currency is chosen, named by the content, or that of the account', () => {
    const basisOf = (text: string, settings: CsvSettingsInput = {}) =>
      judge(text, settings).evidence?.currency.basis;
    const bare = 'Date,Payee,Amount\n13/02/2025,Tea,-5.00\n14/02/2025,Pay,700.00\n';
    expect(basisOf(bare)).to.equal('none');
    expect(basisOf(bare, { currency: 'EUR' })).to.equal('sent');
    expect(
      basisOf(bare.replace('Amount', 'Amount (EUR)'), { amount_col_label: 'Amount (EUR)' }),
    ).to.equal('words');
    const column = bare.replace('Amount', 'Amount,Currency').replaceAll('0\n', '0,EUR\n');
    expect(basisOf(column)).to.equal('words');
    expect(basisOf(column.replaceAll('EUR', ''))).to.equal('none');
  });

  it('is given for statements with their columns alone', () => {
    expect(judge('a,b\n1,2').evidence).to.equal(undefined);
    const accounts = judge('name,amount\nPot,1', {}, 'AccountImport');
    expect(accounts.evidence).to.equal(undefined);
  });
});
