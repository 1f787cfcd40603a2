/** Attributes of a transaction that a person or a rule can own. Others of an export mean nothing here. */
const OWNED_ATTRIBUTES = [
  'account_id',
  'date',
  'amount',
  'name',
  'notes',
  'excluded',
  'kind',
  'category_id',
  'merchant_id',
  'tag_ids',
  'investment_activity_label',
];
const STAMP = /^\d{4}-[\d:.T +Z-]{5,40}$/;

/** When each attribute was taken, by name; null when the record says nothing about that. */
export function attributeStamps(
  stamps: Readonly<Record<string, unknown>>,
): Record<string, string | true> | null {
  const known = OWNED_ATTRIBUTES.filter((name) => Object.hasOwn(stamps, name));
  if (known.length === 0) return null;
  return Object.fromEntries(
    known.map((name) => {
      const stamp = stamps[name];
      return [name, typeof stamp === 'string' && STAMP.test(stamp) ? stamp : true];
    }),
  );
}
