import { losesBooking } from '../csv/footer-warning.ts';
import { readTable } from '../csv/read-header.ts';
import { readingOf } from '../csv/read-row.ts';
import { SEPARATORS } from '../csv/settings.ts';
import { MalformedCsvError, orMalformed } from '../report.ts';
import { findHypotheses } from './find-table.ts';
import { readAll } from './fit-rows.ts';
import { otherEncoding } from './other-encoding.ts';
import { readingOfSettings, sampleTable } from './reading-of-settings.ts';
import { suggestSettings } from './suggest-settings.ts';
import type { EncodingName } from '../csv/encodings.ts';
import type { CsvSettings } from '../csv/settings.ts';
import type { Sought } from './hypotheses.ts';
import type { Suggestion } from '../report.ts';
import type { Suggestions } from './suggest-settings.ts';

/** A text that is not valid CSV under the settings sent. */
export interface MalformedUpload extends Sought {
  /** As received. */
  content: Uint8Array;
  encoding: EncodingName;
  settings: CsvSettings;
}

/** The longest preamble that is searched. */
const PREAMBLE_LINES_MAX = 40;
/** The text could be read to its end under these settings, so further suggestions are based on it. */
const CONFIDENCE = 0.7;

/**
 * Settings under which a text with unclosed quotes becomes a table of the type after all: another encoding that the
 * bytes suggest, another separator (a quote only opens a cell after a separator), an end above the line with the quote if no
 * booking is lost by that, or a start below that line. Empty if there are none.
 */
export function mendMalformed(upload: MalformedUpload, line: number): Record<string, Suggestion> {
  const { separator, rowsToSkip, footerRowsToSkip } = upload.settings;
  const inPreamble = line <= PREAMBLE_LINES_MAX && line > rowsToSkip;
  const other = otherEncoding(upload);
  const table = findHypotheses(upload).find(({ header }) => header.line > 1);
  const separators = [separator, ...SEPARATORS.filter((one) => one !== separator)];
  const attempts = [
    ...(other === undefined ? [] : [{ text: other, start: rowsToSkip, footer: footerRowsToSkip }]),
    { text: upload, start: rowsToSkip, footer: footerRowsToSkip },
    { text: upload, start: rowsToSkip, footer: footerRowsToSkip + 1 },
    ...(table === undefined
      ? []
      : [{ text: upload, start: table.header.line - 1, footer: footerRowsToSkip }]),
    ...(inPreamble ? [{ text: upload, start: line, footer: footerRowsToSkip }] : []),
  ];
  for (const { text, start, footer } of attempts) {
    for (const one of separators) {
      const settings: CsvSettings = {
        ...upload.settings,
        separator: one,
        rowsToSkip: start,
        footerRowsToSkip: footer,
      };
      const found = orMalformed(() => suggestionsFor({ ...upload, ...text }, settings));
      if (found === undefined || found instanceof MalformedCsvError) continue;
      return {
        ...(one !== separator && { col_sep: { value: one, confidence: CONFIDENCE } }),
        ...(start !== rowsToSkip && { rows_to_skip: { value: start, confidence: CONFIDENCE } }),
        ...(footer !== footerRowsToSkip && {
          footer_rows_to_skip: { value: footer, confidence: CONFIDENCE },
        }),
        ...found,
      };
    }
  }
  return {};
}

/** What all rows suggest; undefined if hardly any has a readable date or number. */
function suggestionsFor(
  upload: MalformedUpload,
  settings: CsvSettings,
): Suggestions['suggestions'] | undefined {
  const table = readTable(upload.bytes, settings);
  const { mapping, profile } = readAll(upload, settings, table);
  const sample = sampleTable(upload.bytes, table, settings);
  const reading = readingOfSettings(sample, mapping, settings, upload.accepted);
  const read = { ...upload, settings, table, mapping, profile, reading };
  const isTable = table.source.headerCells > 1 && profile.rowsCount > 0;
  const cut = readingOf(upload, settings, mapping, profile);
  if (settings.footerRowsToSkip > upload.settings.footerRowsToSkip) {
    if (mapping.columns.length === 0 || losesBooking(table.source, cut)) return undefined;
  }
  const isWhole = isTable && profile.raggedCount * 2 <= profile.rowsCount;
  return isWhole ? suggestSettings(read).suggestions : undefined;
}
