/** Whether a text has more than `max` characters, counted as Postgres counts them: an emoji is one. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && Array.from(text).length > max;
}
