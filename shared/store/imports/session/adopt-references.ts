import type { Tx } from '../../../db/connect.ts';
import type { ReferencedKind } from '../../../imports/ndjson/record-types.ts';
import type { ImportScope } from './scope.ts';
import type { StagedType } from './stages.ts';
import { STAGES } from './stages.ts';

/** A column of a stage that names other records by id; `list` when it holds several. */
interface StagedReference {
  stage: StagedType;
  column: string;
  type: 'Account' | 'Budget' | 'Category' | 'Merchant' | 'Tag';
  list?: true;
}

const KINDS: Readonly<Record<StagedReference['type'], ReferencedKind>> = {
  Account: 'accounts',
  Budget: 'budgets',
  Category: 'categories',
  Merchant: 'merchants',
  Tag: 'tags',
};

const REFERENCES: readonly StagedReference[] = [
  { stage: 'Balance', column: 'account_ref', type: 'Account' },
  { stage: 'Category', column: 'parent_ref', type: 'Category' },
  { stage: 'RecurringTransaction', column: 'account_ref', type: 'Account' },
  { stage: 'RecurringTransaction', column: 'merchant_ref', type: 'Merchant' },
  { stage: 'Transaction', column: 'account_ref', type: 'Account' },
  { stage: 'Transaction', column: 'category_ref', type: 'Category' },
  { stage: 'Transaction', column: 'merchant_ref', type: 'Merchant' },
  { stage: 'Transaction', column: 'tag_refs', type: 'Tag', list: true },
  { stage: 'Trade', column: 'account_ref', type: 'Account' },
  { stage: 'Holding', column: 'account_ref', type: 'Account' },
  { stage: 'Valuation', column: 'account_ref', type: 'Account' },
  { stage: 'BudgetCategory', column: 'budget_ref', type: 'Budget' },
  { stage: 'BudgetCategory', column: 'category_ref', type: 'Category' },
];

/** Ids of this service, in any letter case. Others are the export's own. */
export const OWN_ID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/**
 * Enters into the session's id map what staged records name by an id of the household and no chunk of the session
 * holds. Another household's ids stay unknown. Transactions are looked up as they are needed.
 */
export async function adoptReferences(
  tx: Tx,
  scope: ImportScope,
  stagedTypes: ReadonlySet<StagedType>,
): Promise<void> {
  for (const reference of REFERENCES) {
    if (stagedTypes.has(reference.stage)) await adopt(tx, scope, reference);
  }
}

async function adopt(tx: Tx, scope: ImportScope, reference: StagedReference): Promise<void> {
  const { column, type } = reference;
  const stage = tx(STAGES[reference.stage].table);
  const kind = KINDS[type];
  const named =
    reference.list === true
      ? tx`select distinct unnest(${tx(column)}) as id from ${stage}`
      : tx`select distinct ${tx(column)} as id from ${stage}`;
  await tx`
    insert into import_id_map (session_id, household_id, source_type, source_id, record_id, adopted)
    select ${scope.sessionId}, ${scope.householdId}, ${type}, named.id, own.id, true
    from (${named}) named
    join ${tx(kind)} own
      on own.household_id = ${scope.householdId}
      and own.id = case when named.id ~ ${OWN_ID} then named.id::uuid end
    where not exists (
        select 1
        from import_id_map m
        where m.session_id = ${scope.sessionId}
          and m.source_type = ${type}
          and m.source_id = named.id
      )
      and not exists (
        select 1
        from import_chunks c
        where c.household_id = ${scope.householdId}
          and c.session_id = ${scope.sessionId}
          and c.outline -> 'definitions' -> ${kind}::text ? named.id
      )`;
}
