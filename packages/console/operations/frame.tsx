import { Frame } from '../app/shell/frame.tsx';
import { useTexts } from '../app/index.ts';

async function leave(): Promise<void> {
  await fetch('/admin/logout', { method: 'POST' });
  location.assign('/admin/login');
}

/** What is around the pages of operators. */
export function OperatorsFrame() {
  const t = useTexts('operations');
  const pages = [
    { to: '/', label: t('installation') },
    { to: '/households', label: t('households') },
    { to: '/actions', label: t('actions') },
    { href: '/admin/queues', label: t('board') },
  ];
  return <Frame title={t('operators')} pages={pages} onLeave={leave} />;
}
