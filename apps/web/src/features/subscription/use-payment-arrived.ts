import { trpc } from '../../api/trpc.ts';

/**
 * Returns a function that asks the server whether a payment has arrived although its confirmation reported a failure: only the answer may
 * have been lost, or another tab may have paid. It resolves to false if the server cannot be reached either. Grants nothing.
 */
export function usePaymentArrived(): () => Promise<boolean> {
  const { client } = trpc.useUtils();
  return () =>
    client.subscription.refresh.mutate().then(
      (status) => status.isActive,
      () => false,
    );
}
