import type { Tx } from '../../../shared/postgres/connect.ts';
import { validationFailed } from '../../../shared/platform/errors.ts';
import { findNamed, findParentFault } from '../../../shared/ledger/named-records.ts';
import type { NamedChange } from '../../../shared/ledger/named-records.ts';
import { presentCategory } from '../../present/categories.ts';
import { namedRoutes } from '../named-records/named-routes.ts';

/** A new child looks like its parent unless it says otherwise. Throws validation_failed. */
async function complete(
  tx: Tx,
  householdId: string,
  id: string | null,
  change: NamedChange,
): Promise<NamedChange> {
  const parentId = change['parent_id'];
  if (parentId === undefined || parentId === null) return change;
  const fault = await findParentFault(tx, householdId, id, parentId.toLowerCase());
  if (fault !== null) throw validationFailed(`${fault}.`);
  if (id !== null) return change;
  const parent = await findNamed(tx, 'categories', householdId, parentId);
  return { color: parent?.color, classification: parent?.classification, ...change };
}

export const categoryRoutes = namedRoutes({
  table: 'categories',
  path: 'categories',
  name: 'Category',
  uses: 'transactions, children, budgets, rules',
  present: presentCategory,
  complete,
});
