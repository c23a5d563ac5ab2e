import { refusalOf } from '@noek/contract/chat/sending';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const isMissingIn = (error: unknown) => refusalOf(error)?.secondFactorMissing === true;

/**
 * Whether the server has refused a call of this page because administrators need a second factor and this one has none. `onSetUp` forgets
 * the refusals, so that the page reads everything again.
 */
export function useSecondFactorMissing(): { isMissing: boolean; onSetUp: () => void } {
  const queries = useQueryClient();
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    const look = (error: unknown) => {
      if (isMissingIn(error)) setIsMissing(true);
    };
    const stopReads = queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
    });
    const stopWrites = queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
    });
    return () => {
      stopReads();
      stopWrites();
    };
  }, [queries]);
  const onSetUp = () => {
    queries.removeQueries({ predicate: ({ state }) => isMissingIn(state.error) });
    setIsMissing(false);
  };
  return { isMissing, onSetUp };
}
