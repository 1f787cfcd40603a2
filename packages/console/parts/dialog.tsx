import type { ReactNode } from 'react';
import { Modal } from '@mantine/core';
import { useTexts } from '../app/texts.ts';

interface Props {
  title: string;
  isOpen: boolean;
  close: () => void;
  children: ReactNode;
}

/** A window over the page. What it holds begins anew each time. */
export function Dialog({ title, isOpen, close, children }: Props) {
  const t = useTexts('parts');
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {isOpen && children}
    </Modal>
  );
}
