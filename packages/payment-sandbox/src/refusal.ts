import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Decline } from './test-cards.ts';

/** An answer of the sandbox: a status, and a body in Stripe's shape. */
export type Reply = { status: ContentfulStatusCode; body: unknown };

/** A request that changes nothing and is answered with an error. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super('The sandbox refused a request.');
    this.reply = reply;
  }
}

type Problem = { type?: string; code?: string; message: string; param?: string };

export const refusal = (status: ContentfulStatusCode, problem: Problem): Refusal =>
  new Refusal({ status, body: { error: { type: 'invalid_request_error', ...problem } } });

export const missing = (what: string, id: string, status: 400 | 404 = 404): Refusal =>
  refusal(status, { code: 'resource_missing', message: `No such ${what}: '${id}'`, param: 'id' });

/** The answer to a payment that a card refused. What was tried is kept. */
export const declined = ({ code, declineCode, message }: Decline): Reply => ({
  status: 402,
  body: { error: { type: 'card_error', code, decline_code: declineCode, message } },
});

export const needsAuthentication: Reply = {
  status: 402,
  body: {
    error: {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message: 'This payment requires additional user action before it can be completed successfully.',
    },
  },
};
