/**
 * `npm run bench -- preflight`: preflight of a 10 MB bank file against bare csv-parser, medians in
 * one run, and the memory that a preflight adds. Prints the table of docs/PERFORMANCE.md.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import csvParser from 'csv-parser';
import iconv from 'iconv-lite';
import { SaxesParser } from 'saxes';
import { readCommandLine } from '../scripts/terminal/command-line.ts';
import { preflightCsv } from '#preflight/rows/judge-content';
import { BANK_FILE_ROWS, makeBankFile } from './bank-file.ts';
import { goOnCompiled } from './compiled.ts';
import { benchNdjson } from './preflight-ndjson.ts';
import { median } from './percentile.ts';

/** A CAMT.053 of about 10 MB as a bank writes it: one booking with its details in about 1.2 kB. */
function makeCamtFile(): Buffer {
  const entries: string[] = [];
  let length = 0;
  for (let at = 0; length < 10e6; at += 1) {
    const day = `2024-${String((at % 12) + 1).padStart(2, '0')}-${String((at % 28) + 1).padStart(2, '0')}`;
    const side = at % 3 === 0 ? 'CRDT' : 'DBIT';
    const amount = `${(at % 997) + 1}.${String(at % 100).padStart(2, '0')}`;
    const other = at % 3 === 0 ? 'Dbtr' : 'Cdtr';
    const entry = `
      <Ntry>
        <Amt Ccy="EUR">${amount}</Amt>
        <CdtDbtInd>${side}</CdtDbtInd>
        <Sts>BOOK</Sts>
        <BookgDt><Dt>${day}</Dt></BookgDt>
        <ValDt><Dt>${day}</Dt></ValDt>
        <AcctSvcrRef>2024${at}BK</AcctSvcrRef>
        <BkTxCd>
          <Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn>
          <Prtry><Cd>NTRF+177+9310</Cd><Issr>DK</Issr></Prtry>
        </BkTxCd>
        <NtryDtls>
          <TxDtls>
            <Refs><EndToEndId>E2E-${at}</EndToEndId></Refs>
            <AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>
            <RltdPties>
              <${other}><Nm>Grüner Händler ${at % 300} &amp; Söhne</Nm></${other}>
              <${other}Acct><Id><IBAN>DE89370400440532013${String(at % 1000).padStart(3, '0')}</IBAN></Id></${other}Acct>
            </RltdPties>
            <RltdAgts><${other}Agt><FinInstnId><BIC>COBADEFFXXX</BIC></FinInstnId></${other}Agt></RltdAgts>
            <RmtInf><Ustrd>Rechnung ${at} vom ${day}, Kundennummer ${at % 5000}</Ustrd></RmtInf>
          </TxDtls>
        </NtryDtls>
        <AddtlNtryInf>ONLINE-UEBERWEISUNG</AddtlNtryInf>
      </Ntry>`;
    entries.push(entry);
    length += entry.length;
  }
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>M1</MsgId><CreDtTm>2025-01-01T06:00:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>S1</Id>
      <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries.join('')}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`);
}

const ROUNDS = 9;

/**
 * Milliseconds per round; all tasks take turns, so that a busy machine hits them alike. Each turn runs a task twice and counts the
 * second time: the first one pays for the garbage of the task before, and for the code that V8 drops when it collects that.
 */
async function measure(tasks: Record<string, () => unknown>): Promise<Map<string, number>> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, task] of Object.entries(tasks)) {
      await task();
      const start = performance.now();
      await task();
      times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
    }
  }
  return new Map([...times].map(([name, list]) => [name, median(list)]));
}

/** What a program without this service would do: rows as objects, nothing looked at. */
async function parseBare(content: Buffer): Promise<number> {
  let rows = 0;
  const parser = csvParser();
  parser.on('data', () => (rows += 1));
  Readable.from([content]).pipe(parser);
  await finished(parser);
  return rows;
}

/** What reads XML at all: elements and texts as they come, none kept. */
function parseBareXml(content: Buffer): number {
  let events = 0;
  const parser = new SaxesParser();
  for (const event of ['opentag', 'text', 'closetag'] as const)
    parser.on(event, () => (events += 1));
  parser.write(new TextDecoder().decode(content)).close();
  return events;
}

async function benchCamt(): Promise<void> {
  const content = makeCamtFile();
  const times = await measure({
    'bare saxes, all events': () => parseBareXml(content),
    preflight: () => preflightCsv(content, 'TransactionImport', {}, new Date()),
  });
  const base = times.get('bare saxes, all events') ?? NaN;
  console.log(
    `\n| CAMT, ${(content.length / 1e6).toFixed(1)} MB | ms | × saxes |\n|---|---:|---:|`,
  );
  for (const [name, ms] of times) {
    console.log(`| ${name} | ${ms.toFixed(0)} | ${(ms / base).toFixed(2)} |`);
  }
}

/** MiB that a preflight adds at its peak to a process that holds the file. */
function addedMemory(content: Buffer, folder: string): number {
  const file = path.join(folder, 'bank.csv');
  writeFileSync(file, content);
  const script = path.join(import.meta.dirname, 'preflight-memory.js');
  const args = ['--expose-gc', script, file];
  const bytes = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  return Math.round(bytes / 1024 / 1024);
}

async function main(): Promise<void> {
  const sound = makeBankFile();
  const faulty = makeBankFile('faulty');
  const latin = iconv.encode(
    sound.toString().replaceAll('Green Grocer', 'Grüner Händler'),
    'windows-1252',
  );
  const semicolons = Buffer.from(sound.toString().replaceAll(',', ';'));
  const now = new Date();
  const preflight = (content: Buffer, settings = {}) =>
    preflightCsv(content, 'TransactionImport', settings, now);
  const tasks = {
    'bare csv-parser, rows as objects': () => parseBare(sound),
    'preflight, sound file': () => preflight(sound),
    'preflight, all settings sent': () =>
      preflight(sound, { date_format: '%Y-%m-%d', number_format: '1,234.56', col_sep: ',' }),
    'preflight, every row faulty': () => preflight(faulty),
    'preflight, wrong separator (suggestions verified on all rows)': () => preflight(semicolons),
    'preflight, Windows-1252': () => preflight(latin),
  };
  console.log(
    `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown CPU'}; ${BANK_FILE_ROWS} rows, ` +
      `${(sound.length / 1024 / 1024).toFixed(1)} MiB; medians of ${ROUNDS} rounds\n`,
  );
  const times = await measure(tasks);
  const base = times.get('bare csv-parser, rows as objects') ?? NaN;
  console.log('| Task | ms | × csv-parser |\n|---|---:|---:|');
  for (const [name, ms] of times) {
    console.log(`| ${name} | ${ms.toFixed(0)} | ${(ms / base).toFixed(2)} |`);
  }
  console.log('\n| Peak memory that one preflight adds | MiB |\n|---|---:|');
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-preflight-'));
  try {
    for (const [name, content] of Object.entries({ sound, faulty, 'Windows-1252': latin })) {
      console.log(`| ${name} file | ${addedMemory(content, folder)} |`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

readCommandLine(`Usage: npm run bench -- preflight

Preflight of 10 MB of CSV, CAMT and NDJSON against bare parsers, and the memory that a preflight adds.`);
await goOnCompiled(import.meta.filename);
await main();
await benchCamt();
await benchNdjson();
process.exit();
