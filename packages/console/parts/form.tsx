import {
  Anchor,
  Button,
  Select,
  type SelectProps,
  Stack,
  TagsInput,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { isCallError } from '@ledgerline/client';
import { useMutation } from '@tanstack/react-query';
import type { ChangeEvent, ElementType, ReactNode } from 'react';
import { use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { client, MayWrite, texts, useWrite } from '../app/index.ts';
import { useOnce } from '../app/queries.ts';
import { Outdated, useDraft } from './draft.tsx';
import { categoryOptions, useLookups } from './lookups.ts';
import { ErrorState } from './page.tsx';

const t = texts('parts');

/** A field: its component (TextInput by default) and the props of that component. */
interface Field extends Readonly<Record<string, unknown>> {
  readonly input?: ElementType;
}

export interface FieldsProps<Values> {
  /** The fields by the name of their value, in display order. */
  of: Readonly<Partial<Record<keyof Values, Field>>>;
  values: Values;
  set: (part: Partial<Values>) => void;
}

export function Fields<Values extends object>({ of, values, set }: FieldsProps<Values>) {
  return (Object.entries(of) as [keyof Values & string, Field][]).map(
    ([name, { input: Input = TextInput, ...props }]) => {
      // A missing text is empty; in a select, null means no choice.
      const value = values[name] ?? (Input === TextInput ? '' : null);
      const held = typeof value === 'boolean' ? { checked: value } : { value };
      const change = (entered: unknown) => set({ [name]: valueOf(entered) } as Partial<Values>);
      return <Input key={name} {...props} {...held} onChange={change} />;
    },
  );
}

/** Some inputs of Mantine pass the value to `onChange`, others the event. An empty date is null. */
function valueOf(entered: unknown): unknown {
  if (typeof entered !== 'object' || entered === null || !('target' in entered)) return entered;
  const input = entered.target as HTMLInputElement;
  if (input.type === 'checkbox') return input.checked;
  return input.type === 'date' && input.value === '' ? null : input.value;
}

interface Props<Values, Result> {
  /** The values to begin with. Where a record has them, they may change: the form follows while nothing is entered. */
  first: Values;
  fields: FieldsProps<Values>['of'];
  send: (values: Values) => Promise<Result>;
  then?: (result: Result) => void;
  submit: string;
  /** Whether these values cannot be sent yet, apart from what the browser validates. */
  isUnready?: (values: Values) => boolean;
}

/** A column of fields, a submit button, and the error if it fails. A success closes the dialog, if the form is in one. */
export function Form<Values extends object, Result>(props: Props<Values, Result>) {
  const { first, fields, send, then, submit, isUnready } = props;
  const draft = useDraft(first);
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    meta: { saysItself: true },
    onSuccess(result, sent) {
      draft.settle(sent);
      modals.closeAll();
      then?.(result);
    },
  });
  const sendOnce = useOnce(mutate);
  const { values } = draft;
  const isSaidAbove =
    draft.isOutdated && isCallError(error) && error.code === 'precondition_failed';
  const set = (part: Partial<Values>) => draft.set((before) => ({ ...before, ...part }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sendOnce(values);
      }}
    >
      <Stack maw={420}>
        <Fields of={fields} values={values} set={set} />
        <Outdated of={draft} />
        {error && !isSaidAbove && <ErrorState error={error} />}
        <Button
          type="submit"
          variant="filled"
          size="sm"
          disabled={!use(MayWrite) || (isUnready?.(values) ?? false)}
          loading={isPending}
          style={{ alignSelf: 'flex-start' }}
        >
          {submit}
        </Button>
      </Stack>
    </form>
  );
}

/** A select with many options, to be searched by name. */
export const AMONG_MANY = { input: Select, searchable: true };
export const CURRENCIES = Intl.supportedValuesOf('currency');

export function CategoryPicker(props: SelectProps) {
  const { categories } = useLookups();
  return <Select searchable clearable data={categoryOptions(categories)} {...props} />;
}

interface NamePickerProps {
  of: 'merchants' | 'tags';
  label: ReactNode;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** Keeps only the latest choice. */
  isOne?: boolean;
}

/** Chooses records by name, and creates those that do not exist yet. */
export function NamePicker({ of, label, value, onChange, isOne = false }: NamePickerProps) {
  const { [of]: known, nameOf, areRead } = useLookups();
  const choose = useWrite((wanted: readonly string[]) => Promise.all(wanted.map(idOf)), onChange);
  async function idOf(name: string): Promise<string> {
    const found = known.find((one) => one.name.toLowerCase() === name.toLowerCase());
    return found?.id ?? (await client.post(`/${of}`, { body: { name } })).data.id;
  }
  return (
    <TagsInput
      label={label}
      value={value.map(nameOf)}
      disabled={!areRead}
      data={known.map(({ name }) => name)}
      limit={50}
      // A name may contain a comma, and leaving the field must not accept a half-typed merchant.
      splitChars={[]}
      acceptValueOnBlur={!isOne}
      maxTags={isOne ? 2 : 100}
      onChange={(wanted) => choose.mutate(isOne ? wanted.slice(-1) : wanted)}
    />
  );
}

interface LeftTextProps {
  as?: ElementType;
  value: string | null;
  save: (text: string) => Promise<unknown>;
  /** What to say when the text is removed; the field then has it again. Without it, the text may be empty. */
  needed?: string;
  [prop: string]: unknown;
}

/** A text field that saves a changed text on blur, or when the field is removed. What could not be saved stays, and is said to be unsaved. */
export function LeftText(props: LeftTextProps) {
  const { as: Input = TextInput, value, save, needed, ...others } = props;
  const { values: text, set, settle, follow, isOutdated } = useDraft(value ?? '');
  const [isMissing, setMissing] = useState(false);
  const { mutate, isError, isPending, variables } = useWrite(
    (typed: string) => save(typed.trim()),
    (_, typed) => settle(typed),
  );
  const leave = (): void => {
    const isKnown = text.trim() === (value ?? '');
    if (isKnown || (isPending && variables === text)) return;
    setMissing(needed !== undefined && text.trim() === '');
    if (needed !== undefined && text.trim() === '') follow();
    else mutate(text);
  };
  const latest = useRef(leave);
  useLayoutEffect(() => void (latest.current = leave));
  useLayoutEffect(() => () => latest.current(), []);
  const again = (
    <Anchor component="button" type="button" size="xs" onClick={leave}>
      {t('again')}
    </Anchor>
  );
  const unsaved = isError && text !== (value ?? '') && (
    <>
      {t('not_saved')} {again}
    </>
  );
  return (
    <Input
      {...others}
      value={text}
      error={isMissing ? needed : unsaved || (isOutdated && !isPending && t('outdated.title'))}
      onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        const typed = currentTarget.value;
        setMissing(false);
        set(() => typed);
      }}
      onBlur={leave}
    />
  );
}

interface SearchProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string | null;
  onChange: (text: string) => void;
}

export function SearchField({ value, onChange, ...props }: SearchProps) {
  const [text, setText] = useState(value ?? '');
  const send = useDebouncedCallback(onChange, 250);
  useEffect(() => setText(value ?? ''), [value]);
  return (
    <TextInput
      type="search"
      maxLength={200}
      {...props}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        send(currentTarget.value);
      }}
    />
  );
}
