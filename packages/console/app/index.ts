export type { AnswerOf, Schemas } from '@ledgerline/client';
export { formats } from './format.ts';
export { MayWrite, queryClient, reading, useReading, useReadingAll, useWrite } from './queries.ts';
export { followRun, forgetHousehold } from './runs.ts';
export { client } from './session.ts';
export { addTexts, texts } from './texts.ts';
