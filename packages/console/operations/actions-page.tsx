import { useQuery } from '@tanstack/react-query';
import { formats, texts } from '../app/index.ts';
import { Loaded, Note, Page, Rows } from '../parts/index.ts';
import { actionsQuery } from './api.ts';
import type { LeverResult } from './api.ts';
import { resultWords, words } from './words.ts';

const t = texts('operations');

/** What operators did. */
export function ActionsPage() {
  // A lever that could not be pulled left the reason in words.
  const resultOf = (text: string): string =>
    text.startsWith('{') ? resultWords(JSON.parse(text) as LeverResult) : words(text);
  const head = ['when', 'actor', 'what', 'target', 'result'] as const;
  return (
    <Page title={t('actions')} about={t('actions_about')}>
      <Loaded query={useQuery(actionsQuery)} empty={<Note>{t('none')}</Note>}>
        {({ data }) => (
          <Rows
            label={t('latest')}
            head={head.map((name) => t(`head.${name}`))}
            rows={data.map((done) => ({
              key: `${done.at} ${done.action} ${done.target}`,
              cells: [
                formats.instant(done.at),
                done.actor,
                words(done.action),
                done.target,
                resultOf(done.result),
              ],
            }))}
          />
        )}
      </Loaded>
    </Page>
  );
}
