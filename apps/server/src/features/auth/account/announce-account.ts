/** Passes news about accounts on to their open pages. The live stream of chats does it; auth does not know chats. */
export type AccountPages = { publish(owner: { key: `user:${string}` }, news: { type: 'account' }): void };

/**
 * Tells all open pages of a person, in all processes, that their settings, address, plan or subscription changed. The pages get the
 * person as they are now. Call it after the commit.
 */
export function announceAccount({ live }: { live: AccountPages }, userId: string): void {
  live.publish({ key: `user:${userId}` }, { type: 'account' });
}
