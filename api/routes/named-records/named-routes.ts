import type { NamedTable } from '../../../shared/ledger/named-records.ts';
import type { Route } from '../../http/route.ts';
import { createNamedRecord } from './create.ts';
import { deleteNamedRecord } from './delete.ts';
import { mergeNamedRecord } from './merge.ts';
import type { NamedResource } from './named-resource.ts';
import { showNamedRecord } from './show.ts';
import { updateNamedRecord } from './update.ts';

/** The operations on single records of a resource whose records are known by name. */
export function namedRoutes<Table extends NamedTable>(resource: NamedResource<Table>): Route[] {
  return [
    createNamedRecord(resource),
    showNamedRecord(resource),
    updateNamedRecord(resource),
    deleteNamedRecord(resource),
    mergeNamedRecord(resource),
  ];
}
