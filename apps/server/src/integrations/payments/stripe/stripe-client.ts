import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { factsOf, failureOfStripeError } from './failure-of-stripe-error.ts';

export type StripeConnection = {
  secretKey: string;
  /** Another host than Stripe's; null for Stripe's. */
  apiUrl: string | null;
  /** Sends the requests to a service in this process instead. */
  fetch?: typeof fetch;
};

/** How long one try may take, in milliseconds, and how many more tries there are for a call that got no answer. */
export type StripeTuning = { timeoutMs: number; retries: number };
const defaultTuning: StripeTuning = { timeoutMs: 10_000, retries: 1 };

export type StripeClient = {
  /** Runs `work` with the SDK. Throws PaymentFailure in place of the SDK's errors; `recover` may handle one first. */
  call<T>(name: string, work: (stripe: Stripe) => Promise<T>, recover?: (error: unknown) => Promise<T>): Promise<T>;
  close(): void;
};

/** The SDK, which is loaded with the first call, so that a server starts as fast as without it. */
export function createStripeClient(
  { secretKey, apiUrl, fetch }: StripeConnection,
  { log, tuning = defaultTuning }: { log: Logger; tuning?: StripeTuning },
): StripeClient {
  const url = apiUrl === null ? null : new URL(apiUrl);
  const agent = new (url?.protocol === 'http:' ? HttpAgent : HttpsAgent)({ keepAlive: true });
  let loading: Promise<{ stripe: Stripe; errors: typeof Stripe.errors }> | null = null;

  async function load() {
    const { default: Sdk } = await import('stripe');
    const stripe = new Sdk(secretKey, {
      maxNetworkRetries: tuning.retries,
      timeout: tuning.timeoutMs,
      telemetry: false,
      httpClient: fetch ? Sdk.createFetchHttpClient(fetch) : Sdk.createNodeHttpClient(agent),
      ...(url && {
        host: url.hostname,
        port: url.port || (url.protocol === 'http:' ? 80 : 443),
        protocol: url.protocol === 'http:' ? 'http' : 'https',
      }),
    });
    return { stripe, errors: Sdk.errors };
  }

  return {
    async call(name, work, recover) {
      loading ??= load();
      const { stripe, errors } = await loading;
      try {
        return await work(stripe).catch((error: unknown) => {
          if (recover) return recover(error);
          throw error;
        });
      } catch (error) {
        const failure = failureOfStripeError(error, errors);
        if (!failure) throw error;
        if (failure.kind === 'unreachable' || failure.kind === 'invalid')
          log.warn(
            { call: name, kind: failure.kind, ...factsOf(error, errors) },
            'a call to the payment service failed',
          );
        throw failure;
      }
    },
    close: () => agent.destroy(),
  };
}
