import type Stripe from 'stripe';

// The shapes that tests check requests and answers against. Each name is a type of Stripe's SDK; stripe-schemas.ts turns them into
// JSON schemas.

export type Customer = Stripe.Customer;
export type DeletedCustomer = Stripe.DeletedCustomer;
export type Subscription = Stripe.Subscription;
export type Invoice = Stripe.Invoice;
export type PaymentIntent = Stripe.PaymentIntent;
export type SetupIntent = Stripe.SetupIntent;
export type PaymentMethod = Stripe.PaymentMethod;
export type Charge = Stripe.Charge;
export type Refund = Stripe.Refund;
export type Dispute = Stripe.Dispute;
export type EventBase = Stripe.EventBase;
export type RawError = Stripe.StripeRawError;

export type CustomerCreateParams = Stripe.CustomerCreateParams;
export type CustomerUpdateParams = Stripe.CustomerUpdateParams;
export type CustomerDeleteParams = Stripe.CustomerDeleteParams;
export type SubscriptionCreateParams = Stripe.SubscriptionCreateParams;
export type SubscriptionUpdateParams = Stripe.SubscriptionUpdateParams;
export type SubscriptionRetrieveParams = Stripe.SubscriptionRetrieveParams;
export type SubscriptionListParams = Stripe.SubscriptionListParams;
export type SubscriptionCancelParams = Stripe.SubscriptionCancelParams;
export type InvoiceListParams = Stripe.InvoiceListParams;
export type InvoicePayParams = Stripe.InvoicePayParams;
export type ChargeListParams = Stripe.ChargeListParams;
export type ChargeRetrieveParams = Stripe.ChargeRetrieveParams;
export type PaymentIntentRetrieveParams = Stripe.PaymentIntentRetrieveParams;
export type DisputeListParams = Stripe.DisputeListParams;
export type SetupIntentCreateParams = Stripe.SetupIntentCreateParams;
export type SetupIntentRetrieveParams = Stripe.SetupIntentRetrieveParams;
