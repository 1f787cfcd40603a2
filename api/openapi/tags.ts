/** The guide that an operation's documentation links to. */
const guide = (name: string, description: string) => ({ url: `/docs/guides/${name}`, description });
const IMPORT = guide('import', 'The guide on imports');
const API = guide('api', 'The guide on conventions of the API');

/** The groups of the documentation page, in its order. */
export const TAGS = [
  {
    name: 'Imports',
    description: 'Check a CSV file, keep it as an import, publish it, and undo it.',
    externalDocs: guide('import#csv-files', 'The guide on imports of CSV files'),
  },
  {
    name: 'Import sessions',
    description: 'A whole financial history, uploaded in chunks and imported exactly once.',
    externalDocs: IMPORT,
  },
  {
    name: 'Rules',
    description: 'Conditions and actions that tidy every synced and imported transaction.',
    externalDocs: guide('rules', 'The guide on rules'),
  },
  {
    name: 'Bank sync',
    description: 'Connections to the bank-connectivity provider and the runs that sync them.',
    externalDocs: guide('sync', 'The guide on bank sync'),
  },
  {
    name: 'Transactions',
    description: 'Synced and imported transactions, with the changes of people and rules.',
    externalDocs: guide(
      'api#accounts-and-transactions-you-enter',
      'The guide on accounts and transactions',
    ),
  },
  {
    name: 'Transfers',
    description: 'Money that moves between accounts of the household, paired without a rule.',
    externalDocs: guide('api#transfers', 'The guide on transfers'),
  },
  {
    name: 'Ledger',
    description: 'The household’s records, whether from a sync, an import or a person.',
    externalDocs: API,
  },
  {
    name: 'Webhooks',
    description: 'Your servers that receive events, signed as Standard Webhooks specifies.',
    externalDocs: guide('webhooks', 'The guide on receiving webhooks'),
  },
  {
    name: 'Platform',
    description: 'Households of an app, and their keys. Needs a key of a platform.',
    externalDocs: guide('platform', 'The guide on platforms'),
  },
  {
    name: 'Account',
    description: 'Your API keys, and the usage of the one you send.',
    externalDocs: guide('api#authentication', 'The guide on API keys'),
  },
];
