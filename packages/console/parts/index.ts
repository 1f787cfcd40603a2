/** What pages are made of. */
export { Act } from './act.tsx';
export { Amount } from './amount.tsx';
export { DialogButton } from './dialog.tsx';
export { connectionNotice, faultWords, webhookNotice } from './fault-words.ts';
export { Form } from './form.tsx';
export { AmountsChart } from './lazy-line-chart.tsx';
export { ButtonLink, TextLink } from './links.tsx';
export { categoryOptions, toOptions, TRANSACTION_TYPES, useLookups } from './lookups.ts';
export type { Lookups, Transaction } from './lookups.ts';
export { Note } from './note.tsx';
export { Page } from './page.tsx';
export { Rows, Sheet } from './rows.tsx';
export { Section } from './section.tsx';
export { EmptyState, ErrorState, Loaded } from './states.tsx';
export { Warnings } from './warnings.tsx';
