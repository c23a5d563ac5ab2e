import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { useCurrentUser } from '../../session/current-user.ts';

/** How often an unconfirmed payment is looked up, in milliseconds, and how many times. */
const lookUpMs = 2_000;
const lookUps = 15;

/**
 * Asks the server about the payment that was just made; the server asks the payment service. A payment that should arrive (`expected`) or
 * is not complete is looked up again for half a minute. Grants nothing.
 */
export function usePaid({ expected }: { expected: boolean }) {
  const { user, unreached } = useCurrentUser();
  const utils = trpc.useUtils();
  const asked = useRef(0);
  const query = useQuery({
    queryKey: ['payment-made'],
    async queryFn() {
      const status = await utils.client.subscription.refresh.mutate();
      asked.current += 1;
      utils.subscription.status.setData(undefined, status);
      const isOpen = !status.isActive && (expected || status.state === 'incomplete');
      return { status, looksAgain: isOpen && asked.current < lookUps };
    },
    enabled: (user ?? unreached) !== null,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.looksAgain ? lookUpMs : false),
  });
  return {
    query,
    checkAgain() {
      asked.current = 0;
      void query.refetch();
    },
  };
}
