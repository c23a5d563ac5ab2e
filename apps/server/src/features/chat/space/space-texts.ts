import type { AccessLevel } from '@noek/contract/subscription/plans';

const MB = 1024 * 1024;

/** "200 MB", "2 GB": rounded up to whole megabytes, or whole gigabytes exactly. */
export function spaceSize(bytes: number): string {
  const megabytes = Math.ceil(bytes / MB);
  return megabytes > 0 && megabytes % 1024 === 0 ? `${megabytes / 1024} GB` : `${megabytes.toLocaleString('en-US')} MB`;
}

/** What people can do who have no space left. */
export const spaceAdvice = (accessLevel: AccessLevel): string =>
  accessLevel === 'basic' ? 'delete chats for ever, or upgrade to SuperNoek' : 'delete chats for ever';
