import { createHash } from 'node:crypto';
import { seededRandom, type Random } from '../../sandbox-provider/random.ts';
import { addDays } from '#preflight/days';
import type { RuleRow } from '#preflight/rules/row-state';
import type {
  EditedValue,
  Example,
  LearnedAttribute,
} from '../../shared/rules/suggest/evidence.ts';

/** One thing that the people of a household do with some of their transactions. */
interface Habit {
  readonly attribute: LearnedAttribute;
  readonly value: string | boolean;
  readonly applies: (row: RuleRow) => boolean;
  /** Rows that people left, and would not mind. */
  readonly accepts?: (row: RuleRow) => boolean;
  /** Habits of one shop begin together. */
  readonly shop: string;
}

export type HabitHousehold = ReturnType<typeof habitHousehold>;

const START = '2025-01-01';
const [DAYS, DAYS_SEEN] = [540, 360];
const CITIES = ['BERLIN', 'HAMBURG', 'KOELN', 'NEW YORK', 'LYON', 'ZUERICH'] as const;
const SYLLABLES = [
  'ka',
  'ro',
  'mi',
  'ten',
  'bal',
  'su',
  'ver',
  'lo',
  'nax',
  'dri',
  'fe',
  'gum',
  'pol',
  'wy',
] as const;
const BRANDS = [
  'REWE',
  'EDEKA',
  'AMAZON',
  'SHELL',
  'NETFLIX',
  'H&M',
  '7-ELEVEN',
  'DM DROGERIE',
  'APPLE.COM',
  'UBER',
] as const;
const SHARED = ['APOTHEKE', 'PARKING', 'TAXI'] as const;

interface Shop {
  readonly brand: string;
  readonly variants: readonly string[];
  readonly write: (random: Random, brand: string) => string;
  readonly often: number;
}

/** An id that follows from a name. */
function recordId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4000-8000-${hex.slice(12, 24)}`;
}

function writerOf(random: Random): Shop['write'] {
  const city = random.pick(CITIES);
  return random.pick<Shop['write']>([
    (r, brand) => `${brand} SAGT DANKE ${r.whole(1000, 9999)} ${r.pick(CITIES)}`,
    (_r, brand) => `${brand} ${city}`,
    (r, brand) => `${brand} #${r.whole(100, 999)} ${r.pick(CITIES)}`,
    (r, brand) => `PAYPAL *${brand} ${r.whole(100000, 999999)}`,
    (r, brand) => `KARTENZAHLUNG ${brand}  ${r.whole(10, 28)}.${r.whole(10, 12)}`,
    (r, brand) => `${brand} GMBH LASTSCHRIFT RF${r.hex(8)}`,
    (_r, brand) => brand,
    (r, brand) => `${brand}*${r.hex(6)} ${city}`,
  ]);
}

/** A household whose people have habits, made from a number: rows of a year, what was edited of them, and half a year to come. */
export function habitHousehold(seed: string) {
  const random = seededRandom(`habits ${seed}`);
  const chance = (share: number): boolean => random.next() < share;
  const word = (): string =>
    Array.from({ length: random.whole(2, 4) }, () => random.pick(SYLLABLES))
      .join('')
      .toUpperCase();
  const accounts = Array.from({ length: random.whole(1, 4) }, (_, n) => recordId(`account ${n}`));
  const shops: Shop[] = Array.from({ length: random.whole(25, 60) }, () => {
    const brand = chance(0.15)
      ? `${random.pick(SHARED)} ${word()}`
      : chance(0.25)
        ? random.pick(BRANDS)
        : chance(0.3)
          ? `${word()} ${word()}`
          : word();
    const variants = chance(0.25)
      ? [brand, `${brand} ${random.pick(['TO GO', 'PRIME', 'CAFE'])}`]
      : [brand];
    return { brand, variants, write: writerOf(random), often: random.whole(1, 40) };
  }).filter((shop, place, all) => all.findIndex(({ brand }) => brand === shop.brand) === place);
  const written: { row: RuleRow; shop: Shop; variant: string }[] = [];
  for (const shop of shops) {
    const usual = random.whole(3, 90);
    const fixed = chance(0.3) ? [`${random.whole(3, 30)}.99`, `${random.whole(31, 60)}.99`] : [];
    for (let n = 0; n < shop.often * 1.5; n += 1) {
      const variant = shop.variants[chance(0.7) ? 0 : shop.variants.length - 1] ?? shop.brand;
      const amount = fixed[random.whole(0, 2)] ?? (usual * (0.3 + random.next() * 1.7)).toFixed(2);
      const row: RuleRow = {
        id: `${seed} ${shop.brand} ${n}`,
        accountId: accounts[random.whole(0, accounts.length - 1)] ?? '',
        date: addDays(START, random.whole(0, DAYS - 1)),
        amount: chance(0.06) ? amount : `-${amount}`,
        currency: 'EUR',
        kind: 'standard',
        name: shop.write(random, variant),
        notes: null,
        details: null,
        categoryId: chance(0.2) ? recordId('from the bank') : null,
        merchantId: null,
        excluded: false,
        activityLabel: null,
        tagIds: null,
        locked: null,
        version: '1',
      };
      written.push({ row, shop, variant });
    }
  }
  const ofRow = new Map(written.map((each) => [each.row.id, each]));
  const habits: Habit[] = [];
  const used = new Set<Shop>();
  for (let n = random.whole(6, 16); n > 0; n -= 1) {
    const shop = shops[random.whole(0, shops.length - 1)];
    if (shop === undefined || used.has(shop)) continue;
    used.add(shop);
    habits.push(...habitsOf(random, shop, accounts, (row) => ofRow.get(row.id)));
  }
  return {
    habits,
    ...edit(
      random,
      habits,
      written.map(({ row }) => row),
    ),
  };
}

