import { archiveHours } from '@noek/contract/archive/limits';
import { apiTokenLimit, passwordLimits, sessionLimits } from '@noek/contract/auth/limits';
import {
  answersAtOnce,
  emptyConversationsPerHour,
  guestSearchLimit,
  maxMessageLength,
  maxShares,
  searchesPerMinute,
  trashDays,
} from '@noek/contract/chat/limits';
import { keyProviders } from '@noek/contract/config/key-providers';
import { memoryVersionsKept } from '@noek/contract/memory/limits';
import { planMessages } from '@noek/contract/subscription/limits';

/**
 * The figures that the policies name. Those that only the server has are repeated here and compared with it by
 * `company-policies.test.ts`.
 */
export const policyFigures = {
  answersAtOnce,
  apiTokenLimit,
  archiveHours,
  guestSearchLimit,
  maxMessageLength,
  maxShares,
  memoryVersionsKept,
  emptyConversationsPerHour,
  passwordLimits,
  planMessages,
  searchesPerMinute,
  sessionLimits,
  trashDays,
  /** Days after their first visit until guests are deleted with their chats. */
  guestDays: 91,
  /** Days until a sign-up that was never verified is deleted. */
  signUpDays: 30,
  /** Days until the records of sent emails are deleted. */
  mailDays: 30,
  /** Hours during which a memory that was forgotten in a chat can be restored. */
  forgottenMemoryHours: 24,
  /** Days for which sums without names are kept. */
  sumsDays: 400,
  verifyLinkHours: 24,
  resetLinkHours: 1,
  undoLinkDays: 7,
  /** The minimum age for using Noek, in years. */
  minimumAge: 13,
  /** The liability is limited to the payments of this many months before a claim. */
  liabilityMonths: 'twelve',
} as const;

/** The providers that Noek knows by name; a server may have others. */
export const providerNames = keyProviders.map(({ name }) => name);
/** The services that web search can use. */
export const searchServices = ['SearXNG', 'Brave', 'Tavily', 'Wikipedia'] as const;

const number = new Intl.NumberFormat('en-US');
/** "3,000". */
export const figure = (value: number): string => number.format(value);
/** "a, b and c". */
export const joined = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
