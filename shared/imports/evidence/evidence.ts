/** What a part of a reading rests on, strongest first. */
export type EvidenceBasis = 'sent' | 'balance' | 'words' | 'distribution' | 'none';

/** What one part of the reading rests on. */
export interface EvidenceItem {
  basis: EvidenceBasis;
  /** Rows whose balance follows from the one before, and rows whose balance does not. With `balance` only. */
  rowsAgree?: number;
  rowsDisagree?: number;
}

/** What the reading of a statement rests on. */
export interface Evidence {
  sign: EvidenceItem;
  numberFormat: EvidenceItem;
  dateOrder: EvidenceItem;
  amountColumns: EvidenceItem;
}
