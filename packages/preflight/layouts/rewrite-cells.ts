import { joinBytes, utf8Bytes } from '../bytes.ts';
import { startOfText } from '../csv/padded-quotes.ts';
import { BARE, createRowView } from '../csv/row-view.ts';
import { scanRows } from '../csv/scan-rows.ts';
import type { RowView } from '../csv/row-view.ts';
import type { ScanStart } from '../csv/scan-rows.ts';
import type { DateRange } from '../fields/dates.ts';
import type { SampleRow } from '../suggestions/sample.ts';
import type { Warning } from '../warnings/warning.ts';

/** A text whose table was rewritten in a readable layout, and the warnings about that. Every row keeps its line. */
export interface Relaid {
  bytes: Uint8Array;
  warnings: Warning[];
}

/** A text in another layout, with the warnings about that above its own. */
export function inLayout<Text extends Relaid>(text: Text, { bytes, warnings }: Relaid): Text {
  return { ...text, bytes, warnings: [...warnings, ...text.warnings] };
}

/** A text read with one separator, and its first rows. */
export interface SeparatedText {
  bytes: Uint8Array;
  separator: string;
  rows: readonly SampleRow[];
  accepted: DateRange;
}

/** Returns new cells for the row under the scanner, by column. */
type Edit = (row: RowView) => ReadonlyMap<number, string> | undefined;

/** The whole text with new cells in some of its rows. Throws MalformedCsvError. */
export function rewriteText({ bytes, separator }: SeparatedText, edit: Edit): Uint8Array {
  return rewriteCells(bytes, startOfText(bytes, separator), edit);
}

/** The text with new cells in some of the rows from `start` on. Throws MalformedCsvError. */
export function rewriteCells(bytes: Uint8Array, start: ScanStart, edit: Edit): Uint8Array {
  const pieces: Uint8Array[] = [];
  let at = 0;
  scanRows(createRowView(bytes), start, (row): undefined => {
    const cells = [...(edit(row) ?? [])].sort(([one], [other]) => one - other);
    for (const [column, text] of cells) {
      if (column >= row.cells) continue;
      const quoted = text.replaceAll('"', '""');
      const written = row.kinds[column] === BARE ? `"${quoted}"` : quoted;
      pieces.push(bytes.subarray(at, row.starts[column]), utf8Bytes(written));
      at = row.ends[column] ?? at;
    }
  });
  return joinBytes([...pieces, bytes.subarray(at)]);
}
