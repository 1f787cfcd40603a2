import type { Signage } from '../csv/settings.ts';
import type { EvidenceBasis } from '../evidence/evidence.ts';
import type { DirectionWords } from '../types/side-of-word.ts';
import type { Warning } from '../warnings/warning.ts';

/** How a file writes the sign of its amounts, and the evidence for it. */
export interface AmountSign {
  basis: EvidenceBasis;
  confidence: number;
  signage: Signage;
  /** Set if a column tells inflows from outflows. */
  typeColumn?: DirectionWords & { index: number };
  /** Evidence for the opposite sign that is nearly as strong. */
  rival?: Warning;
}

/** Money in is positive. */
export const asWritten = (basis: EvidenceBasis, confidence: number): AmountSign => ({
  basis,
  confidence,
  signage: 'inflows_positive',
});
/** Money out is positive. */
export const turned = (basis: EvidenceBasis, confidence: number): AmountSign => ({
  basis,
  confidence,
  signage: 'inflows_negative',
});
