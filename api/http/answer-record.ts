import { recordNotFound } from '../../shared/platform/errors.ts';

/** Answers one record. Throws record_not_found when there is none. */
export function answerRecord<Row>(
  record: Row | null,
  present: (record: Row) => unknown,
  status = 200,
): { status: number; body: { data: unknown } } {
  if (record === null) throw recordNotFound();
  return { status, body: { data: present(record) } };
}

/** Answers 204 for a record that is gone. Throws record_not_found when there was none. */
export function answerGone(wasThere: boolean): { status: number } {
  if (!wasThere) throw recordNotFound();
  return { status: 204 };
}
