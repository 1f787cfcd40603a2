/** A native export of our own making: about 10 MB, the same on every run. */
const BYTES = 10_000_000;

/** NDJSON with accounts, categories, merchants and tags, and transactions that name them. */
export function makeNativeFile(): Buffer {
  const record = (type: string, data: object) => JSON.stringify({ type, data });
  const numbered = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index));
  const lines = [
    ...numbered(20, (index) =>
      record('Account', {
        id: `account-${index}`,
        name: `Account ${index}`,
        balance: '100.25',
        currency: 'EUR',
        accountable_type: 'Depository',
        accountable: { subtype: 'checking' },
      }),
    ),
    ...numbered(100, (index) =>
      record('Category', { id: `category-${index}`, name: `C ${index}` }),
    ),
    ...numbered(300, (index) =>
      record('Merchant', { id: `merchant-${index}`, name: `M ${index}` }),
    ),
    ...numbered(30, (index) => record('Tag', { id: `tag-${index}`, name: `Tag ${index}` })),
  ];
  let bytes = lines.join('\n').length;
  for (let index = 0; bytes < BYTES; index += 1) {
    const day = new Date(Date.UTC(2023, 0, 1) + Math.floor(index / 60) * 86_400_000);
    const line = record('Transaction', {
      id: `5f0c7b1e-93a4-4b7c-8a53-${String(index).padStart(12, '0')}`,
      account_id: `account-${index % 20}`,
      date: day.toISOString().slice(0, 10),
      amount: ((index % 9999) / 100).toFixed(2),
      currency: 'EUR',
      name: `Card payment to shop ${index % 500}`,
      category_id: `category-${index % 100}`,
      merchant_id: `merchant-${index % 300}`,
      tag_ids: [`tag-${index % 30}`],
    });
    bytes += line.length + 1;
    lines.push(line);
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}
