import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../app/format.ts';
import { Page } from '../parts/page.tsx';
import { Loaded } from '../parts/states.tsx';
import { actionsQuery } from './api.ts';
import { Sheet } from './sheet.tsx';
import { useOperationsTexts, useWords } from './texts.ts';

/** What operators did. */
export function ActionsPage() {
  const t = useOperationsTexts();
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
