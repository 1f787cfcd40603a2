import { readSource } from './checkout.ts';

const FIXTURES = ['statements-of-many-banks', 'unusual-statements', 'shaped-statements'];

/** The contents of the fixtures' statements. */
export function* statements(): Generator<string> {
  for (const fixture of FIXTURES) {
    const [, ...cases] = readSource(`test/fixtures/${fixture}.txt`).split(/^=== /m);
    for (const each of cases) yield each.slice(each.indexOf('---\n') + 4);
  }
}
