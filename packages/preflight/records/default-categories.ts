/** A starter category and its children, which differ from it only in name and icon. */
interface DefaultCategory {
  readonly name: string;
  readonly color: string;
  readonly icon: string;
  readonly classification?: 'income';
  readonly children?: readonly (readonly [name: string, icon: string])[];
}

/** The starter categories that a household can ask for. Names are unique across both levels. */
export const DEFAULT_CATEGORIES: readonly DefaultCategory[] = [
  {
    name: 'Income',
    color: '#22c55e',
    icon: 'circle-dollar-sign',
    classification: 'income',
    children: [
      ['Salary', 'banknote'],
      ['Interest and dividends', 'percent'],
      ['Refunds', 'undo-2'],
    ],
  },
  {
    name: 'Food and drink',
    color: '#f97316',
    icon: 'utensils',
    children: [
      ['Groceries', 'shopping-cart'],
      ['Eating out', 'coffee'],
    ],
  },
  {
    name: 'Housing',
    color: '#8b5cf6',
    icon: 'house',
    children: [
      ['Rent and mortgage', 'key'],
      ['Utilities', 'lightbulb'],
      ['Home improvement', 'hammer'],
    ],
  },
  {
    name: 'Transport',
    color: '#0ea5e9',
    icon: 'bus',
    children: [
      ['Public transport', 'train-front'],
      ['Car and fuel', 'car'],
    ],
  },
  {
    name: 'Shopping',
    color: '#3b82f6',
    icon: 'shopping-bag',
    children: [
      ['Clothing', 'shirt'],
      ['Electronics', 'monitor'],
    ],
  },
  { name: 'Health', color: '#4da568', icon: 'pill' },
  { name: 'Insurance', color: '#6471eb', icon: 'shield' },
  { name: 'Entertainment', color: '#df4e92', icon: 'drama' },
  { name: 'Subscriptions', color: '#805dee', icon: 'repeat' },
  { name: 'Travel', color: '#61c9ea', icon: 'plane' },
  { name: 'Gifts and donations', color: '#db5a54', icon: 'hand-helping' },
  { name: 'Taxes', color: '#dc2626', icon: 'landmark' },
  { name: 'Fees', color: '#6b7280', icon: 'receipt' },
];
