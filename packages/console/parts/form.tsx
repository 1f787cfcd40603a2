import { Button, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeEvent, ReactNode } from 'react';
import type { RecordType } from '../app/queries.ts';
import { ErrorState } from './states.tsx';

/** Ties an input of Mantine to one of the values; some say what was entered, some the event. */
type FieldOf<Values> = <Name extends keyof Values>(
  name: Name,
) => {
  value: Values[Name];
  onChange: (
    entered: Values[Name] | ChangeEvent<HTMLInputElement | HTMLTextAreaElement> | null,
  ) => void;
};

interface Props<Values, Result> {
  first: Values;
  children: (field: FieldOf<Values>, values: Values) => ReactNode;
  send: (values: Values) => Promise<Result>;
  /** What is read again afterwards. */
  changes: readonly RecordType[];
  then?: (result: Result) => void;
  /** What the button says that sends it. */
  submit: string;
  /** What keeps these values from being sent, besides what the browser sees. */
  isUnready?: (values: Values) => boolean;
}

/** Fields below one another, the button that sends them, and why that failed; the page stays, a dialog closes. */
export function Form<Values extends object, Result>(props: Props<Values, Result>) {
  const { first, children, send, changes, then, submit, isUnready } = props;
  const [values, setValues] = useState(first);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(values),
    meta: { types: changes, saysItself: true },
    onSuccess(result) {
      modals.closeAll();
      then?.(result);
    },
  });
  const field: FieldOf<Values> = (name) => ({
    value: values[name],
    onChange: (entered) => {
      const isEvent = typeof entered === 'object' && entered !== null && 'target' in entered;
      const value = isEvent ? entered.target.value : entered;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate();
      }}
    >
      <Stack maw={420}>
        {children(field, values)}
        {error && <ErrorState error={error} />}
        <Button
          type="submit"
          variant="filled"
          size="sm"
          disabled={isUnready?.(values) ?? false}
          loading={isPending}
          style={{ alignSelf: 'flex-start' }}
        >
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
