import { z } from 'zod';
import { type PaymentEvent, PaymentFailure } from '../payments.ts';

const reference = z
  .union([z.string(), z.looseObject({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);

/** The parts of an event that say whom it is about. */
const eventSchema = z.looseObject({
  id: z.string().min(1).max(255),
  object: z.literal('event'),
  type: z.string().min(1).max(255),
  data: z.looseObject({
    object: z.looseObject({
      object: z.string(),
      id: z.string().optional(),
      customer: reference,
      charge: reference,
      parent: z
        .looseObject({ subscription_details: z.looseObject({ subscription: reference }).nullish() })
        .nullish()
        .catch(null),
    }),
  }),
});

/**
 * Whom an event is about, if it says so: a dispute names only its charge. Throws `invalid` for a body that is not an event.
 */
export function toPaymentEvent(raw: string): PaymentEvent & { chargeId: string | null } {
  const { id, type, data } = parsed(raw);
  const { object } = data;
  const ownId = object.id ?? null;
  return {
    id,
    type,
    customerId: object.object === 'customer' ? ownId : object.customer,
    subscriptionId:
      object.object === 'subscription' ? ownId : (object.parent?.subscription_details?.subscription ?? null),
    chargeId: object.object === 'dispute' ? object.charge : null,
  };
}

function parsed(raw: string): z.output<typeof eventSchema> {
  try {
    return eventSchema.parse(JSON.parse(raw));
  } catch {
    throw notAnEvent();
  }
}

export const notAnEvent = () => new PaymentFailure('invalid', 'This delivery is not an event.');
