import { plain } from './read-wording.ts';
import type { TransferAccount } from './side.ts';

/** How a text names an account: by digits of its number, or by a word that occurs in no other account's name. */
type Naming = 'number' | 'word';

/** The accounts that a text names. */
export type NamedAccounts = ReadonlyMap<string, Naming>;

/** Words that say what kind of account it is, not which one. */
const COMMON =
  /^(?:account|konto|current|bank|card|credit|debit|visa|mastercard|main|joint|personal|compte|cuenta|conto|the|shared)$/;
const NUMBER = /\d{4,}/g;
const WORD = /\p{L}{4,}/gu;

/** Finds the household's accounts by what is unique to one of them: words and last digits in their names and banks. */
export class AccountNames {
  readonly #words = new Map<string, string | null>();
  readonly #numbers = new Map<string, string | null>();

  constructor(accounts: readonly TransferAccount[]) {
    for (const { id, name, institutionName } of accounts) {
      const text = plain(`${name} ${institutionName ?? ''}`);
      for (const word of new Set(text.match(WORD)))
        if (!COMMON.test(word)) add(this.#words, word, id);
      for (const number of new Set(text.match(NUMBER))) add(this.#numbers, number.slice(-4), id);
    }
  }

  /** The accounts that the text names, except the one that it belongs to. */
  namedIn(text: string, ownAccountId: string): NamedAccounts {
    const named = new Map<string, Naming>();
    const folded = plain(text);
    for (const word of folded.match(WORD) ?? []) {
      const id = this.#words.get(word);
      if (typeof id === 'string' && id !== ownAccountId) named.set(id, 'word');
    }
    for (const number of folded.match(NUMBER) ?? []) {
      const id = this.#numbers.get(number.slice(-4));
      if (typeof id === 'string' && id !== ownAccountId) named.set(id, 'number');
    }
    return named;
  }
}

/** What two accounts share identifies neither: null. */
function add(names: Map<string, string | null>, name: string, id: string): void {
  names.set(name, names.has(name) && names.get(name) !== id ? null : id);
}
