import { expect } from 'chai';
import { readSource } from '../../helpers/checkout.ts';
import { ADMIN_ENV } from '../../helpers/operator.ts';
import { withApi } from '../../helpers/start-api.ts';

const { entered } = JSON.parse(readSource('packages/console/texts.en.json')) as {
  entered: Record<string, string>;
};

/** What a person may enter, and the sentence that refuses it. */
const REFUSED: readonly [sentence: string, method: string, path: string, body?: object][] = [
  ['name must not be blank', 'PATCH', '/household', { name: ' ' }],
  ['name must not be empty', 'PATCH', '/household', { name: '' }],
  ['name is taken by another live key', 'POST', '/api_keys', { name: 'One', scopes: ['read'] }],
  ['name is taken by another merchant', 'POST', '/merchants', { name: 'One' }],
  ['name is taken by another tag', 'POST', '/tags', { name: 'One' }],
  ['expires_at must lie in the future', 'POST', '/api_keys', keyUntil('2020-01-01T23:59:59Z')],
  [
    'expires_at must not be later than that of the key you use',
    'POST',
    '/api_keys',
    keyUntil('2099-01-01T23:59:59Z'),
  ],
  ['history_start must not be in the future', 'POST', '/provider_connections', since('2099-01-01')],
  [
    'history_start must be a date in the form YYYY-MM-DD',
    'POST',
    '/provider_connections',
    since('1800-01-01'),
  ],
  [
    'min_amount must not be greater than max_amount',
    'GET',
    '/transactions?min_amount=2&max_amount=1',
  ],
  [
    'start_date must not be after end_date',
    'GET',
    '/transactions?start_date=2026-02-01&end_date=2026-01-01',
  ],
  ['url must use https or http', 'POST', '/webhook_endpoints', { url: 'ftp://example.com' }],
  ['url must be on the public internet', 'POST', '/webhook_endpoints', { url: 'https://10.0.0.1' }],
  [
    'url must use port 80, 443, or 1024 and above',
    'POST',
    '/webhook_endpoints',
    { url: 'https://example.com:22' },
  ],
  [
    'url must not hold a user name or a password',
    'POST',
    '/webhook_endpoints',
    { url: 'https://a:b@example.com' },
  ],
];

function keyUntil(expires_at: string) {
  return { name: 'Another', scopes: ['read'], expires_at };
}

function since(history_start: string) {
  return { api_key: 'a key', history_start };
}

describe('the words of the console for what was entered', () => {
  const { api } = withApi({ env: ADMIN_ENV });
  let ending = '';

  before('make what is in the way', async () => {
    for (const path of ['/merchants', '/tags']) {
      await api.answers(201, 'POST', `/api/v1${path}`, { body: { name: 'One' } });
    }
    const body = { name: 'One', scopes: ['read_write'], expires_at: '2098-01-01T00:00:00Z' };
    const { body: made } = await api.answers(201, 'POST', '/api/v1/api_keys', { body });
    ending = made.data.api_key;
  });

  it('have a test each', () => {
    expect(REFUSED.map(([sentence]) => sentence)).to.have.members(Object.keys(entered));
  });

  for (const [sentence, method, path, body] of REFUSED) {
    it(`are found by the service’s sentence: ${sentence}`, async () => {
      const sent = { as: { key: ending }, ...(body && { body }) };
      const { body: answer } = await api.answers(422, method, `/api/v1${path}`, sent);
      expect(answer.message).to.match(new RegExp(`^${sentence}(?:[.:]|$)`));
    });
  }
});
