/** The groups of the documentation page, in its order. */
export const TAGS = [
  {
    name: 'Imports',
    description: 'Check a CSV file, keep it as an import, publish it, and undo it.',
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
    description: 'Synced and imported transactions, with the changes of people and rules.',
  },
  {
    name: 'Transfers',
    description: 'Money that moves between accounts of the household, paired without a rule.',
  },
  {
    name: 'Ledger',
    description: 'The household’s records, whether from a sync, an import or a person.',
  },
  {
    name: 'Account',
    description: 'Your API keys, and the usage of the one you send.',
  },
];
