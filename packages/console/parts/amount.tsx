import { Text } from '@mantine/core';
import type { TextProps } from '@mantine/core';
import { useFormats } from '../app/format.ts';

/** An exact amount of a currency in figures of one width; money in is green where `signed`. */
export function Amount({
  value,
  currency,
  signed = false,
  ...rest
}: { value: string; currency: string; signed?: boolean } & TextProps) {
  const formats = useFormats();
  const isIn = signed && !value.startsWith('-') && Number(value) !== 0;
  return (
    <Text span inherit className="figures" {...(isIn && { c: 'var(--money-in)' })} {...rest}>
      {formats.amount(value, currency, { sign: signed })}
    </Text>
  );
}
