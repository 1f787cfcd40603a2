import { realId } from './statement.ts';
import { warning } from '../warnings/warning.ts';
import type { OfxRecord } from './ofx-records.ts';
import type { Booking, Statement } from './statement.ts';
import type { Warning } from '../warnings/warning.ts';

/** A booking that corrects an earlier one (CORRECTFITID), in its statement. */
export interface Correction {
  statement: Statement;
  booking: Booking;
  /** The id of the corrected booking. */
  of: string;
  /** Whether the corrected booking never was (DELETE), and the correction is none either. */
  isDeletion: boolean;
}

/** The correction that a record states. */
export function correctionOf(
  { leaves }: OfxRecord,
  booking: Booking,
  statement: Statement,
): Correction | undefined {
  const of = realId(leaves['CORRECTFITID']);
  if (of === undefined) return undefined;
  return {
    statement,
    booking,
    of,
    isDeletion: leaves['CORRECTACTION']?.toUpperCase() === 'DELETE',
  };
}

/**
 * Takes corrected bookings out of their statements, and deletions themselves. Warns of corrections of bookings that the statement
 * does not have, because an earlier file may have brought them.
 */
export function applyCorrections(corrections: readonly Correction[]): Warning[] {
  const gone = new Set<Booking>();
  const warnings: Warning[] = [];
  const known = new Map<Statement, Map<string | undefined, Booking>>();
  const idsOf = (statement: Statement) => {
    const ids = known.get(statement) ?? new Map(statement.bookings.map((one) => [one.id, one]));
    known.set(statement, ids);
    return ids;
  };
  for (const { statement, booking, of, isDeletion } of corrections) {
    const corrected = idsOf(statement).get(of);
    if (corrected !== undefined && corrected !== booking) gone.add(corrected);
    else {
      const code = isDeletion ? 'deletion_elsewhere' : 'correction_elsewhere';
      warnings.push(warning(code, { line: booking.line, id: booking.id ?? '', of }));
    }
    if (isDeletion) gone.add(booking);
  }
  for (const statement of known.keys())
    statement.bookings = statement.bookings.filter((one) => !gone.has(one));
  return warnings;
}
