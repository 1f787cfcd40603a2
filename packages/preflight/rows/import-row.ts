import type { Problem } from '../problem-list.ts';
import type { CsvImportType } from '../report.ts';
import type { FieldKey } from '../types/field-key.ts';
import { excerpt } from '../text.ts';
import { CSV_TYPES } from '../types/csv-types.ts';
import type { RowValues } from '../types/row-values.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** An error in a row of an import. `field` is the value that it is about, if it is about one. */
export interface RowError extends Omit<Problem, 'line'> {
  field?: FieldKey;
}

/** The values that all types share. */
export type CommonValues = Pick<
  RowValues,
  'date' | 'amount' | 'currency' | 'name' | 'category' | 'tags' | 'notes' | 'account'
> & { pending: boolean };

export interface ImportRow {
  line: number;
  values: CommonValues;
  /** Further values, by the names that the API uses. */
  more: Record<string, string | null>;
  errors: RowError[];
  warnings: RowWarning[];
}

/** What deserves a look in a row. */
export type RowWarning = Pick<Warning, 'code' | 'message'>;

/** Warns of texts that mean nothing to the import, so that it has a default for them. Takes values by their wire names. */
export function warningsOf(
  type: CsvImportType,
  line: number,
  values: Readonly<Record<string, string | null>>,
): RowWarning[] {
  return CSV_TYPES[type].fields.flatMap(({ key, known }) => {
    const text = values[wireName(key)] ?? '';
    if (known === undefined || text === '' || known.isIt(text)) return [];
    const { code, message } = warning(known.warning, {
      count: 1,
      lines: String(line),
      text: excerpt(text),
    });
    return [{ code, message }];
  });
}

/** What rows of a type need, and the values that they have in addition to the common ones. */
interface RowShape {
  /** A row without one of these means nothing. */
  needs: readonly FieldKey[];
  more: readonly FieldKey[];
  /** Rows are entries of an account, which the import or the row names. */
  inAccount: boolean;
}

const ENTRY: RowShape = { needs: ['date', 'amount'], more: [], inAccount: true };

export const ROW_SHAPES: Readonly<Record<CsvImportType, RowShape>> = {
  TransactionImport: { ...ENTRY, more: ['external_id'] },
  BudgetAppOneImport: ENTRY,
  BudgetAppTwoImport: ENTRY,
  BudgetAppThreeImport: ENTRY,
  TradeImport: {
    needs: ['date', 'ticker', 'qty', 'price'],
    more: ['ticker', 'exchange_operating_mic', 'qty', 'price', 'position_value', 'external_id'],
    inAccount: true,
  },
  AccountImport: { needs: ['name', 'amount'], more: ['entity_type'], inAccount: false },
  CategoryImport: {
    needs: ['name'],
    more: ['parent_category', 'color', 'icon'],
    inAccount: false,
  },
  MerchantImport: { needs: ['name'], more: ['color', 'website_url'], inAccount: false },
  RuleImport: {
    needs: ['actions'],
    more: ['resource_type', 'active', 'effective_date', 'conditions', 'actions'],
    inAccount: false,
  },
};

/** Values whose names in the API differ from those of their columns. */
const WIRE_NAMES: Partial<Record<FieldKey, string>> = {
  qty: 'quantity',
  entity_type: 'account_type',
};

export function wireName(key: FieldKey): string {
  return WIRE_NAMES[key] ?? key;
}
