import { listOf } from './billing-objects.ts';
import { intentOf } from './payments-of-invoices.ts';
import { refusal } from './refusal.ts';
import type { AnyObject, World } from './world.ts';

/** Stripe's limit: https://docs.stripe.com/expand */
const maxDepth = 4;

type Node = Record<string, unknown>;

/** A copy of an object, or of a list of them, with the named references replaced by what they refer to. */
export function expanded<T extends object>(world: World, from: T, paths: readonly string[]): T {
  const copy = structuredClone(from);
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > maxDepth)
      throw refusal(400, {
        message: `You cannot expand more than ${maxDepth} levels of a property. Property: ${path}`,
      });
    expand(world, copy as Node, names, path);
  }
  return copy;
}

function expand(world: World, node: Node, [name = '', ...rest]: string[], path: string): void {
  if (node.object === 'invoice') addParts(world, node, name);
  const value = node[name];
  if (value === undefined)
    throw refusal(400, { message: `This property cannot be expanded (${path}).`, param: 'expand' });
  if (typeof value === 'string') node[name] = structuredClone(world.find(value)) ?? value;
  for (const inner of innerNodes(node[name])) if (rest.length > 0) expand(world, inner, rest, path);
}

const innerNodes = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : [value]).filter((inner) => typeof inner === 'object' && inner !== null);

/** What an invoice has only when it is asked for. */
function addParts(world: World, node: Node, name: string): void {
  const invoice = node as unknown as Extract<AnyObject, { object: 'invoice' }>;
  if (name === 'confirmation_secret' && invoice.confirmation_secret === undefined) {
    const { client_secret: secret } = intentOf(world, invoice);
    invoice.confirmation_secret = secret === null ? null : { client_secret: secret, type: 'payment_intent' };
  }
  if (name === 'payments' && invoice.payments === undefined) {
    const payments = world.all('invoice_payment').filter((payment) => payment.invoice === invoice.id);
    invoice.payments = listOf(`/v1/invoice_payments?invoice=${invoice.id}`, structuredClone(payments));
  }
}
