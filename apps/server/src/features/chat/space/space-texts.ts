import type { AccessLevel } from '@noek/contract/subscription/plans';

/** What people can do who have no space left. */
export const spaceAdvice = (accessLevel: AccessLevel): string =>
  accessLevel === 'basic' ? 'delete chats permanently, or upgrade to SuperNoek' : 'delete chats permanently';
