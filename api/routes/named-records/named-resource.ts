import type { Tx } from '../../../shared/postgres/connect.ts';
import { validationFailed } from '../../../shared/platform/errors.ts';
import { errorCode } from '../../../shared/platform/error-code.ts';
import type {
  NamedChange,
  NamedRecords,
  NamedTable,
} from '../../../shared/ledger/named-records.ts';

/** A resource whose records a household knows by name: what its five operations differ in. */
export interface NamedResource<Table extends NamedTable = NamedTable> {
  table: Table;
  /** As in the path. */
  path: string;
  /** Its schema's name. */
  name: 'Category' | 'Tag' | 'Merchant';
  /** What may refer to a record, for the documentation. */
  uses: string;
  present(record: NamedRecords[Table]): object;
  /**
   * What the schema cannot say: completes a change, and throws validation_failed for one that does not fit. `id` is null
   * for a new record.
   */
  complete?(
    tx: Tx,
    householdId: string,
    id: string | null,
    change: NamedChange,
  ): Promise<NamedChange>;
}

/** The body's fields, the name without the blanks around it. Throws validation_failed. */
export function readNamed(body: unknown): NamedChange {
  const change = body as NamedChange;
  const name = change['name']?.trim();
  if (name === '') throw validationFailed('name must not be blank.');
  return name === undefined ? change : { ...change, name };
}

/** Refuses a second record of the same name. */
export function nameTaken({ name }: Pick<NamedResource, 'name'>): Error {
  return validationFailed(`name is taken by another ${name.toLowerCase()}.`);
}

/** Whether a write gave a record the name of another one. */
export function isNameTaken(error: unknown): boolean {
  return errorCode(error) === '23505';
}
