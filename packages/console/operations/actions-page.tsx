import { useQuery } from '@tanstack/react-query';
import { useFormats, useTexts } from '../app/index.ts';
import { Loaded, Page } from '../parts/index.ts';
import { actionsQuery } from './api.ts';
import { Sheet } from './sheet.tsx';
import { useWords } from './words.ts';

/** What operators did. */
export function ActionsPage() {
  const t = useTexts('operations');
  const words = useWords();
  const { instant } = useFormats();
  const head = ['when', 'actor', 'what', 'target', 'result'] as const;
  return (
    <Page title={t('actions')} about={t('actions_about')}>
      <Loaded query={useQuery(actionsQuery)}>
        {({ data }) => (
          <Sheet
            title={t('latest')}
            head={head.map((name) => t(`head.${name}`))}
            rows={data.map(({ at, actor, action, target, result }) => ({
              key: `${at} ${action} ${target}`,
              cells: [instant(at), actor, words(action), target, result],
            }))}
            none={t('none')}
          />
        )}
      </Loaded>
    </Page>
  );
}
