import type { User } from '@noek/contract/auth/schemas';
import type { LiveEvent } from '@noek/contract/chat/stream';
import type { QueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils } from '@trpc/react-query';
import type { TrpcClient } from '../../api/client.ts';
import { currentUserKey } from '../../api/trpc.ts';
import { isSignedIn } from '../session/current-user.ts';

/** How this page follows changes of the person's account: the level, the settings and the subscription. */
export type AccountChanges = {
  apply(events: readonly LiveEvent[]): void;
  /** An answer saved, changed or deleted memories. */
  readMemories(): void;
  /** Events may have been missed: everything about the account is read again. */
  readAgain(): void;
};

/** Changes of another account than the one on this page are ignored: the page finds out in other ways who is here. */
export function accountChanges(client: TrpcClient, queries: QueryClient): AccountChanges {
  const utils = createTRPCQueryUtils({ client, queryClient: queries });
  function put(user: User | null): void {
    const known = queries.getQueryData<User | null>(currentUserKey);
    if (user && known?.id === user.id) queries.setQueryData(currentUserKey, user);
  }
  /** The data that depends on the account. Only data on screen is read now. */
  function readDependents(): void {
    void utils.subscription.invalidate();
    void utils.chat.allowance.invalidate();
    void utils.memory.list.invalidate();
    void utils.projects.invalidate();
    void utils.prompts.list.invalidate();
  }
  const changes = () => queries.getQueryState(currentUserKey)?.dataUpdateCount;
  /** A change may overtake the response to a read. The response is then older than what the page knows, so the page reads once more. */
  async function readUser(): Promise<void> {
    const before = changes();
    const user = await client.auth.user.query();
    if (changes() === before) put(user);
    else await readUser();
  }
  function readAgain(): void {
    if (!isSignedIn(queries)) return;
    readUser().catch(() => {});
    readDependents();
  }
  return {
    apply(events) {
      for (const event of events)
        if (event.type === 'hello') readAgain();
        else if (event.type === 'account') {
          put(event.user);
          readDependents();
        }
    },
    readMemories: () => void utils.memory.list.invalidate(),
    readAgain,
  };
}
