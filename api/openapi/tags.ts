/** The groups of the documentation page, in its order. */
export const TAGS = [
  {
    name: 'Imports',
    description: 'A CSV is checked, kept as an import, published and undone.',
  },
  {
    name: 'Import sessions',
    description: 'A whole financial history, uploaded in chunks and imported exactly once.',
  },
  {
    name: 'Rules',
    description: 'Conditions and actions that tidy every synced and imported transaction.',
  },
  {
    name: 'Bank sync',
    description: 'Connections to the bank-connectivity provider and the runs that sync them.',
  },
  {
    name: 'Transactions',
    description: 'What was synced and imported, and what people and rules made of it.',
  },
  {
    name: 'Transfers',
    description: 'Money that moves between accounts of the household, paired without a rule.',
  },
  {
    name: 'Ledger',
    description: 'What the household has: whoever wrote it, a sync, an import or a person.',
  },
  {
    name: 'Account',
    description: 'API keys of your user, and the use of the key that asks.',
  },
];
