import type { ReactNode } from 'react';
import { Button, Modal } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { texts } from '../app/texts.ts';

const t = texts('parts');

interface Props extends Omit<ButtonProps, 'children'> {
  label: string;
  /** The button says it too, unless it has a label of its own. */
  title?: string;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a window over the page. What the window holds begins anew each time. */
export function DialogButton({ label, title = label, children, ...button }: Props) {
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
