import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { cleanCsv } from '#preflight/csv/dialect/clean-csv';
import type { CleanOptions, CleanReading } from '#preflight/csv/dialect/clean-csv';
import { csvLine } from '#preflight/csv/dialect/csv-line';
import { ENCODINGS, isEncodingName } from '#preflight/csv/encodings';
import { FILE_KINDS } from '#preflight/file-kind';
import { EXIT, Failure } from './failure.ts';
import { plain } from './plain.ts';
import { fileFailure, readContent } from './read-content.ts';
import type { Screen } from './screen.ts';

const WRITE_CHARS = 64 * 1024;

function readOptions(
  values: Partial<Record<'separator' | 'quote' | 'escape' | 'encoding', string>>,
): CleanOptions {
  const { separator, quote, escape, encoding } = values;
  const options: CleanOptions = {};
  if (separator !== undefined) {
    if (!/^[^\r\n"']{1,10}$/.test(separator))
      throw new Failure('usage', '--separator must be 1 to 10 characters.');
    options.separator = separator === 'tab' || separator === '\\t' ? '\t' : separator;
  }
  if (quote === '"' || quote === "'") options.quote = quote;
  else if (quote !== undefined) throw new Failure('usage', `--quote must be " or '.`);
  if (escape === '\\' || (escape !== undefined && escape === (quote ?? '"')))
    options.escape = escape;
  else if (escape !== undefined)
    throw new Failure('usage', '--escape must be the quote or a backslash.');
  const name = encoding?.toLowerCase();
  if (name !== undefined && !isEncodingName(name)) {
    throw new Failure('usage', `--encoding must be one of ${ENCODINGS.join(', ')}.`);
  }
  return name === undefined ? options : { ...options, encoding: name };
}

/** Writes row by row, as fast as the output accepts them. */
async function writeRows(
  { rows }: CleanReading,
  output: NodeJS.WritableStream & { isTTY?: boolean },
): Promise<{ rows: number; widths: Map<number, number> }> {
  const written = { rows: 0, widths: new Map<number, number>() };
  let text = '';
  const flush = async (): Promise<void> => {
    // Rows must not send control characters to the terminal of a person who looks at them.
    const sent = output.isTTY === true ? text.replace(/[^\r\n\t]+/g, plain) : text;
    if (!output.write(sent)) await once(output, 'drain');
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

function tellReading(
  screen: Screen,
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
  screen.tell(`Read as ${settings.join(', ')}.`);
  const cells = [...widths]
    .sort((one, other) => other[1] - one[1])
    .slice(0, 5)
    .map(([width, count]) => `${count} of ${width} cell${width === 1 ? '' : 's'}`);
  const more = widths.size > cells.length ? ', …' : '';
  screen.tell(rows === 0 ? 'There are no rows.' : `Rows: ${rows} (${cells.join(', ')}${more}).`);
  for (const { message } of warnings) screen.tell(message);
}

/** Rewrites any CSV as RFC 4180; how it was read is reported on standard error. */
export async function clean(
  screen: Screen,
  { out, ...given }: Parameters<typeof readOptions>[0] & { out?: string },
  [file = '']: string[],
): Promise<number> {
  const options = readOptions(given);
  if (screen.isJson && out === undefined)
    throw new Failure('usage', '--json needs --out: standard output holds the CSV.');
  const reading = cleanCsv(await readContent(screen.streams, file), new Date(), options);
  const { kind } = reading;
  if (kind !== undefined) throw new Failure('faults', `${file} is ${FILE_KINDS[kind]}.`, kind);
  const output = out === undefined ? screen.streams.stdout : createWriteStream(out);
  // Without a listener, a folder that does not exist would end the process.
  const ended = out === undefined ? undefined : finished(output);
  const written = writeRows(reading, output).then((rows) => (out && output.end(), rows));
  try {
    const [{ rows, widths }] = await Promise.all([written, ended]);
    tellReading(screen, reading, rows, widths);
    const { encoding, dialect } = reading;
    screen.answer({
      out,
      encoding,
      ...dialect,
      rows,
      widths: Object.fromEntries(widths),
      warnings: reading.warnings.map(({ message }) => message),
    });
    // A script must not go on with nothing.
    return rows === 0 ? EXIT.faults : EXIT.fine;
  } catch (error) {
    throw fileFailure(String(out), error);
  }
}
