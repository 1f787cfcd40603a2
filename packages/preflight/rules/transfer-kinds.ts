/** Days between the two sides of a transfer: weekends and slow clearing, as in the reference. */
export const TRANSFER_WINDOW_DAYS = 4;

/** Where contributions to investment accounts go when they have no category yet. */
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

/** Kind of one side of a transfer; the outgoing side's goes by the type of the account that the money goes to. */
export function transferKind(isInflow: boolean, destinationType: string): string {
  if (isInflow) return 'funds_movement';
  return KINDS_BY_DESTINATION[destinationType] ?? 'funds_movement';
}
