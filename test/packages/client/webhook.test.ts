import { expect } from 'chai';
import { verifyWebhook, WebhookError, type ReceivedWebhook } from '#client';
import { newWebhookSecret, signatureHeaders } from '../../../shared/webhooks/signature.ts';

describe('verifyWebhook', () => {
  const secret = newWebhookSecret();
  const at = new Date('2026-03-01T10:00:00Z');
  const event = { type: 'webhook_endpoint.test', data: { text: 'Grüße' } };
  const body = JSON.stringify(event);
  const headers = signatureHeaders([newWebhookSecret(), secret], { id: 'one', at, body });
  const verify = (changes: Partial<ReceivedWebhook> = {}) =>
    verifyWebhook({ body, headers, secrets: secret, now: at.getTime(), ...changes });

  it('takes what one of the secrets has signed, as text or bytes', async () => {
    expect(await verify()).to.deep.equal(event);
    const bytes = new TextEncoder().encode(body);
    const secrets = [newWebhookSecret(), secret];
    expect(await verify({ body: bytes, headers: new Headers(headers), secrets })).to.deep.equal(
      event,
    );
  });

  it('takes the signature of a specification other than ours', async () => {
    // The example of https://github.com/standard-webhooks/standard-webhooks.
    const sample = {
      body: '{"test": 2432232314}',
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v2,x v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      secrets: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      now: 1614265330_000,
    };
    expect(await verifyWebhook(sample)).to.deep.equal({ test: 2432232314 });
  });

  it('refuses everything else', async () => {
    const { 'webhook-id': _, ...nameless } = headers;
    const cases: Partial<ReceivedWebhook>[] = [
      { body: `${body} ` },
      { secrets: newWebhookSecret() },
      { secrets: [] },
      { headers: nameless },
      { headers: { ...headers, 'webhook-id': 'two' } },
      { headers: { ...headers, 'webhook-signature': 'v1,%% v1,' } },
      { headers: { ...headers, 'webhook-timestamp': 'soon' } },
      { now: at.getTime() + 301_000 },
      { now: at.getTime() - 301_000 },
    ];
    for (const each of cases) {
      const error: unknown = await verify(each).catch((thrown: unknown) => thrown);
      expect(error, JSON.stringify(each)).to.be.instanceOf(WebhookError);
    }
    const error: unknown = await verify({ secrets: 'whsec_not base64!' }).catch(String);
    expect(error).to.equal('TypeError: A secret is not base64.');
  });
});
