import { labelAt } from '../csv/headers.ts';
import { isSignChosen } from '../csv/settings.ts';
import { warning } from '../warnings/warning.ts';
import { judgeAmountSign } from './amount-sign.ts';
import { otherAmountWarning } from './runner-up.ts';
import type { Warning } from '../warnings/warning.ts';
import type { ReadUpload } from './choose-readings.ts';
import type { Add, Improved } from './suggest-formats.ts';

/** Suggests the sign of the amounts if it differs from the settings. */
export function suggestSign(
  { settings }: Pick<ReadUpload, 'settings'>,
  improved: Improved,
  add: Add,
  warnings: Warning[],
): void {
  const isChosen = isSignChosen(settings);
  const isByWords = settings.strategy === 'custom_column';
  if (isByWords && isChosen) return;
  const judged = judgeAmountSign(improved.sample);
  const { typeColumn, signage, confidence, rival, basis } = judged;
  if (rival !== undefined && !isChosen) warnings.push(rival);
  if (isByWords) return;
  const isTurned = typeColumn === undefined && signage === 'inflows_negative';
  const isExplained = basis === 'balance' || rival?.code === 'sign_by_quantities';
  if (isTurned && !isChosen && !isExplained) {
    warnings.push(warning(`sign_turned_by_${basis === 'words' ? 'words' : 'amounts'}`));
  }
  const isAsWritten = typeColumn === undefined && !isTurned && basis !== 'balance';
  const other = isAsWritten && !isChosen ? otherAmountWarning(improved.sample) : undefined;
  if (other !== undefined) warnings.push(other);
  if (typeColumn !== undefined) {
    const headers = improved.sample.looks.map(({ header }) => header);
    const label = labelAt(headers, typeColumn.index);
    add('amount_type_strategy', 'custom_column', confidence);
    add('entity_type_col_label', label, confidence);
    const { inflowValue, outflowValue } = typeColumn;
    if (inflowValue !== undefined) add('amount_type_inflow_value', inflowValue, confidence);
    if (outflowValue !== undefined) add('amount_type_outflow_value', outflowValue, confidence);
  } else if (signage !== (settings.signage ?? 'inflows_positive') && basis !== 'none') {
    add('signage_convention', signage, confidence);
  }
}
