import type { AdminUser } from '@noek/contract/admin';
import { useState } from 'react';

/** The people who are selected, on any page of the list. */
export type PeopleSelection = {
  users: readonly AdminUser[];
  has(id: string): boolean;
  set(users: readonly AdminUser[], selected: boolean): void;
  clear(): void;
};

export function usePeopleSelection(): PeopleSelection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, AdminUser>>(new Map());
  return {
    users: [...chosen.values()],
    has: (id) => chosen.has(id),
    set: (users, selected) =>
      setChosen((before) => {
        const after = new Map(before);
        for (const user of users)
          if (selected) after.set(user.id, user);
          else after.delete(user.id);
        return after;
      }),
    clear: () => setChosen(new Map()),
  };
}
