/** What pages are made of. */
export { actsOn, ButtonLink, DialogButton, IN_ROW, TextLink } from './actions.tsx';
export { Amount } from './amount.tsx';
export { connectionNotice, faultWords, webhookNotice } from './fault-words.ts';
export { Form } from './form.tsx';
export { AmountsChart } from './lazy-line-chart.tsx';
export { categoryOptions, choices, toOptions, TRANSACTION_TYPES, useLookups } from './lookups.ts';
export type { Lookups, Transaction } from './lookups.ts';
export { Note, Page, Section } from './page.tsx';
export { Rows, Sheet } from './rows.tsx';
export { EmptyState, ErrorState, Faults, Loaded, Share, Warnings } from './states.tsx';
