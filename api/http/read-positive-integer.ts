/** The largest value of a Postgres integer column. */
const INTEGER_MAX = 2_147_483_647;

/** A JSON integer, or digits as text, from 1 to the column's bound; null for anything else. */
export function readPositiveInteger(value: unknown): number | null {
  const text = typeof value === 'string' ? value.trim() : value;
  if (typeof text === 'string' && !/^[0-9]{1,10}$/.test(text)) return null;
  if (typeof text !== 'string' && typeof text !== 'number') return null;
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= INTEGER_MAX ? number : null;
}
