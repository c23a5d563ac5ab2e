import type { User } from '@noek/contract/auth/schemas';
import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import { mira } from '../../session/testing/mira.ts';

export const basicStatus: SubscriptionStatus = {
  isActive: false,
  plan: 'basic',
  cancelAtPeriodEnd: false,
  currentPeriodEnd: null,
  state: 'none',
  problem: null,
  card: null,
  provider: 'sandbox',
};
export const paidStatus: SubscriptionStatus = {
  ...basicStatus,
  isActive: true,
  plan: 'supernoek',
  state: 'active',
  currentPeriodEnd: '2026-12-22T12:00:00.000Z',
  card: { brand: 'Visa', last4: '4242' },
};
export const premiumMira: User = { ...mira, accessLevel: 'supernoek' };

/** The public settings with test payments. */
export const sandboxConfig = { payments: { provider: 'sandbox', publishableKey: null } } as const;

type Handlers = Record<string, (input: never) => unknown>;

/** Answers of the server for a person with this subscription. */
export const subscriber = (status: () => SubscriptionStatus, more: Handlers = {}): Handlers => ({
  'auth.user': () => mira,
  'subscription.status': status,
  'subscription.invoices': () => [],
  'chat.allowance': () => ({
    remainingMessages: 2_941,
    messageLimit: 3_000,
    resetAt: null,
    windows: [{ limit: 3_000, remaining: 2_941, windowMs: 86_400_000, resetAt: null }],
  }),
  ...more,
});
