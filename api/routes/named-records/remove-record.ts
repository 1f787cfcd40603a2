import { AppError, recordNotFound, validationFailed } from '../../../shared/platform/errors.ts';
import { removeNamed } from '../../../shared/removal/named-removal.ts';
import type { Removal } from '../../../shared/removal/named-removal.ts';
import { BudgetCurrenciesError, KINDS } from '../../../shared/removal/replace-references.ts';
import type { Uses } from '../../../shared/removal/replace-references.ts';
import type { ApiContext } from '../../context.ts';
import type { Caller } from '../../http/authenticate.ts';
import { writeAs } from '../../http/write-as.ts';

/**
 * Deletes a record and says what referred to it. `field` names the other record in messages. Throws record_not_found,
 * validation_failed and conflict; `details` of a conflict say what uses the record.
 */
export async function removeRecord(
  context: ApiContext,
  caller: Caller,
  removal: Removal,
  field: string,
): Promise<Uses> {
  const { kind } = KINDS[removal.table];
  if (removal.intoId === removal.fromId)
    throw validationFailed(`${field} must name another ${kind}.`);
  const done = await writeAs(context, caller, (tx) => removeNamed(tx, removal)).catch(
    (error: unknown) => {
      throw error instanceof BudgetCurrenciesError ? budgetCurrencies() : error;
    },
  );
  if (done.end === 'removed') return done.uses;
  if (done.end === 'unknown') throw recordNotFound();
  if (done.end === 'unknown_into')
    throw validationFailed(`${field} names no ${kind} of the household.`);
  if (done.end === 'three_levels') {
    throw validationFailed(`${field} must name a category at the top, as this one has children.`);
  }
  throw new AppError('conflict', {
    publicMessage: `The ${kind} is in use: name another one with replace_with, or send clear=true.`,
    details: done.uses,
  });
}

function budgetCurrencies(): AppError {
  return new AppError('conflict', {
    publicMessage: 'A budget has lines for both categories, in two currencies.',
  });
}
