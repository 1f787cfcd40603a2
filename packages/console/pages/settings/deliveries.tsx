import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client, reading, formats, texts } from '../../app/index.ts';
import { Act, Loaded, Note, Rows } from '../../parts/index.ts';

const t = texts('settings');

/** How soon one that is under way is looked at again: the first attempt follows at once, the others later each time. */
const AGAIN_MS = { first: 1_000, other: 5_000 };

/** The newest deliveries of an endpoint, and a way to send one again. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const query = { webhook_endpoint_id: endpointId, per_page: 10 };
  const deliveries = useQuery({
    ...reading('/webhook_deliveries', { query }, ['webhook_delivery']),
    // Deliveries are not in the feed.
    refetchInterval: ({ state: { data } }) => {
      const pending = data?.data.filter(({ status }) => status === 'pending') ?? [];
      if (pending.length === 0) return false;
      return AGAIN_MS[pending.some(({ attempts }) => attempts === 0) ? 'first' : 'other'];
    },
  });
  return (
    <Loaded query={deliveries} lines={1} empty={<Note mt="sm">{t('webhooks.no_deliveries')}</Note>}>
      {({ data }) => (
        <Rows
          label={t('webhooks.deliveries')}
          head={[t('webhooks.event'), t('webhooks.status'), t('webhooks.when'), '']}
          endsFrom={3}
          rows={data.map(({ id, type, status, attempts, answer_status, fault, created_at }) => ({
            key: id,
            cells: [
              type,
              <>
                <Text size="sm" {...(status === 'failed' && { c: 'red' })}>
                  {t(`webhooks.${status}`)}
                </Text>
                <Note size="xs">
                  {[t('webhooks.attempts', { count: attempts }), answer_status, fault]
                    .filter(Boolean)
                    .join(' · ')}
                </Note>
              </>,
              formats.instant(created_at),
              <Act
                size="compact-xs"
                variant="subtle"
                label={t('webhooks.again_label', {
                  event: type,
                  time: formats.instant(created_at),
                })}
                call={() => client.post('/webhook_deliveries/{id}/replay', { path: { id } })}
                changes={['webhook_delivery']}
              >
                {t('webhooks.again')}
              </Act>,
            ],
          }))}
        />
      )}
    </Loaded>
  );
}
