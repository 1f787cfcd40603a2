import { splitSigns } from '../suggestions/prove-by-balance.ts';
import { followBalance } from './follow-balance.ts';
import type { CsvSettings } from '../csv/settings.ts';
import type { Hypothesis } from '../suggestions/hypotheses.ts';
import type { BalanceFollower } from './follow-balance.ts';

/** Follows the balance that the sample shows through the whole file; undefined when it shows none. */
export function followReading(
  { proof, choices, rows }: Hypothesis,
  settings: CsvSettings,
): BalanceFollower | undefined {
  if (proof === undefined) return undefined;
  const { amount, outflow, inflow, fee, entity_type: words, currency, account } = choices;
  const { inflowValue, outflowValue } = settings;
  const byWords = settings.strategy === 'custom_column' && words !== undefined;
  return followBalance({
    balance: proof.column,
    format: proof.format,
    ...(amount === undefined ? {} : { amount: amount.index }),
    ...(outflow === undefined ? {} : { outflow: outflow.index }),
    ...(inflow === undefined ? {} : { inflow: inflow.index }),
    ...(fee === undefined ? {} : { fee: fee.index }),
    splitSigns: splitSigns(rows, choices),
    ...(byWords && {
      words: {
        column: words.index,
        ...(inflowValue !== undefined && { inflowValue }),
        ...(outflowValue !== undefined && { outflowValue }),
      },
    }),
    reversed: settings.signage === 'inflows_negative',
    blocks: [currency, account].flatMap((choice) => (choice === undefined ? [] : [choice.index])),
  });
}
