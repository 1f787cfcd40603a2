/** What part of a reading can be based on, strongest first. `sent`: a person chose it, or the format of a statement says it. */
export const EVIDENCE_BASES = ['sent', 'balance', 'words', 'distribution', 'none'] as const;
export type EvidenceBasis = (typeof EVIDENCE_BASES)[number];

/** What one part of the reading is based on. */
export interface EvidenceItem {
  basis: EvidenceBasis;
  /** Rows whose balance follows from the one before, and rows whose balance does not. Only with `balance`. */
  rowsAgree?: number;
  rowsDisagree?: number;
}

/** What the reading of a statement is based on. */
export interface Evidence {
  sign: EvidenceItem;
  numberFormat: EvidenceItem;
  dateOrder: EvidenceItem;
  amountColumns: EvidenceItem;
  /** `none` where nothing names a currency for every row; it is then the account's. */
  currency: EvidenceItem;
}
