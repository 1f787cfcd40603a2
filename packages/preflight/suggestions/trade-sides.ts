import { excerpt } from '../text.ts';
import { labelAt } from '../csv/headers.ts';
import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import { isNegativeAmount } from '../fields/amounts.ts';
import { warning } from '../warnings/warning.ts';
import { SALES, SPENDING } from './direction-words.ts';
import { plainWords } from './header-words.ts';
import { hasSigns, rankColumns, scoreAmount } from './score-columns.ts';
import { FEE_SHARE_MAX } from './trade-signs.ts';
import { findTypeColumn } from './type-column.ts';
import { signsByWord } from './word-signs.ts';
import type { Warning } from '../warnings/warning.ts';
import type { ReadUpload } from './choose-readings.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { Add, Improved } from './suggest-formats.ts';

/** How many quantities have the sign that a column says, and how many the opposite one. */
interface Compared {
  column: number;
  agree: number;
  contradict: number;
}

/**
 * Compares what is bought and sold by the sign of the quantity with a column of words, or with the sign of the money, and
 * returns a warning where some rows differ. Quantities that all have no sign get it from the words: they are suggested.
 */
export function suggestSides(
  { settings, spec, reading }: Pick<ReadUpload, 'settings' | 'spec' | 'reading'>,
  { sample, profile }: Improved,
  add: Add,
): Warning | undefined {
  const found = reading ?? sample;
  const quantity = found.choices.qty?.index;
  if (quantity === undefined || settings.strategy === 'custom_column') return undefined;
  const isTurned = settings.signage === 'inflows_negative';
  const words = findTypeColumn(found, quantity);
  const sales = words?.inflows.filter(isTrade) ?? [];
  const said = words && compareWords(found, quantity, words.index, isTurned);
  const headers = found.looks.map(({ header }) => header);
  if (words !== undefined && said !== undefined && said.contradict > 0) {
    if (
      sales.length > 0 &&
      !hasSigns(found.looks[quantity]) &&
      !settings.chosen.has('signage_convention')
    ) {
      add('amount_type_strategy', 'custom_column', words.confidence);
      add('entity_type_col_label', labelAt(headers, words.index), words.confidence);
      // Any other word, as that of a reinvestment, keeps the plus of its quantity: it is a purchase.
      add('amount_type_inflow_value', sales.join('|'), words.confidence);
      if (isTurned) add('signage_convention', 'inflows_positive', words.confidence);
    }
    return differs(said, headers);
  }
  const money = rankColumns(found.looks, chosenColumns(found), (look) =>
    hasSigns(look) ? scoreAmount(look, spec) : 0,
  )[0];
  const read = (cell = ''): number => scaledAmountOf(cell, profile.formats.numberFormat);
  const paid = money && compareMoney(found, money.index, isTurned, read);
  // Some write all money with the sign of the quantity.
  return paid !== undefined && paid.agree > 0 && paid.contradict > 0
    ? differs(paid, headers)
    : undefined;
}

/** What is deposited or received in securities has a plus, too, though it is money in. */
function isTrade(word: string): boolean {
  const plain = plainWords(word);
  return TRADE.test(plain) || SALES.has(plain) || SPENDING.has(plain);
}

const TRADE = /(?<!\p{L})(?:buy|bought|sell|sold)(?!\p{L})|[買买매売卖賣]/u;

function differs({ column, agree, contradict }: Compared, headers: readonly string[]): Warning {
  return warning('quantities_differ', {
    column: excerpt(headers[column] ?? ''),
    count: contradict,
    rows: agree + contradict,
  });
}

function chosenColumns({ choices }: Hypothesis): Set<number> {
  return new Set(Object.values(choices).map(({ index }) => index));
}

/** Compares quantities with words such as Buy and Sell: what is bought has a plus. */
function compareWords(
  found: Hypothesis,
  quantity: number,
  column: number,
  isTurned: boolean,
): Compared {
  const known = signsByWord(found, quantity, column).filter(
    ({ word, direction }) => direction !== undefined && isTrade(word),
  );
  const sum = (key: 'agree' | 'contradict'): number =>
    known.reduce((all, one) => all + one[key], 0);
  // The words are read as money, which has a minus where the quantity has a plus.
  const [asMoney, asPieces] = [sum('agree'), sum('contradict')];
  return isTurned
    ? { column, agree: asMoney, contradict: asPieces }
    : { column, agree: asPieces, contradict: asMoney };
}

/** Compares quantities with the sign of the money paid or received for them. */
function compareMoney(
  { rows, choices }: Hypothesis,
  column: number,
  isTurned: boolean,
  read: (cell: string | undefined) => number,
): Compared {
  const compared = { column, agree: 0, contradict: 0 };
  for (const { cells } of rows) {
    const [cell = '', pieces = ''] = [cells[column], cells[choices.qty?.index ?? -1]];
    const price = read(cells[choices.price?.index ?? -1]);
    const worth = (Math.abs(read(pieces)) * Math.abs(price)) / 10_000;
    const isPaid = Math.abs(Math.abs(read(cell)) - worth) <= worth * FEE_SHARE_MAX;
    if (!isPaid || worth === 0) continue;
    const isBought = isNegativeAmount(pieces) === isTurned;
    if (isNegativeAmount(cell) === isBought) compared.agree += 1;
    else compared.contradict += 1;
  }
  return compared;
}
