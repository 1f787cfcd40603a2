const STAMP = /^\d{4}-[\d:.T +Z-]{5,40}$/;

/** When each of these attributes was taken, by name; null when the record says nothing about that. */
export function attributeStamps(
  stamps: Readonly<Record<string, unknown>>,
  attributes: readonly string[],
): Record<string, string | true> | null {
  const known = attributes.filter((name) => Object.hasOwn(stamps, name));
  if (known.length === 0) return null;
  return Object.fromEntries(
    known.map((name) => {
      const stamp = stamps[name];
      return [name, typeof stamp === 'string' && STAMP.test(stamp) ? stamp : true];
    }),
  );
}
