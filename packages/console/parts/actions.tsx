import { Anchor, type AnchorProps, Button, type ButtonProps, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { createLink } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, use, useEffect, useRef } from 'react';
import { MayWrite, useOnce, useWrite } from '../app/queries.ts';
import { texts } from '../app/texts.ts';

const t = texts('parts');

/** Moves a focus that was lost to this element, also from where one without an element has moved it: to the open dialog, or else to the content. */
function regain(to?: HTMLElement | null): void {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1);
  const around = dialog ?? document.getElementById('main');
  const { activeElement: focused } = document;
  if (focused === document.body || focused === around)
    (to ?? around)?.focus({ preventScroll: true });
}

/** When a pressed button disappears with its row, moves the focus to what is around it, after any confirmation dialog has closed. */
export const useKeyboardsPlace = () => useEffect(() => () => void setTimeout(regain, 500), []);

interface ActProps<Result> extends ButtonProps {
  call: () => Promise<Result>;
  /** Runs after a success; the button shows that it is working until this ends. */
  then?: (result: Result) => unknown;
  /** A question to confirm first, for actions that are not easily undone. */
  ask?: string;
  /** For screen readers, when several buttons have the same text. */
  label?: string;
  children: string;
}

function Act<Result>(props: ActProps<Result>) {
  const { call, then, ask, label, children, ...button } = props;
  const { mutate, isPending } = useWrite(call, then);
  useKeyboardsPlace();
  const pressed = useRef<HTMLButtonElement>(null);
  // A button that shows that it is working is disabled, and loses the focus.
  useEffect(() => (isPending ? () => regain(pressed.current) : undefined), [isPending]);
  const once = useOnce(mutate);
  const act = (): void => once();
  const confirm = () =>
    modals.openConfirmModal({
      title: children,
      children: ask,
      labels: { confirm: children, cancel: t('cancel') },
      confirmProps: { variant: 'filled', color: 'red' },
      withCloseButton: false,
      onConfirm: act,
    });
  if (!use(MayWrite)) return null;
  const look = ask === undefined ? {} : ({ variant: 'subtle', color: 'red' } as const);
  return (
    <Button
      ref={pressed}
      aria-label={label}
      {...look}
      {...button}
      loading={isPending}
      onClick={ask === undefined ? act : confirm}
    >
      {children}
    </Button>
  );
}

/** A button that makes one call: its text, the call, and other props. A notification reports a failure. */
export const act = <Result,>(
  text: string,
  call: () => Promise<Result>,
  props: Partial<ActProps<Result>> = {},
) => (
  <Act key={text} call={call} {...props}>
    {text}
  </Act>
);

export const IN_ROW = { size: 'compact-xs', variant: 'subtle' } as const;

interface DialogProps extends ButtonProps {
  label: string;
  /** The title of the dialog; by default the label of the button. */
  title?: string;
  /** Closes the dialog when it is submitted. */
  form: ReactNode;
}

/** A button that opens a dialog. The content of the dialog starts afresh each time. */
export function DialogButton({ label, title = label, form, ...button }: DialogProps) {
  if (!use(MayWrite)) return null;
  return (
    <Button {...button} onClick={() => modals.open({ title, children: form })}>
      {label}
    </Button>
  );
}

type OfAnchor<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

/** A text link within the console. `to` and `search` are typed. */
export const TextLink = createLink((props: OfAnchor<AnchorProps>) => <Anchor {...props} />);

export const ButtonLink = createLink((props: OfAnchor<ButtonProps>) => (
  <Button component="a" {...props} />
));

export const FirstSteps = () => (
  <Group gap="xs" justify="center">
    <ButtonLink variant="filled" to="/app/connections">
      {t('first.connect')}
    </ButtonLink>
    <ButtonLink to="/app/imports">{t('first.import')}</ButtonLink>
  </Group>
);
