/** What pages are made of. */
export { Act } from './actions.tsx';
export { Amount } from './amount.tsx';
export { DialogButton } from './actions.tsx';
export { connectionNotice, faultWords, webhookNotice } from './fault-words.ts';
export { Form } from './form.tsx';
export { AmountsChart } from './lazy-line-chart.tsx';
export { ButtonLink, TextLink } from './actions.tsx';
export { categoryOptions, toOptions, TRANSACTION_TYPES, useLookups } from './lookups.ts';
export type { Lookups, Transaction } from './lookups.ts';
export { Note } from './page.tsx';
export { Page } from './page.tsx';
export { Rows, Sheet } from './rows.tsx';
export { Section } from './page.tsx';
export { EmptyState, ErrorState, Loaded } from './states.tsx';
export { Warnings } from './states.tsx';
