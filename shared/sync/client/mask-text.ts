/** Masking of prose: a gateway's page, an error's sentence, a header. */

export const HIDDEN = '[hidden]';

// Every repetition is bounded, so that a page of one endless word cannot block the process.

/** Words that announce a secret, and short words that may come in between. */
const SECRET_WORD =
  /[\w-]{0,20}(?:api[-_ ]?key|authorization|bearer|token|secret|passw(?:or)?d|cookie|session|signature|credential)[\w-]{0,20}/
    .source;
const FILLER = /(?:["'`:=,(\s]|\b(?:basic|bearer|digest|token|key|is|was|of|value)\b){1,20}/.source;
const ANNOUNCED = new RegExp(`(${SECRET_WORD})${FILLER}[^\\s"'<>,;)]+`, 'gi');
const EMAIL = /[^\s@<>"'(]{1,64}@[^\s@<>"')]{1,255}/g;
const ADDRESS = /https?:\/\/[^\s<>"']+/gi;
const IBAN = /\b[A-Z]{2}\d{2}(?:[ \u00A0-]?[A-Z0-9]{2,4}){3,8}\b/gi;
const DIGITS = /\d(?:[\p{Zs}./-]?\d){4,}/gu;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const WORD = /[\w+/=~.-]{7,}/g;

/** Letters and digits mixed, or longer than any ordinary word: an id or a secret. */
function isCode(word: string): boolean {
  return word.length >= 25 || (/\d/.test(word) && /[A-Za-z]/.test(word));
}

/** Masks a longer text except for its last four characters. */
export function maskNumber(text: string): string {
  return text.length <= 4 ? '*'.repeat(text.length) : `***${text.slice(-4)}`;
}

/**
 * Masks e-mail addresses, announced secrets and codes of letters and digits; account numbers and IBANs keep their
 * last four characters. `maskAddress` masks URLs.
 */
export function maskSentence(text: string, maskAddress: (address: string) => string): string {
  const addresses: string[] = [];
  return text
    .replaceAll('\0', '')
    .replace(ADDRESS, (address) => {
      addresses.push(maskAddress(address));
      return '\0';
    })
    .replace(ANNOUNCED, (_all, word: string) => `${word}: ${HIDDEN}`)
    .replace(EMAIL, HIDDEN)
    .replace(IBAN, (iban) => maskNumber(iban.replace(/[^A-Z0-9]/gi, '')))
    .replace(DIGITS, (run) => (DAY.test(run) ? run : maskNumber(run.replace(/\D/g, ''))))
    .replace(WORD, (word) => (isCode(word) ? HIDDEN : word))
    .replaceAll('\0', () => addresses.shift() ?? '');
}
