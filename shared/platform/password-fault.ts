const LENGTH_MIN = 12;
const DISTINCT_MIN = 6;
/** How many characters must remain after removing common words. */
const REST_MIN = 6;
const COMMON =
  /pass(?:word|wort)?|admin(?:istrator)?|ledgerline|secret|change|me|letmein|welcome|default|dashboard|queues?|root|test|qwert[yz](?:uiop)?|asdf(?:ghjkl)?|abc(?:def)?|12345?6?7?8?9?0?|0987654321|(?:19|20)\d\d/gi;

/** Why a password is easy to guess, in words that follow its name; null if it is not. */
export function passwordFault(password: string): string | null {
  if (password.length < LENGTH_MIN) {
    const characters = password.length === 1 ? '1 character' : `${password.length} characters`;
    return `has ${characters} and must have at least ${LENGTH_MIN}`;
  }
  const isCommon =
    new Set(password).size < DISTINCT_MIN ||
    password.replaceAll(COMMON, '').replaceAll(/[^\p{L}\p{N}]/gu, '').length < REST_MIN;
  return isCommon ? 'is too easy to guess and must be made of other words or characters' : null;
}
