import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

/** What the sandbox keeps, in Stripe's shapes. References are ids; what is expanded is put together when it is read. */
export type Objects = {
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  setup_intent: Stripe.SetupIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
};
export type Kind = keyof Objects;
export type AnyObject = Objects[Kind];

/** One object with the moment at which the sandbox must do something about it, in seconds; null for never. */
export type Entry = { object: AnyObject; dueAt: number | null };
export type NewEvent = { type: Stripe.Event.Type; object: AnyObject };

/** Everything of one customer, in memory. The rules of billing change it; the store writes the changes in one step. */
export class World {
  /** The time of what happens, in seconds. */
  now: number;
  readonly events: NewEvent[] = [];
  readonly changed = new Set<string>();
  readonly added = new Set<string>();
  private readonly entries: Map<string, Entry>;

  constructor(entries: Iterable<Entry>, now: number) {
    this.entries = new Map([...entries].map((entry) => [entry.object.id, entry]));
    this.now = now;
  }

  find(id: string): AnyObject | null {
    return this.entries.get(id)?.object ?? null;
  }

  get<K extends Kind>(kind: K, id: string): Objects[K] | null {
    const object = this.find(id);
    return object?.object === kind ? (object as Objects[K]) : null;
  }

  /** Newest first. */
  all<K extends Kind>(kind: K): Objects[K][] {
    const found = [...this.entries.values()].flatMap(({ object }) =>
      object.object === kind ? [object as Objects[K] & { created?: number }] : [],
    );
    return found.toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0) || (a.id < b.id ? 1 : -1));
  }

  entry(id: string): Entry | null {
    return this.entries.get(id) ?? null;
  }

  /** Keeps an object, new or changed. Without `dueAt` it stays what it was. */
  save<T extends AnyObject>(object: T, dueAt?: number | null): T {
    const before = this.entries.get(object.id);
    (before && !this.added.has(object.id) ? this.changed : this.added).add(object.id);
    this.entries.set(object.id, { object, dueAt: dueAt === undefined ? (before?.dueAt ?? null) : dueAt });
    return object;
  }

  /** Reports what has just happened to an object. The event has the object as it is now. */
  emit(type: Stripe.Event.Type, object: AnyObject): void {
    this.events.push({ type, object: structuredClone(object) });
  }

  /** A new id. Ids of one customer sort by age. */
  id(prefix: string): string {
    return `${prefix}_${this.entries.size.toString(36).padStart(5, '0')}${secretPart()}`;
  }
}

/** The id in a reference, whether it is expanded or not. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** 96 random bits as letters and digits. */
export const secretPart = (): string => randomBytes(12).toString('hex');
