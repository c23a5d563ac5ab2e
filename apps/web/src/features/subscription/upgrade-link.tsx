import type { User } from '@noek/contract/auth/schemas';
import type { ComponentProps } from 'react';
import { usePublicConfig } from '../../api/base/public-config.ts';

/** The page that shows and takes payments. Only its documents may load the payment service's script, so links to it are plain. */
export const subscribeHref = '/subscribe';

export const upgradeText = 'Upgrade';

/** Whether SuperNoek is on offer: payments are on, and the person (null: a guest) does not have it. */
export function useCanUpgrade(user: Pick<User, 'accessLevel'> | null): boolean {
  const { payments } = usePublicConfig();
  return payments.provider !== 'none' && (user === null || user.accessLevel === 'basic');
}

/** A link to SuperNoek. Renders nothing for people who have it, and while payments are switched off. */
export function UpgradeLink({
  user,
  children = upgradeText,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { user: Pick<User, 'accessLevel'> | null }) {
  if (!useCanUpgrade(user)) return null;
  return (
    <a href={subscribeHref} {...rest}>
      {children}
    </a>
  );
}
