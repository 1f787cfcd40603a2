import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Group,
  Modal,
  Text,
} from '@mantine/core';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { useDisclosure } from '@mantine/hooks';
import { createLink } from '@tanstack/react-router';
import { texts } from '../app/texts.ts';
import { type RecordType, useWrite } from '../app/queries.ts';

const t = texts('parts');

interface Props<Result> extends ButtonProps {
  call: () => Promise<Result>;
  /** What is read again afterwards. */
  changes?: readonly RecordType[];
  /** The button is at work until it has ended. */
  then?: (result: Result) => unknown;
  /** For what is not easily put back: asked in the button's own place, and the second click does it. */
  ask?: string;
  /** What is read aloud, where several buttons have the same words. */
  label?: string;
  children: string;
}

/** A button that does one thing; a failure is said in a notification. */
export function Act<Result>({
  call,
  changes = [],
  then,
  ask,
  label,
  children,
  ...button
}: Props<Result>) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useWrite(call, changes, then);
  const isAtWork = useRef(false);
  const act = (): void => {
    // A second click may come before the button shows that it is at work.
    if (isAtWork.current) return;
    isAtWork.current = true;
    mutate(undefined, {
      onSettled: () => {
        isAtWork.current = false;
        setAsking(false);
      },
    });
  };
  const common = { ...button, loading: isPending };
  if (ask === undefined) {
    return (
      <Button aria-label={label} {...common} onClick={act}>
        {children}
      </Button>
    );
  }
  if (!isAsking) {
    const red = { variant: 'subtle', color: 'red', 'aria-label': label };
    return (
      <Button {...red} {...common} onClick={() => setAsking(true)}>
        {children}
      </Button>
    );
  }
  return (
    <Group gap="xs" role="alert">
      <Text size="sm" maw="46ch">
        {ask}
      </Text>
      <Button {...common} variant="filled" color="red" onClick={act}>
        {children}
      </Button>
      {/* Last, where the first click was: a double click changes nothing. */}
      <Button {...button} variant="default" color="gray" onClick={() => setAsking(false)}>
        {t('cancel')}
      </Button>
    </Group>
  );
}

interface DialogProps extends Omit<ButtonProps, 'children'> {
  label: string;
  /** The button says it too, unless it has a label of its own. */
  title?: string;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a window over the page. What the window holds begins anew each time. */
export function DialogButton({ label, title = label, children, ...button }: DialogProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button {...button} onClick={open}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={title}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {isOpen && children(close)}
      </Modal>
    </>
  );
}

type OfAnchor<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

/** A link within the console, as text. `to` and `search` are typed. */
export const TextLink = createLink((props: OfAnchor<AnchorProps>) => <Anchor {...props} />);

/** A link that looks like a button. */
export const ButtonLink = createLink((props: OfAnchor<ButtonProps>) => (
  <Button component="a" {...props} />
));
