/**
 * Why a card, a refund or a dispute was refused. `message` is for people.
 *
 * - `declined`: the card was refused. Another card may work.
 * - `authentication`: the bank wants the person to authenticate the payment (3-D Secure).
 * - `invalid`: what was entered is wrong, or the payment is not there or has ended.
 */
export class SandboxFailure extends Error {
  readonly kind: 'declined' | 'authentication' | 'invalid';

  constructor(kind: SandboxFailure['kind'], message: string) {
    super(message);
    this.name = 'SandboxFailure';
    this.kind = kind;
  }
}

/** Where the sandbox reports what it could not do: the facts, then a sentence. */
export type SandboxLog = Record<'warn' | 'error', (facts: object, message: string) => void>;

/** The receiver of events. It is called with the raw body and the header `Stripe-Signature`. */
export type Receiver = (raw: string, signature: string) => Promise<void>;

/** The card that a person enters in the sandbox's form, as typed. */
export type Confirmation = {
  /** The secret of a payment or of a card change; of this customer alone. */
  clientSecret: string;
  customerId: string;
  cardNumber: string;
  /** Month and year: "12/30". */
  expiry: string;
  cvc: string;
  /** What the person answered to the bank's question; absent until it was asked. */
  authentication?: 'complete' | 'fail' | undefined;
};

/** A service with Stripe's requests, shapes and events, and what people and operators do with it. */
export type PaymentSandbox = {
  /** Answers Stripe's requests in this process, whatever their host is. */
  fetch: typeof fetch;
  /** The id of the one price that it sells. */
  priceId: string;
  /** What Stripe's form does in the browser. Throws SandboxFailure. Then delivers the events. */
  confirm(input: Confirmation): Promise<void>;
  /** Does everything that is due by the clock: renews, retries, expires, ends; then delivers the events that are due. */
  tick(): Promise<void>;
  /** What an operator does at the service: refunds a paid invoice, in full without an amount. Throws `invalid`. */
  refund(invoiceId: string, amountCents?: number): Promise<void>;
  /** Opens a dispute about a paid invoice, or decides the open one. Throws `invalid`. */
  dispute(invoiceId: string, state: 'open' | 'won' | 'lost'): Promise<void>;
  /** The printable page of an invoice of this customer (a whole HTML document); null if there is none. */
  invoicePage(invoiceId: string, customerId: string): Promise<string | null>;
  /** Sets the receiver of events, which is called with the raw body and its signature. If it throws, the event is delivered again later. */
  deliverTo(receive: Receiver): void;
};
