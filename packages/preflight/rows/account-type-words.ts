const WORDS = {
  Depository: 'depository checking current savings cash bank',
  CreditCard: 'creditcard credit card',
  Loan: 'loan mortgage',
  Investment: 'investment brokerage retirement',
  Crypto: 'crypto cryptocurrency',
  Property: 'property realestate house',
  Vehicle: 'vehicle car',
  OtherAsset: 'otherasset asset',
  OtherLiability: 'otherliability liability',
};

/** Whether a text names an account type, however it is written. */
export function isAccountType(text: string): boolean {
  return Object.hasOwn(ACCOUNT_TYPE_WORDS, text.toLowerCase().replace(/\P{L}/gu, ''));
}

/** The names that files use for account types, in lower-case letters only, and the type that each means. */
export const ACCOUNT_TYPE_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(WORDS).flatMap(([type, words]) => words.split(' ').map((word) => [word, type])),
);
