/** Why undo left a record alone. */
export const KEPT_REASONS = [
  'edited',
  'adopted',
  'claimed',
  'in_use',
  'changed',
  'joined',
] as const;
type KeptReason = (typeof KEPT_REASONS)[number];

/** A record that undo left alone. */
export interface KeptRecord {
  kind: string;
  id: string;
  reason: KeptReason;
}
