import { normalizeDecimal } from '../../money.ts';

/** Exact product of two normalised decimals. */
export function multiplyDecimals(a: string, b: string): string {
  const scale = (text: string): number => text.split('.')[1]?.length ?? 0;
  const digits = (text: string): bigint => BigInt(text.replace('.', ''));
  return normalizeDecimal(`${digits(a) * digits(b)}e-${scale(a) + scale(b)}`) ?? '0';
}
