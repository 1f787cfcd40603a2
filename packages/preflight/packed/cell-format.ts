import { readAmountText } from '../fields/amounts.ts';

/** What a number format of a spreadsheet says about the number in a cell. */
export interface CellFormat {
  kind: 'number' | 'day' | 'time';
  /** How many digits are shown after the decimal sign; undefined if the format leaves that open. */
  places?: number;
  /** The sign or code of a currency that is shown with it. */
  mark?: string;
}

/** Formats that every program knows by number. Those of currencies depend on the reader's country, so they name none. */
const BUILT_IN: Readonly<Record<number, string>> = {
  ...{ 0: 'General', 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 5: '#,##0', 6: '#,##0' },
  ...{ 7: '#,##0.00', 8: '#,##0.00', 9: '0%', 10: '0.00%', 18: 'h:mm', 19: 'h:mm', 20: 'h:mm' },
  ...{ 21: 'h:mm:ss', 37: '#,##0', 38: '#,##0', 39: '#,##0.00', 40: '#,##0.00', 41: '#,##0' },
  ...{ 42: '#,##0', 43: '#,##0.00', 44: '#,##0.00', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss' },
};

/** The built-in format with this number; those of East Asian dates differ only in their looks. */
export function builtInFormat(id: number): CellFormat {
  const isDay = (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36);
  return isDay || (id >= 50 && id <= 58) ? { kind: 'day' } : cellFormat(BUILT_IN[id] ?? 'General');
}

/** Quoted text, an escaped sign, and space for a sign. */
const LITERALS = /"[^"]*"|\\.|_.|\*./g;
/** A condition, a colour or a country; elapsed hours are part of the format. */
const BRACKETS = /\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi;

/** What a format code says: `[$€-407] #,##0.00;[Red]-#,##0.00`. Only its first section counts. */
export function cellFormat(code: string): CellFormat {
  const [first = ''] = code.split(';');
  const plain = first.replace(LITERALS, '').replace(BRACKETS, '');
  if (/general|standard|@/i.test(plain)) return { kind: 'number' };
  if (/[yd]|mmm|^m+[./ -]/i.test(plain)) return { kind: 'day' };
  if (/[hs]/i.test(plain)) return { kind: 'time' };
  const places = /\.([0#?]+)/.exec(plain)?.[1]?.length ?? 0;
  const mark = currencyMark(first);
  return {
    kind: 'number',
    // A percentage is shown multiplied by a hundred; a format that hides the cents does not make the amount whole.
    ...(places >= 2 && !/[%E]/i.test(plain) && { places }),
    ...(mark !== undefined && { mark }),
  };
}

function currencyMark(section: string): string | undefined {
  const named = /\[\$([^[\]-]+)(?:-[^[\]]*)?\]/.exec(section)?.[1];
  const quoted = [...section.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text);
  const bare = /[€£¥$₹₺₽₴₩₪]/u.exec(section.replace(/\[[^[\]]*\]/g, ''))?.[0];
  const marks = [named, ...quoted, bare].map((mark) => mark?.trim() ?? '');
  return marks.find(
    (mark) => /\S/.test(mark) && !/\d/.test(mark) && readAmountText(`1 ${mark}`) !== 0,
  );
}
