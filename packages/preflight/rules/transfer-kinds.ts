/** The most days between the two sides of a transfer: weekends and slow clearing, as in the reference. */
export const TRANSFER_WINDOW_DAYS = 4;

/** The category for contributions to investment accounts that have none yet. */
export const CONTRIBUTIONS_CATEGORY = 'Investment Contributions';

/** Kinds that only the sides of a transfer have. */
export const TRANSFER_KINDS: readonly string[] = [
  'funds_movement',
  'cc_payment',
  'loan_payment',
  'investment_contribution',
];

const KINDS_BY_DESTINATION: Readonly<Record<string, string>> = {
  Loan: 'loan_payment',
  CreditCard: 'cc_payment',
  OtherLiability: 'cc_payment',
  Investment: 'investment_contribution',
  Crypto: 'investment_contribution',
};

export function isTransferKind(kind: string): boolean {
  return TRANSFER_KINDS.includes(kind);
}

/** The kind of one side of a transfer; for the outgoing side it depends on the type of the destination account. */
export function transferKind(isInflow: boolean, destinationType: string): string {
  if (isInflow) return 'funds_movement';
  return KINDS_BY_DESTINATION[destinationType] ?? 'funds_movement';
}
