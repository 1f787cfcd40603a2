/** The groups of the documentation page, in its order. */
export const TAGS = [
  {
    name: 'Account',
    description: 'API keys of your user, and the use of the key that asks.',
  },
  {
    name: 'Import sessions',
    description: 'A whole financial history, uploaded in chunks and imported exactly once.',
  },
];
