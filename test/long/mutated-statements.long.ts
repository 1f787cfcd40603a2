import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { MalformedCsvError } from '#preflight/report';
import { drawsOf, seededRandom } from '../helpers/draws.ts';
import { camtOf, odsOf, row, xlsxOf, zipOf } from '../packages/preflight/packed/made-files.ts';
import { WRITERS } from '../packages/preflight/statements/made-statements.ts';
import { readStatement } from '../packages/preflight/statements/read-statement.ts';

/** `npm run test:long -- mutants`. */
const RUNS = Number(process.env['MUTANTS'] ?? 50_000);
const SEED = Number(process.env['MUTANTS_SEED'] ?? Date.now() % 1_000_000);
const SLOW_MS = 2000;
const GROWTH_MAX_MB = 30;

const { below, pick } = drawsOf(seededRandom(SEED));

const HUGE = ['9'.repeat(50), '1e999999', '-1e-9999', '9'.repeat(100_000), 'NaN', ''];
const NESTED = `<Ntry>|<NtryDtls><TxDtls>|<STMTTRN><PAYEE>|&#999999;&amp;|?20|\n:61:2503030303D1,|SFood\nE\n$1\n|<![CDATA[|   `;

const replaceAt = (text: string, what: string, by: string, from = 0): string => {
  const at = text.indexOf(what, from);
  return at < 0 ? text : text.slice(0, at) + by + text.slice(at + what.length);
};

/** All in Latin-1, so that a character is a byte. */
const MUTATIONS: ((text: string, other: string) => string)[] = [
  (text) => text.slice(0, below(text.length + 1)),
  (text, other) => text.slice(0, below(text.length + 1)) + other.slice(below(other.length)),
  // A piece that is removed or there up to 50 times.
  (text) => {
    const at = below(text.length + 1);
    const to = at + below(400);
    return text.slice(0, at) + text.slice(at, to).repeat(below(50)) + text.slice(to);
  },
  (text) => {
    const at = below(text.length + 1);
    return text.slice(0, at) + String.fromCharCode(below(256)) + text.slice(at + 1);
  },
  (text) => {
    const tags = text.match(/<[^<>]{1,40}>|^:\d\d[A-Z]?:|^[A-Z$^]/gm) ?? [''];
    return replaceAt(text, pick(tags), pick(tags), below(text.length + 1));
  },
  (text) => replaceAt(text, pick(text.match(/\d+/g) ?? ['']), pick(HUGE)),
  (text) => {
    const at = below(text.length + 1);
    return text.slice(0, at) + pick(NESTED.split('|')).repeat(1 + below(3000)) + text.slice(at);
  },
];

/** What is damaged before it is packed: checksums refuse nearly all that is damaged afterwards. */
const PACKED: Partial<Record<string, (text: string) => Uint8Array>> = {
  'cells of xlsx': (text) => xlsxOf({ sheets: { A: text }, formats: ['yyyy-mm-dd'] }),
  'rows of ods': (text) => odsOf(text),
  'camt in zip': (text) => zipOf({ 'a.xml': text, 'b.xml': text }),
};

/** A file of each format: of statements, two with three bookings each. */
function originals(): [string, string][] {
  const bookings = [1, 2, 3].map((day) => ({
    date: `2025-03-0${day}`,
    amount: `${day === 2 ? '' : '-'}1${day}.50`,
    name: 'Bäcker',
    notes: `Invoice ${day}`,
    id: `A${day}`,
  }));
  const made = { account: 'NL91ABNA0417164300', opening: '100', closing: '87.5', bookings };
  const cells = row('Date', 'Amount', 'Name') + row('2025-03-01', 12.34, 'a');
  const cell = '<table:table-cell><text:p>2025-03-01</text:p></table:table-cell>';
  const rows = `<table:table-row>${cell.repeat(3)}</table:table-row>`.repeat(3);
  const files: Record<string, string | Uint8Array> = {
    'cells of xlsx': cells.repeat(3),
    'rows of ods': rows,
    'camt in zip': camtOf('1', '2025-03-01', '5'),
    invst: `!Account\nNBroker\n^\n!Type:Invst\nD1/13'24\nNXIn\nT1,000.00\nL[Giro]\n^\nD1/14'24\nNBuy\nYCo\nT9\n^\n`,
    xlsx: xlsxOf({ sheets: { A: cells }, formats: ['yyyy-mm-dd'] }),
    ods: odsOf(rows),
    zip: zipOf({
      'a.xml': camtOf('1', '2025-03-01', '5'),
      'b.xml': camtOf('2', '2025-03-02', '6'),
    }),
  };
  for (const [format, write] of Object.entries(WRITERS))
    files[format] = write({ ...made, currency: 'EUR' }, { ...made, currency: 'USD' });
  return Object.entries(files).map(([name, file]) => [name, Buffer.from(file).toString('latin1')]);
}

describe(`${RUNS} mutated statements (seed ${SEED})`, function () {
  this.timeout(3_600_000);

  it('are read or refused with a reason, none slower than two seconds, in bounded memory', () => {
    const files = originals();
    const slowest = { ms: 0, format: '', bytes: 0 };
    const tally = { read: 0, refused: 0 };
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heapMb = (): number => {
      collect();
      return process.memoryUsage().heapUsed / 1024 / 1024;
    };
    let atFirst = 0;
    for (let run = 0; run < RUNS; run += 1) {
      if (run === Math.floor(RUNS / 10)) atFirst = heapMb();
      const [format, file] = pick(files);
      let text = file;
      for (let times = below(3); times >= 0; times -= 1)
        text = pick(MUTATIONS)(text, pick(files)[1]);
      const content = PACKED[format]?.(text) ?? Buffer.from(text, 'latin1');
      const what = `run ${run}, ${format} of ${content.length} bytes`;
      const before = performance.now();
      try {
        readStatement(content);
        tally.read += 1;
      } catch (error) {
        if (!(error instanceof MalformedCsvError)) throw new Error(what, { cause: error });
        tally.refused += 1;
      }
      const ms = performance.now() - before;
      if (ms > slowest.ms) Object.assign(slowest, { ms, format, bytes: content.length });
      expect(ms, what).to.be.below(SLOW_MS);
    }
    const growthMb = heapMb() - atFirst;
    console.log({ ...tally, slowest, growthMb });
    expect(growthMb).to.be.below(GROWTH_MAX_MB);
  });
});
