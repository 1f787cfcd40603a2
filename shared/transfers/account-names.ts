import { plain } from './read-wording.ts';
import type { TransferAccount } from './side.ts';

/** How a text names an account: by digits of its number, or by a word that occurs in no other account's name. */
type Naming = 'number' | 'word';

export type NamedAccounts = ReadonlyMap<string, Naming>;

/** Words that say what kind of account it is, not which one. */
const COMMON =
  /^(?:account|konto|current|bank|card|credit|debit|visa|mastercard|main|joint|personal|compte|cuenta|conto|the|shared)$/;
const NUMBER = /\d{4,}/g;
const WORD = /\p{L}{4,}/gu;

/** Finds the household's accounts by what is unique to one of them: words and last digits in their names and banks. */
export class AccountNames {
  /** What two accounts share identifies neither: null. */
  readonly #accounts = new Map<string, string | null>();

  constructor(accounts: readonly TransferAccount[]) {
    for (const { id, name, institutionName } of accounts) {
      for (const [part] of partsOf(`${name} ${institutionName ?? ''}`)) {
        const isShared = this.#accounts.has(part) && this.#accounts.get(part) !== id;
        this.#accounts.set(part, isShared ? null : id);
      }
    }
  }

  /** The accounts that the text names, except the one that it belongs to. */
  namedIn(text: string, ownAccountId: string): NamedAccounts {
    const named = new Map<string, Naming>();
    for (const [part, naming] of partsOf(text)) {
      const id = this.#accounts.get(part);
      if (typeof id === 'string' && id !== ownAccountId) named.set(id, naming);
    }
    return named;
  }
}

/** The words and last digits of a text; digits come last, as they are the surer names. */
function partsOf(text: string): [part: string, naming: Naming][] {
  const folded = plain(text);
  const words = (folded.match(WORD) ?? []).filter((word) => !COMMON.test(word));
  const numbers = folded.match(NUMBER) ?? [];
  return [
    ...words.map((word): [string, Naming] => [word, 'word']),
    ...numbers.map((number): [string, Naming] => [number.slice(-4), 'number']),
  ];
}
