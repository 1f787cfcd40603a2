import type { TransactionChange } from '../../shared/changes/transaction-changes.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

/** One line of the change log on the wire. */
export function presentTransactionChange(change: TransactionChange): Schemas['TransactionChange'] {
  return {
    attribute: change.attribute,
    source: change.source,
    rule_id: change.ruleId,
    rule_run_id: change.ruleRunId,
    import_id: change.importId,
    sync_id: change.syncId,
    api_key_id: change.apiKeyId,
    old_value: change.oldValue,
    new_value: change.newValue,
    created_at: presentTimestamp(change.createdAt),
  };
}
