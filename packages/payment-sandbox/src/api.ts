import { type Context, Hono } from 'hono';
import type Stripe from 'stripe';
import { z } from 'zod';
import {
  activate,
  end,
  hasEnded,
  type InvoiceUrl,
  setCancelAt,
  setCancelAtPeriodEnd,
  startSubscription,
} from './billing.ts';
import { listOf, newCustomer, sandboxPrice } from './billing-objects.ts';
import { expanded } from './expand.ts';
import { readParameters } from './form-body.ts';
import { newSetupIntent } from './payment-objects.ts';
import { payInvoice } from './payments-of-invoices.ts';
import { declined, missing, needsAuthentication, Refusal, type Reply, refusal } from './refusal.ts';
import { hashOf, type SandboxStore } from './store.ts';
import { type AnyObject, idOf, type Kind, type Objects, type World } from './world.ts';

const text = z.string().min(1).max(5_000);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const expand = z.array(text).default([]);
const metadata = z.record(text, text).default({});
const reading = z.strictObject({ expand });
const page = { limit: z.coerce.number().int().min(1).max(100).default(10), starting_after: text.optional(), expand };

// Domains are in ASCII, so their last label may have digits.
const email = z.email({ pattern: z.regexes.html5Email });
const customerCreation = z.strictObject({ email: email.optional(), metadata });
const customerChange = z.strictObject({
  // An empty one takes it off.
  email: email.or(z.literal('')).optional(),
  invoice_settings: z.strictObject({ default_payment_method: text }).optional(),
});
const subscriptionCreation = z.strictObject({
  customer: text,
  items: z.tuple([z.strictObject({ price: text })]),
  payment_behavior: z.literal('default_incomplete'),
  payment_settings: z.strictObject({
    save_default_payment_method: z.literal('on_subscription'),
    payment_method_types: z.tuple([z.literal('card')]),
  }),
  metadata,
  expand,
});
const subscriptionChange = z.strictObject({
  cancel_at_period_end: flag.optional(),
  cancel_at: z.union([z.literal('').transform(() => null), z.coerce.number().int()]).optional(),
  default_payment_method: text.optional(),
  expand,
});
const setupCreation = z.strictObject({
  customer: text,
  usage: z.literal('off_session'),
  allowed_payment_method_types: z.tuple([z.literal('card')]),
});
const subscriptionList = z.strictObject({ ...page, customer: text, status: z.literal('all') });
const invoiceList = z.strictObject({
  ...page,
  customer: text.optional(),
  subscription: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
});
const chargeList = z.strictObject({ ...page, customer: text });
const disputeList = z.strictObject({ ...page, payment_intent: text });
const payment = z.strictObject({ payment_method: text, expand });
const nothing = z.strictObject({});

export type SandboxApi = { store: SandboxStore; secretKey: string; invoiceUrl: InvoiceUrl };