type Origin = (row: RuleRow) => { shop: Shop; variant: string } | undefined;

function habitsOf(
  random: Random,
  shop: Shop,
  accounts: readonly string[],
  origin: Origin,
): Habit[] {
  const category = (): string => recordId(`category ${random.whole(1, 12)}`);
  const [one, other] = [category(), recordId(`category ${random.whole(13, 20)}`)];
  const isOf = (row: RuleRow): boolean => origin(row)?.shop === shop;
  const habit = (
    attribute: LearnedAttribute,
    value: string | boolean,
    test: (row: RuleRow) => boolean = () => true,
  ): Habit => ({ attribute, value, shop: shop.brand, applies: (row) => isOf(row) && test(row) });
  const split = (test: (row: RuleRow) => boolean): Habit[] => [
    habit('category_id', one, test),
    habit('category_id', other, (row) => !test(row)),
  ];
  const size = (row: RuleRow): number => Math.abs(Number(row.amount));
  const bound = random.pick([10, 20, 25, 50]);
  const changed = addDays(START, random.whole(120, 260));
  return random.pick<() => Habit[]>([
    () => [habit('category_id', one)],
    () => [habit('category_id', one), habit('merchant_id', recordId(`merchant ${shop.brand}`))],
    () => [habit('category_id', one), habit('name', `Shop ${shop.brand}`)],
    () => [habit('tag_ids', recordId(`tag ${random.whole(1, 4)}`))],
    () => [habit('excluded', true)],
    () => split((row) => origin(row)?.variant === shop.variants[0]),
    () => split((row) => origin(row)?.variant === shop.variants[0]),
    () => split((row) => size(row) < bound),
    () => split((row) => row.amount.endsWith('.99') && size(row) < 31),
    () => split((row) => row.accountId === accounts[0]),
    () => split((row) => !row.amount.startsWith('-')),
    () => [
      habit('category_id', one, (row) => row.date < changed),
      { ...habit('category_id', other, (row) => row.date >= changed), accepts: isOf },
    ],
  ])();
}

/** What people do by hand: most of their habits from some day on, and now and then something else. */
function edit(random: Random, habits: readonly Habit[], rows: readonly RuleRow[]) {
  const diligence = 0.55 + random.next() * 0.45;
  const begun = new Map(habits.map(({ shop }) => [shop, addDays(START, random.whole(0, 250))]));
  const seen = rows.filter(({ date }) => date < addDays(START, DAYS_SEEN));
  const examples: Example[] = [];
  const others: RuleRow[] = [];
  for (const row of seen) {
    const edits = new Map<LearnedAttribute, EditedValue>();
    for (const habit of habits) {
      if (
        !habit.applies(row) ||
        row.date < (begun.get(habit.shop) ?? '') ||
        random.next() > diligence
      )
        continue;
      const value =
        habit.attribute === 'category_id' && random.next() < 0.025
          ? recordId(`category ${random.whole(1, 20)}`)
          : habit.value;
      edits.set(habit.attribute, habit.attribute === 'tag_ids' ? [String(value)] : value);
    }
    if (!edits.has('category_id') && random.next() < 0.04)
      edits.set('category_id', recordId(`category ${random.whole(1, 20)}`));
    if (random.next() < 0.01) edits.set('tag_ids', [recordId(`tag ${random.whole(1, 4)}`)]);
    if (edits.size > 0) examples.push({ row, edits });
    else others.push(row);
  }
  // Of what people have seen, what they edited and what they left; all rows, the half year after included.
  return { examples, others, rows };
}
