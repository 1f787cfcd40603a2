import { TextInput, type TextInputProps } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { formats } from '../app/format.ts';
import { texts } from '../app/texts.ts';
import { mayMeanTwo, readTyped } from '../app/typed-amount.ts';

const t = texts('parts');

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** An exact decimal, or nothing. */
  value?: string | number | null;
  onChange: (value: string) => void;
  /** Calls `onChange` when the field is left, not with each key. */
  isLate?: boolean;
}

interface Typed {
  text: string;
  /** The value while this text is shown: another one replaces the text. */
  value: string;
  isLeft: boolean;
}

/** A field for an exact decimal. A text that means none, or may mean two, is '', keeps its form from being sent, and is said to be wrong. */
export function AmountInput({ value, onChange, isLate = false, ...props }: Props) {
  const known = String(value ?? '');
  const field = useRef<HTMLInputElement>(null);
  const [last, setTyped] = useState<Typed | null>(null);
  const typed = last?.value === known ? last : null;
  const wrong = typed === null ? '' : faultOf(typed.text);
  useLayoutEffect(() => field.current?.setCustomValidity(wrong), [wrong]);
  const take = (text: string, isLeft: boolean): void => {
    const next = isLate && !isLeft ? known : (readTyped(text) ?? '');
    setTyped({ text, value: next, isLeft });
    if (next !== known) onChange(next);
  };
  return (
    <TextInput
      {...props}
      ref={field}
      inputMode="decimal"
      value={typed?.text ?? formats.typed(known)}
      error={typed?.isLeft === true && wrong}
      onChange={(event) => take(event.currentTarget.value, false)}
      onBlur={() => typed && take(typed.text, true)}
    />
  );
}

function faultOf(text: string): string {
  if (text.trim() === '' || readTyped(text) !== null) return '';
  if (!mayMeanTwo(text)) return t('amount.wrong');
  const whole = text.replace(/[.,]/, '');
  const small = `${formats.typed(text.replace(',', '.'))}0`;
  return t('amount.ambiguous', { text, whole, small });
}
