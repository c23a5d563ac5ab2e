import type { PersonPayment, SubscriptionDecision } from '@noek/contract/admin/schemas';
import { isBlank } from '@noek/contract/text/characters';
import { useState } from 'react';
import { errorCode } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { adminTexts } from '../texts.ts';

const texts = adminTexts.payment;

/**
 * The decision about the subscription of a person who loses the plan. `asked`: the form would take the plan from them, or they do not
 * have it already. `required`: the form may not be sent without a decision. `known`: what they pay, until it is read.
 */
export function useDecision(
  userId: string,
  { asked, required, known = null }: { asked: boolean; required: boolean; known?: PersonPayment | null },
) {
  const [decision, setDecision] = useState<SubscriptionDecision | null>(null);
  const [error, setError] = useState<string | null>(null);
  const query = trpc.admin.userPayment.useQuery({ id: userId }, { enabled: asked, staleTime: 0 });
  const payment = asked ? (query.data ? query.data.payment : known) : null;
  return {
    payment,
    decision: payment ? decision : null,
    error,
    choose(next: SubscriptionDecision) {
      setDecision(next);
      setError(null);
    },
    /** Shows what is missing. Returns true if the form may be sent. */
    check(reason: string): boolean {
      const missing =
        payment && required && !decision
          ? texts.missing
          : payment && decision === 'keep' && isBlank(reason)
            ? texts.missingReason
            : null;
      setError(missing);
      return missing === null;
    },
    /** After a refusal: the person may have begun to pay since the form was opened. */
    refused(refusal: unknown) {
      if (errorCode(refusal) === 'SUBSCRIPTION_DECISION_REQUIRED') void query.refetch();
    },
  };
}
