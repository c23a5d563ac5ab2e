import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { trpc } from '../../../../api/trpc.ts';
import { editingOf, leaveEditing } from './open-editings.ts';

/**
 * A document and its text on this page: what the server has, with a draft that an earlier page has left. `isReady`: it is known whether
 * there is one.
 */
export function useEditing(documentId: string) {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  const [editing] = useState(() => editingOf(documentId, client, queries));
  const state = useSyncExternalStore(editing.subscribe, editing.state);
  const query = trpc.documents.document.useQuery({ documentId });
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    let left = false;
    void editing.restore().then(() => {
      if (!left) setIsReady(true);
    });
    return () => {
      left = true;
      leaveEditing(documentId);
    };
  }, [editing, documentId]);
  const { data } = query;
  useEffect(() => {
    if (data) editing.arrive(data);
  }, [editing, data]);
  return { editing, state, query, isReady: isReady && (state.document !== null || state.named !== null) };
}
