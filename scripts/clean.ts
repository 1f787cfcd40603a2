/**
 * `npm run clean -- FILE [--out FILE] [--separator S] [--quote Q] [--escape E] [--encoding NAME]`: the rows of any CSV
 * as read, as RFC 4180 in UTF-8 with commas, without a server or a database. The rows go to standard output or to a
 * file, how they were read to standard error. Exit code 0, or 2 when the command is wrong.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { cleanCsv } from '#preflight/csv/dialect/clean-csv';
import { csvLine } from '#preflight/csv/dialect/csv-line';
import { ENCODINGS, isEncodingName } from '#preflight/csv/encodings';
import { readCommandLine } from './terminal/command-line.ts';
import { readContent } from './terminal/read-content.ts';
import { UsageError } from './terminal/usage-error.ts';
import type { CleanOptions, CleanReading } from '#preflight/csv/dialect/clean-csv';

const USAGE = `Usage: npm run clean -- FILE [--out FILE] [--separator S] [--quote Q] [--escape E] [--encoding NAME]

Writes the rows of any CSV as read: UTF-8, commas, quotes doubled (RFC 4180). Every row is kept, whatever its width.
It detects what you do not give:
  --separator  one or more characters: ',' ';' '|' ' ' '||' tab
  --quote      '"' or "'"
  --escape     the quote itself, or a backslash
  --encoding   ${ENCODINGS.join(', ')}

The rows go to standard output, or to the file of --out; how they were read goes to standard error.`;

const WRITE_CHARS = 64 * 1024;

function readOptions(
  values: Partial<Record<'separator' | 'quote' | 'escape' | 'encoding', string>>,
) {
  const { separator, quote, escape, encoding } = values;
  const options: CleanOptions = {};
  if (separator !== undefined) {
    if (!/^[^\r\n"']{1,10}$/.test(separator))
      throw new UsageError('--separator must be 1 to 10 characters.');
    options.separator = separator === 'tab' || separator === '\\t' ? '\t' : separator;
  }
  if (quote === '"' || quote === "'") options.quote = quote;
  else if (quote !== undefined) throw new UsageError(`--quote must be " or '.`);
  if (escape === '\\' || (escape !== undefined && escape === (quote ?? '"')))
    options.escape = escape;
  else if (escape !== undefined) throw new UsageError('--escape must be the quote or a backslash.');
  const name = encoding?.toLowerCase();
  if (name !== undefined && !isEncodingName(name)) {
    throw new UsageError(`--encoding must be one of ${ENCODINGS.join(', ')}.`);
  }
  return name === undefined ? options : { ...options, encoding: name };
}

/** Writes row by row, as fast as the output accepts them. */
async function writeRows(
  { rows }: CleanReading,
  output: NodeJS.WritableStream,
): Promise<{ rows: number; widths: Map<number, number> }> {
  const written = { rows: 0, widths: new Map<number, number>() };
  let text = '';
  const flush = async (): Promise<void> => {
    if (!output.write(text)) await once(output, 'drain');
    text = '';
  };
  for (const { cells } of rows) {
    text += csvLine(cells);
    written.rows += 1;
    written.widths.set(cells.length, (written.widths.get(cells.length) ?? 0) + 1);
    if (text.length >= WRITE_CHARS) await flush();
  }
  if (text !== '') await flush();
  return written;
}

function printReading(
  { encoding, dialect, warnings }: CleanReading,
  rows: number,
  widths: Map<number, number>,
) {
  const { separator, quote, escape } = dialect;
  const settings = [
    encoding,
    `separator ${JSON.stringify(separator)}`,
    `quote ${quote}`,
    ...(escape === quote ? [] : [`escape ${escape}`]),
  ];
  console.error(`Read as ${settings.join(', ')}.`);
  const cells = [...widths]
    .sort((one, other) => other[1] - one[1])
    .slice(0, 5)
    .map(([width, count]) => `${count} of ${width} cell${width === 1 ? '' : 's'}`);
  const more = widths.size > cells.length ? ', …' : '';
  console.error(rows === 0 ? 'There are no rows.' : `Rows: ${rows} (${cells.join(', ')}${more}).`);
  for (const warning of warnings) console.error(warning);
}

async function main(): Promise<number> {
  try {
    const { values, positionals } = readCommandLine(USAGE, {
      words: 1,
      options: {
        out: { type: 'string', short: 'o' },
        separator: { type: 'string' },
        quote: { type: 'string' },
        escape: { type: 'string' },
        encoding: { type: 'string' },
      },
    });
    const { out, help: _help, ...given } = values;
    const [file] = positionals;
    if (file === undefined) throw new UsageError(USAGE);
    const reading = cleanCsv(readContent(file), new Date(), readOptions(given));
    const output = out === undefined ? process.stdout : createWriteStream(out);
    const { rows, widths } = await writeRows(reading, output);
    if (output !== process.stdout) {
      output.end();
      await finished(output);
    }
    printReading(reading, rows, widths);
    return 0;
  } catch (error) {
    const isAboutFile = error instanceof Error && 'syscall' in error;
    if (!(error instanceof UsageError) && !(error instanceof TypeError) && !isAboutFile)
      throw error;
    console.error(error.message);
    return 2;
  }
}

// A reader such as `head` may leave before all is written.
process.stdout.on('error', () => process.exit());
process.exitCode = await main();
