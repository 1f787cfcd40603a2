import { Frame } from '../app/shell/frame.tsx';
import { texts } from '../app/index.ts';

const t = texts('operations');

async function leave(): Promise<void> {
  await fetch('/admin/logout', { method: 'POST' });
  location.assign('/admin/login');
}

/** What is around the pages of operators. */
export function OperatorsFrame() {
  const pages = [
    { to: '/', label: t('installation') },
    { to: '/households', label: t('households') },
    { to: '/actions', label: t('actions') },
    { href: '/admin/queues', label: t('board') },
  ];
  return <Frame title={t('operators')} pages={pages} onLeave={leave} />;
}
