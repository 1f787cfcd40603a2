import { listed } from '../text.ts';
import { createLeftOutJudge } from '../csv/left-out-rows.ts';
import { createRowView, isBlankCell, trimmedText } from '../csv/row-view.ts';
import { scanRows } from '../csv/scan-rows.ts';
import { firstSentence, isPendingWord } from '../suggestions/state-words.ts';
import type { RowSource } from '../csv/check-rows.ts';
import type { Reading } from '../csv/read-row.ts';
import type { RowView } from '../csv/row-view.ts';
import type { Relaid } from './rewrite-cells.ts';
import { rewriteCells } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';

/** Fewer lines below bookings may be notes on single ones. */
const ROWS_MIN = 2;
/** The share of bookings with text below them in a statement with this layout. */
const BOOKINGS_SHARE_MIN = 1 / 3;

/**
 * Statements that print a booking's text over several rows: rows with only a text, in the column of the names, continue
 * the booking above them, up to the length of a name. Where few rows look like that, only those that call the booking above
 * them pending do, in brackets. Undefined where none does.
 */
export function continueTexts(source: RowSource, reading: Reading): Relaid | undefined {
  const { columns, settings } = reading;
  const name = columns.find(({ field }) => field.key === 'name');
  const judge = createLeftOutJudge(columns, settings, source.section);
  if (name === undefined || judge === undefined) return undefined;
  const { index, field } = name;
  /** The text of each booking and those of the rows below it, by its line. */
  const bookings = new Map<number, PrintedText[]>();
  let last: PrintedText[] | undefined;
  scanRows(createRowView(source.bytes), source.start, (row): undefined => {
    const leftOut = judge(row);
    const printed = { line: row.line, text: trimmedText(row, index) };
    if (leftOut === undefined || leftOut.dateAt !== undefined) {
      bookings.set(row.line, (last = [printed]));
    } else if (last !== undefined && leftOut.reason === 'incomplete' && hasTextAlone(row, index)) {
      last.push(withStateMarked(printed));
    } else last = undefined;
  });
  let continued = [...bookings.values()].filter(isContinued);
  const rows = continued.reduce((sum, texts) => sum + texts.length - 1, 0);
  if (rows < ROWS_MIN || continued.length < bookings.size * BOOKINGS_SHARE_MIN) {
    continued = continued.map(withStatesAlone).filter(isContinued);
  }
  if (continued.length === 0) return undefined;
  const names = new Map(
    continued.map((texts) => [texts[0]?.line, joined(texts, field.lengthMax ?? Infinity)]),
  );
  const bytes = rewriteCells(source.bytes, source.start, ({ line }) => {
    const text = names.get(line);
    return text === undefined ? undefined : new Map([[index, text]]);
  });
  const lines = listed(continued.flatMap(([, ...below]) => below.map(({ line }) => line)));
  return { bytes, warnings: [warning('texts_continued', { count: continued.length, lines })] };
}

interface PrintedText {
  line: number;
  text: string;
  isState?: true;
}

/** A row that begins with a sentence that calls the booking above it pending, as the state is marked in a name. */
function withStateMarked(printed: PrintedText): PrintedText {
  const said = firstSentence(printed.text);
  return isPendingWord(said) ? { ...printed, text: `[${said}]`, isState: true } : printed;
}

const withStatesAlone = ([name, ...below]: PrintedText[]): PrintedText[] => [
  ...(name === undefined ? [] : [name]),
  ...below.filter(({ isState }) => isState),
];

const isContinued = (texts: readonly PrintedText[]): boolean => texts.length > 1;

/** Whether the row has text in this column and nothing in the others. */
function hasTextAlone(row: RowView, index: number): boolean {
  for (let column = 0; column < row.cells; column += 1) {
    if (isBlankCell(row, column) === (column === index)) return false;
  }
  return true;
}

/** As many of the texts as fit into a name. */
function joined(texts: readonly PrintedText[], lengthMax: number): string {
  return texts.reduce((sum, { text }) => {
    const longer = sum === '' ? text : `${sum} ${text}`;
    return longer.length > lengthMax ? sum : longer;
  }, '');
}
