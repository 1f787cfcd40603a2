import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { withApi } from '../../helpers/start-api.ts';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

const START = 'http.server.request.start';

describe('a request and its answer', () => {
  const { api } = withApi();

  it("are Express's from the beginning: their prototype is not changed, which V8 makes dear", async () => {
    const prototypes = ({ request, response }: Exchange): unknown[] =>
      [request, response].map((made) => Object.getPrototypeOf(made) as unknown);
    const exchanges: { exchange: Exchange; born: unknown[] }[] = [];
    const note = (message: unknown): void => {
      const exchange = message as Exchange;
      exchanges.push({ exchange, born: prototypes(exchange) });
    };
    subscribe(START, note);
    try {
      await fetch(`${api.baseUrl}/api/v1/rules`);
    } finally {
      unsubscribe(START, note);
    }
    const [served] = exchanges.filter(({ exchange }) => exchange.request.url === '/api/v1/rules');
    if (served === undefined) throw new Error('no request was noted');
    const [request, response] = prototypes(served.exchange);
    expect(request).equals(served.born[0]).and.has.property('accepts');
    expect(response).equals(served.born[1]).and.has.property('json');
  });
});
