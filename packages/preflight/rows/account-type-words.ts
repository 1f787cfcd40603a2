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

/** The names that files use for account types, in lower-case letters only, and the type that each means. */
export const ACCOUNT_TYPE_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(WORDS).flatMap(([type, words]) => words.split(' ').map((word) => [word, type])),
);
