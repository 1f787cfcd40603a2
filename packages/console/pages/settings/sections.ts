/** The sections of the page, in the order of its tabs. */
export const SECTIONS = ['household', 'keys', 'webhooks', 'profiles', 'data'] as const;
export type Section = (typeof SECTIONS)[number];
