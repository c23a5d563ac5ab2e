import type { AdminUser } from '@noek/contract/admin/schemas';
import { useState } from 'react';
import { newClientMessageId } from '../../chat/outbox/client-message-id.ts';

/** The people who are selected, on any page of the list. */
export type PeopleSelection = {
  /** Identifies this selection. Each change gives it a new id. */
  id: string;
  users: readonly AdminUser[];
  has(id: string): boolean;
  set(users: readonly AdminUser[], selected: boolean): void;
  clear(): void;
};

export function usePeopleSelection(): PeopleSelection {
  const [{ id, chosen }, setSelection] = useState(emptySelection);
  return {
    id,
    users: [...chosen.values()],
    has: (userId) => chosen.has(userId),
    set: (users, selected) =>
      setSelection((before) => {
        const after = new Map(before.chosen);
        for (const user of users)
          if (selected) after.set(user.id, user);
          else after.delete(user.id);
        return { id: newClientMessageId(), chosen: after };
      }),
    clear: () => setSelection(emptySelection),
  };
}

const emptySelection = (): { id: string; chosen: ReadonlyMap<string, AdminUser> } => ({
  id: newClientMessageId(),
  chosen: new Map(),
});
