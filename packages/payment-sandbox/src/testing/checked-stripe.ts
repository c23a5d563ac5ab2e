import { readParameters } from '../form-body.ts';
import { type ShapeName, stripeSchemas } from './stripe-schemas.ts';

/** Which parameters a request has, and what answers it: one object, or a list of them. */
type Call = { method: string; path: RegExp; params: ShapeName; answer: ShapeName; isList?: true };

const id = '[a-z]+_\\w+';
const call = (method: string, path: string, params: ShapeName, answer: ShapeName, isList?: true): Call => ({
  method,
  path: new RegExp(`^/v1/${path.replace(':id', id)}$`),
  params,
  answer,
  ...(isList && { isList }),
});

const calls: Call[] = [
  call('POST', 'customers', 'CustomerCreateParams', 'Customer'),
  call('POST', 'customers/:id', 'CustomerUpdateParams', 'Customer'),
  call('DELETE', 'customers/:id', 'CustomerDeleteParams', 'DeletedCustomer'),
  call('POST', 'subscriptions', 'SubscriptionCreateParams', 'Subscription'),
  call('GET', 'subscriptions', 'SubscriptionListParams', 'Subscription', true),
  call('GET', 'subscriptions/:id', 'SubscriptionRetrieveParams', 'Subscription'),
  call('POST', 'subscriptions/:id', 'SubscriptionUpdateParams', 'Subscription'),
  call('DELETE', 'subscriptions/:id', 'SubscriptionCancelParams', 'Subscription'),
  call('GET', 'invoices', 'InvoiceListParams', 'Invoice', true),
  call('POST', 'invoices/:id/pay', 'InvoicePayParams', 'Invoice'),
  call('GET', 'charges', 'ChargeListParams', 'Charge', true),
  call('GET', 'charges/:id', 'ChargeRetrieveParams', 'Charge'),
  call('GET', 'payment_intents/:id', 'PaymentIntentRetrieveParams', 'PaymentIntent'),
  call('GET', 'disputes', 'DisputeListParams', 'Dispute', true),
  call('POST', 'setup_intents', 'SetupIntentCreateParams', 'SetupIntent'),
  call('GET', 'setup_intents/:id', 'SetupIntentRetrieveParams', 'SetupIntent'),
];

const shapeOfObject: Record<string, ShapeName> = {
  customer: 'Customer',
  subscription: 'Subscription',
  invoice: 'Invoice',
  payment_intent: 'PaymentIntent',
  setup_intent: 'SetupIntent',
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
};

/** The requests to the service, and how they or the answers differ from the types of Stripe's SDK. */
export type Checked = { fetch: typeof fetch; calls: string[]; problems: string[] };

/** Passes requests on, and checks each of them and its answer. */
export function checkedStripe(service: typeof fetch): Checked {
  const { problems: problemsOf } = stripeSchemas();
  const checked: Checked = {
    calls: [],
    problems: [],
    async fetch(input, init) {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const name = `${request.method} ${url.pathname}`;
      const body = request.method === 'POST' ? await request.clone().text() : url.search.slice(1);
      const response = await service(request);
      checked.calls.push(name);
      const known = calls.find(({ method, path }) => method === request.method && path.test(url.pathname));
      if (!known) {
        checked.problems.push(`${name} is not a call of Stripe's SDK that Noek uses`);
        return response;
      }
      checked.problems.push(...problemsOf(known.params, readParameters(body), { isForm: true }));
      checked.problems.push(...problemsOfAnswer(known, response.status, (await response.clone().json()) as AnswerBody));
      return response;
    },
  };
  return checked;
}

type AnswerBody = { error?: unknown; data?: unknown[] };

function problemsOfAnswer(known: Call, status: number, body: AnswerBody): string[] {
  const { problems } = stripeSchemas();
  if (status >= 400) return problems('RawError', body.error);
  if (!known.isList) return problems(known.answer, body);
  return (body.data ?? [{ missing: 'data' }]).flatMap((item) => problems(known.answer, item));
}

/** What is wrong with an event, its object included. */
export function problemsOfEvent(event: { data: { object: { object: string } } }): string[] {
  const { problems } = stripeSchemas();
  const { object } = event.data;
  const shape = shapeOfObject[object.object];
  return [
    ...problems('EventBase', { ...event, data: { object: {} } }),
    ...(shape ? problems(shape, object) : [`${object.object} is not an object of Stripe's that Noek knows`]),
  ];
}
