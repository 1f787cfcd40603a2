import { recordNotFound } from '../../shared/platform/errors.ts';

/** A record that must be there. Throws record_not_found. */
export function orNotFound<Row>(record: Row | null | undefined): Row {
  if (record === null || record === undefined) throw recordNotFound();
  return record;
}

/** Answers one record. Throws record_not_found when there is none. */
export function answerRecord<Row>(
  record: Row | null,
  present: (record: Row) => unknown,
  status = 200,
): { status: number; body: { data: unknown } } {
  return { status, body: { data: present(orNotFound(record)) } };
}
