import { startOfText } from '../csv/padded-quotes.ts';
import { trimmedText } from '../csv/row-view.ts';
import { otherCharges, sumOfCharges } from '../suggestions/fees.ts';
import { formatOf } from '../suggestions/worth-of-trades.ts';
import { excerpt } from '../text.ts';
import { warning } from '../warnings/warning.ts';
import { rewriteCells } from './rewrite-cells.ts';
import type { Hypothesis } from '../suggestions/hypotheses.ts';
import type { Relaid } from './rewrite-cells.ts';

/**
 * Adds what comes on top of the amounts next to their fee, such as taxes on trades or levies, to the column of the fee, which is deducted.
 * Undefined where no other charge is proven.
 */
export function joinCharges(bytes: Uint8Array, found: Hypothesis): Relaid | undefined {
  const { fee } = found.choices;
  const columns = fee === undefined ? [] : [fee.index, ...otherCharges(found).joined];
  if (fee === undefined || columns.length < 2) return undefined;
  const format = formatOf(found.rows, columns);
  const joined = rewriteCells(bytes, startOfText(bytes, found.separator), (row) => {
    const cells = columns.map((at) => trimmedText(row, at));
    const written = sumOfCharges(cells, format);
    if (written === undefined) return undefined;
    return new Map(columns.map((at) => [at, at === fee.index ? written : '']));
  });
  const [own = '', ...others] = columns.map((at) => `"${excerpt(found.header.cells[at] ?? '')}"`);
  const values = { columns: others.join(', '), fee: own };
  return { bytes: joined, warnings: [warning('charges_joined', values)] };
}
