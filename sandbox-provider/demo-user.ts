import { LosslessNumber } from 'lossless-json';
import type { SandboxAccount, SandboxUser, WireObject, WireRow } from './account.ts';
import { addDays, dayOf } from './days.ts';
import { demoRows, longestPendingDays } from './demo-rows.ts';
import type { Merchant, Spending } from './demo-rows.ts';

const historyDays = 730;
const exact = (text: string): LosslessNumber => new LosslessNumber(text);

const everyday: readonly [Merchant, ...Merchant[]] = [
  { name: 'Cafe Uno', tips: true },
  { name: 'Grocer' },
  { name: 'Tram' },
  { name: 'Trattoria', tips: true },
  { name: 'Pharmacy' },
  { name: 'Bäckerei Müller' },
  { name: 'Book Corner' },
  { name: 'Streaming+' },
];
const travel: readonly [Merchant, ...Merchant[]] = [
  { name: 'Fuel Stop' },
  { name: 'Hotel Hold' },
  { name: 'Car Rental' },
  { name: 'Airport Lounge', tips: true },
];
const tokyo: readonly [Merchant, ...Merchant[]] = [
  { name: '駅前コンビニ' },
  { name: 'Ramen Ichi' },
  { name: 'Metro Card' },
];
const broker: readonly [Merchant, ...Merchant[]] = [
  { name: 'Dividend' },
  { name: 'Custody fee' },
  { name: 'Buy order' },
];

type Design = Omit<Spending, 'seed'> & {
  id: number;
  name: string;
  institution: string;
  aggregator: string;
  currency: string;
  /** The real provider often leaves the currency out of the list. */
  currencyListed: boolean;
  balance: string;
  holdings?: WireObject;
};

const brokerage: WireObject = {
  holdings: [
    position('VTI', 'Total Market Fund', 'USD', '12.5', '268.10', '3351.25', 'snaptrade', 'h-1'),
    position('VWCE', 'World Fund', 'EUR', '40', '118.02', '4720.80', 'snaptrade', 'h-2'),
    position('SHRT', 'Short position', 'USD', '-5', '10', '-50', 'snaptrade', 'h-3'),
  ],
  totalValue: exact('8399.71'),
  currency: 'USD',
};
const coins: WireObject = {
  holdings: [
    position('ETH', 'Ether', 'USD', '0.123456789012345678', '3241', '400.12', 'mx', 'c-1'),
    position('BTC', 'Bitcoin', 'USD', '0.00000001', null, '0.0006', 'mx', 'c-2'),
  ],
  totalValue: exact('400.1206'),
  currency: 'USD',
};

// prettier-ignore
const designs: Design[] = [
  { id: 16892, name: 'Everyday', institution: 'Example Bank', aggregator: 'gocardless', currency: 'EUR', currencyListed: true, decimals: 2, rowsPerDay: 14, typical: 30, merchants: everyday, balance: '1520.25' },
  { id: 16893, name: 'Card', institution: 'Harbour Card', aggregator: 'mx', currency: 'GBP', currencyListed: true, decimals: 2, rowsPerDay: 8, typical: 45, merchants: travel, balance: '-812.40' },
  { id: 16894, name: 'Savings', institution: 'Example Bank', aggregator: 'gocardless', currency: 'CHF', currencyListed: true, decimals: 2, rowsPerDay: 0.2, typical: 400, merchants: everyday, balance: '25000' },
  { id: 16895, name: '普通預金', institution: 'Sakura Bank', aggregator: 'finverse', currency: 'JPY', currencyListed: true, decimals: 0, rowsPerDay: 6, typical: 1800, merchants: tokyo, balance: '381200' },
  { id: 16896, name: 'Cuenta', institution: 'Banco Ejemplo', aggregator: 'pluggy', currency: 'MXN', currencyListed: false, decimals: 2, rowsPerDay: 5, typical: 350, merchants: everyday, balance: '9000.00' },
  { id: 20001, name: 'Brokerage', institution: 'Example Broker', aggregator: 'snaptrade', currency: 'USD', currencyListed: true, decimals: 2, rowsPerDay: 1, typical: 250, merchants: broker, balance: '8399.71', holdings: brokerage },
  { id: 20002, name: 'Coins', institution: 'Coin House', aggregator: 'mx', currency: 'USD', currencyListed: true, decimals: 2, rowsPerDay: 0.3, typical: 60, merchants: broker, balance: '400.12', holdings: coins },
];

