import { createRowView, trimmedText } from '../csv/row-view.ts';
import { scanRows } from '../csv/scan-rows.ts';
import { plainWords } from '../suggestions/header-words.ts';
import { rewriteCells } from './rewrite-cells.ts';
import type { RowSource } from '../csv/check-rows.ts';
import type { Reading } from '../csv/read-row.ts';
import type { RowView } from '../csv/row-view.ts';
import type { Relaid } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';

const LABEL = /^\p{L}[\p{L} ]{1,40}: *(?=\S)/u;
const WORD = /\p{L}{3}|[^\p{ASCII}]{2}/u;
/** The share of rows with labels in them in a file with this layout. */
const ROWS_SHARE_MIN = 0.5;

/**
 * Texts that are spread over the columns from that of the names on, which have no header but a label in each cell: the
 * name becomes the first text with words, without its labels. Undefined where the cells have no labels.
 */
export function nameByLabels(
  { bytes, start, namedCells, headerCells }: RowSource,
  { columns, settings }: Reading,
): Relaid | undefined {
  const name = columns.find(({ field }) => field.key === 'name');
  if (name?.index !== namedCells - 1 || headerCells === namedCells) return undefined;
  if (settings.chosen.has('name_col_label')) return undefined;
  const textOf = (row: RowView): string | undefined => {
    for (let column = name.index; column < headerCells; column += 1) {
      const cell = trimmedText(row, column);
      const text = LABEL.test(cell) ? withoutLabels(cell) : '';
      if (WORD.test(text)) return text;
    }
    return undefined;
  };
  let rows = 0;
  let labelled = 0;
  scanRows(createRowView(bytes), start, (row): undefined => {
    rows += 1;
    if (textOf(row) !== undefined) labelled += 1;
  });
  if (labelled === 0 || labelled < rows * ROWS_SHARE_MIN) return undefined;
  const named = rewriteCells(bytes, start, (row) => {
    const text = textOf(row);
    return text === undefined ? undefined : new Map([[name.index, text]]);
  });
  const spread = { from: namedCells, to: headerCells };
  return { bytes: named, warnings: [warning('texts_labelled', spread)] };
}

/** Labels of places, which are not names: the merchant follows the label of an address. */
const PLACES: ReadonlySet<string> = new Set('kraj miasto country city land ort stadt'.split(' '));

/** A label may follow another one: `Place: Address: Main 1 City: Kyiv` gives Main 1. */
function withoutLabels(cell: string): string {
  const parts = cell.split(/(?<=^| )(\p{L}+) ?: +/u);
  const texts = parts.flatMap((part, at) => {
    const label = plainWords(parts[at - 1] ?? '');
    return at % 2 === 0 && at > 0 && part.trim() !== '' && !PLACES.has(label) ? [part.trim()] : [];
  });
  return texts.at(-1) ?? cell;
}