/** The part of Stripe's API that Noek uses: https://docs.stripe.com/api */
export function createApi({ store, secretKey, invoiceUrl }: SandboxApi): Hono {
  /** Answers a request about an object that has this id, or about a customer. */
  async function answer<S extends z.ZodType>(
    c: Context,
    shape: S,
    customerId: string | null,
    work: (world: World, input: z.output<S>) => Reply,
  ): Promise<Response> {
    const body = c.req.method === 'POST' ? await c.req.text() : new URL(c.req.url).search.slice(1);
    const input = shape.safeParse(readParameters(body));
    if (!input.success) throw unknownParameter(input.error);
    const key = c.req.method === 'POST' ? c.req.header('Idempotency-Key') : undefined;
    const request = key ? { key, hash: hashOf(c.req.method, c.req.path, body) } : null;
    const { result, isReplayed } = await store.change(customerId, (world) => work(world, input.data), request);
    if (isReplayed) c.header('Idempotent-Replayed', 'true');
    return c.json(result.body as object, result.status);
  }

  const ofObject = async <S extends z.ZodType>(
    c: Context,
    what: string,
    shape: S,
    work: (world: World, input: z.output<S>) => Reply,
  ): Promise<Response> => {
    const id = c.req.param('id') ?? '';
    const customerId = await store.customerOf(id);
    if (customerId === null) throw missing(what, id);
    return answer(c, shape, customerId, work);
  };

  /** The customer whom the parameters of a request name. */
  async function named(c: Context): Promise<string> {
    const sent = c.req.method === 'POST' ? await c.req.text() : new URL(c.req.url).search.slice(1);
    const { customer, subscription, payment_intent: intent } = readParameters(sent);
    const id = String(customer ?? subscription ?? intent ?? '');
    const customerId = await store.customerOf(id);
    if (customerId === null) throw missing(customer === undefined ? 'object' : 'customer', id, 400);
    return customerId;
  }

  const retrieve = (kind: Kind) => (c: Context) =>
    ofObject(c, kind, reading, (world, input) => found(expanded(world, need(world, kind, c), input.expand)));

  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json(error.reply.body as object, error.reply.status);
    throw error;
  });
  app.use(async (c, next) => {
    if (c.req.header('Authorization') !== `Bearer ${secretKey}`)
      throw refusal(401, { message: 'Invalid API Key provided.' });
    await next();
  });

  app.post('/v1/customers', (c) =>
    answer(c, customerCreation, null, (world, input) => {
      const customer = world.save(newCustomer(world, input.email ?? null, input.metadata));
      world.emit('customer.created', customer);
      return found(customer);
    }),
  );
  app.post('/v1/customers/:id', (c) =>
    ofObject(c, 'customer', customerChange, (world, input) => {
      const customer = needCustomer(world, c.req.param('id'), 404);
      if (input.email !== undefined) customer.email = input.email || null;
      const method = input.invoice_settings?.default_payment_method;
      if (method !== undefined)
        customer.invoice_settings.default_payment_method = needCard(world, customer.id, method).id;
      world.save(customer);
      world.emit('customer.updated', customer);
      return found(customer);
    }),
  );
  app.delete('/v1/customers/:id', (c) =>
    ofObject(c, 'customer', nothing, (world) => {
      const customer = needCustomer(world, c.req.param('id'), 404);
      for (const subscription of world.all('subscription'))
        if (!hasEnded(subscription)) end(world, subscription, 'cancellation_requested');
      world.emit('customer.deleted', customer);
      return found(world.save({ id: customer.id, object: 'customer', deleted: true }));
    }),
  );

  app.post('/v1/subscriptions', async (c) =>
    answer(c, subscriptionCreation, await named(c), (world, input) => {
      const customer = needCustomer(world, input.customer, 400);
      const [{ price }] = input.items;
      if (price !== sandboxPrice.id) throw missing('price', price, 400);
      const subscription = startSubscription(world, customer, input.metadata, invoiceUrl);
      return found(expanded(world, subscription, input.expand));
    }),
  );
  app.get('/v1/subscriptions', async (c) =>
    answer(c, subscriptionList, await named(c), (world, input) =>
      paged(world, '/v1/subscriptions', world.all('subscription'), input),
    ),
  );
  app.get('/v1/subscriptions/:id', retrieve('subscription'));
  app.post('/v1/subscriptions/:id', (c) =>
    ofObject(c, 'subscription', subscriptionChange, (world, input) => {
      const subscription = need(world, 'subscription', c);
      if (hasEnded(subscription))
        throw refusal(400, {
          message: 'A canceled subscription can only update its cancellation_details and metadata.',
        });
      if (input.cancel_at_period_end !== undefined)
        setCancelAtPeriodEnd(world, subscription, input.cancel_at_period_end);
      if (input.cancel_at !== undefined) setCancelAt(world, subscription, input.cancel_at);
      if (input.default_payment_method !== undefined)
        subscription.default_payment_method = needCard(
          world,
          idOf(subscription.customer),
          input.default_payment_method,
        ).id;
      world.save(subscription);
      world.emit('customer.subscription.updated', subscription);
      return found(expanded(world, subscription, input.expand));
    }),
  );
  app.delete('/v1/subscriptions/:id', (c) =>
    ofObject(c, 'subscription', nothing, (world) => {
      const subscription = need(world, 'subscription', c);
      if (hasEnded(subscription)) throw missing('subscription', subscription.id);
      end(world, subscription, 'cancellation_requested');
      return found(subscription);
    }),
  );

  app.get('/v1/invoices', async (c) =>
    answer(c, invoiceList, await named(c), (world, input) => {
      const invoices = world
        .all('invoice')
        .filter(
          (invoice) =>
            (input.status === undefined || invoice.status === input.status) &&
            (input.subscription === undefined ||
              idOf(invoice.parent?.subscription_details?.subscription) === input.subscription),
        );
      return paged(world, '/v1/invoices', invoices, input);
    }),
  );
  app.post('/v1/invoices/:id/pay', (c) =>
    ofObject(c, 'invoice', payment, (world, input) => {
      const invoice = need(world, 'invoice', c);
      const method = needCard(world, idOf(invoice.customer), input.payment_method);
      if (invoice.status !== 'open') throw refusal(400, { message: 'Only an open invoice can be paid.' });
      const attempt = payInvoice(world, invoice, method, { person: false });
      if (attempt.kind === 'declined') return declined(attempt.decline);
      if (attempt.kind === 'asks') return needsAuthentication;
      activate(world, invoice, method);
      return found(expanded(world, invoice, input.expand));
    }),
  );

  app.get('/v1/charges', async (c) =>
    answer(c, chargeList, await named(c), (world, input) => paged(world, '/v1/charges', world.all('charge'), input)),
  );
  app.get('/v1/charges/:id', retrieve('charge'));
  app.get('/v1/payment_intents/:id', retrieve('payment_intent'));
  app.get('/v1/disputes', async (c) =>
    answer(c, disputeList, await named(c), (world, input) => {
      const disputes = world.all('dispute').filter((dispute) => dispute.payment_intent === input.payment_intent);
      return paged(world, '/v1/disputes', disputes, input);
    }),
  );
  app.post('/v1/setup_intents', async (c) =>
    answer(c, setupCreation, await named(c), (world, input) => {
      const customer = needCustomer(world, input.customer, 400);
      const intent = world.save(newSetupIntent(world, customer.id));
      world.emit('setup_intent.created', intent);
      return found(intent);
    }),
  );
  app.get('/v1/setup_intents/:id', retrieve('setup_intent'));
  app.notFound((c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`;
    return c.json({ error: { type: 'invalid_request_error', message } }, 404);
  });
  return app;
}

const found = (body: object): Reply => ({ status: 200, body: structuredClone(body) });

function need<K extends Kind>(world: World, kind: K, c: Context): Objects[K] {
  const id = c.req.param('id') ?? '';
  const object = world.get(kind, id);
  if (!object) throw missing(kind, id);
  return object;
}

function needCustomer(world: World, id: string, status: 400 | 404): Stripe.Customer {
  const customer = world.get('customer', id);
  if (!customer || customer.deleted) throw missing('customer', id, status);
  return customer;
}

/** A card that was confirmed by this customer. */
function needCard(world: World, customerId: string | null, id: string): Stripe.PaymentMethod {
  const method = world.get('payment_method', id);
  if (!method || method.customer !== customerId) throw missing('PaymentMethod', id, 400);
  return method;
}

type Page = { limit: number; starting_after?: string | undefined; expand: string[] };

function paged(
  world: World,
  url: string,
  all: AnyObject[],
  { limit, starting_after: after, expand: paths }: Page,
): Reply {
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const data = all.slice(start, start + limit);
  return found(expanded(world, listOf(url, data, all.length > start + limit), paths));
}

function unknownParameter({ issues: [issue] }: z.ZodError): Refusal {
  const param = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])].join('.');
  const code = issue?.code === 'unrecognized_keys' ? 'parameter_unknown' : 'parameter_invalid';
  return refusal(400, { code, message: `Received an unknown or invalid parameter: ${param}`, param });
}