/** The keys of a sandbox by default. `npm start` connects the first one. */
export const DEMO_KEYS = ['sandbox-demo-key', 'sandbox-second-key'];

// prettier-ignore
const secondBank: Design[] = [
  { id: 30001, name: 'Second account', institution: 'Second Bank', aggregator: 'gocardless', currency: 'EUR', currencyListed: true, decimals: 2, rowsPerDay: 0.5, typical: 20, merchants: everyday, balance: '310.80' },
];

/**
 * The invented household behind a demo key: seven accounts, six currencies, two years of rows. The second key belongs
 * to another bank with a single account, for programs that connect a bank where the first one is connected already.
 */
export function demoUser(key: string): SandboxUser {
  const bank = key === DEMO_KEYS[1] ? secondBank : designs;
  return { key, accounts: bank.map((design) => demoAccount(key, design)) };
}

function demoAccount(key: string, design: Design): SandboxAccount {
  const settledKeys = new Set<string>();
  const spending: Spending = {
    ...design,
    seed: `${key}|${design.id}`,
    currency: design.currencyListed ? design.currency : null,
  };
  const rowsBetween = (now: Date, from: string, to: string): { key: string; row: WireRow }[] => {
    const today = dayOf(now);
    const since = addDays(today, -historyDays);
    const first = from > since ? addDays(from, -longestPendingDays) : since;
    const last = to < today ? to : today;
    const rows: { key: string; row: WireRow }[] = [];
    for (let day = last; day >= first; day = addDays(day, -1)) {
      rows.push(...demoRows(spending, day, today, (rowKey) => settledKeys.has(rowKey)));
    }
    return rows;
  };
  const listed = (now: Date, from: string, to: string): WireRow[] =>
    rowsBetween(now, from, to)
      .map(({ row }): WireRow => ({ accountId: design.id, ...row }))
      .sort((a, b) => String(b['date']).localeCompare(String(a['date'])));
  // Each page of a list asks for all rows, so the last ones are kept.
  let last = { asked: '', rows: [] as WireRow[] };
  return {
    id: String(design.id),
    listing: listing(design),
    balance: { amount: exact(design.balance), currency: design.currency },
    holdings: design.holdings ?? null,
    rows(now, from, to) {
      const asked = [dayOf(now), from, to, settledKeys.size].join();
      if (last.asked !== asked) last = { asked, rows: listed(now, from, to) };
      return last.rows;
    },
    settle: (now) => {
      const today = dayOf(now);
      const pending = rowsBetween(now, addDays(today, -longestPendingDays), today).filter(
        ({ row }) => row['isPending'] === true,
      );
      for (const { key: rowKey } of pending) settledKeys.add(rowKey);
      return pending.length;
    },
  };
}

function listing(design: Design): WireObject {
  return {
    id: design.id,
    name: design.name,
    institution_name: design.institution,
    institution_logo: null,
    provider: design.aggregator,
    status: 'ACTIVE',
    ...(design.currencyListed ? { currency: design.currency } : {}),
  };
}

function position(
  ticker: string,
  name: string,
  currency: string,
  quantity: string,
  price: string | null,
  value: string,
  aggregator: string,
  id: string,
): WireObject {
  return {
    security: { name, currency, tickerSymbol: ticker, figi: null, cusp: null, isin: null },
    quantity: exact(quantity),
    price: price === null ? null : exact(price),
    value: exact(value),
    costBasis: null,
    currency,
    raw: { [aggregator]: { id } },
  };
}
