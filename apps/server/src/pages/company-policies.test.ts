import { archiveHours } from '@noek/contract/archive/limits';
import { passwordLimits, sessionLimits } from '@noek/contract/auth/limits';
import { guestSearchLimit, maxShares, trashDays } from '@noek/contract/chat/limits';
import { companyMarks } from '@noek/contract/company/site';
import { keyProviders } from '@noek/contract/config/key-providers';
import { memoryVersionsKept } from '@noek/contract/memory/limits';
import { planMessages } from '@noek/contract/subscription/limits';
import { expect, test } from 'vitest';
import { aiUsagePolicy } from '../../../web/src/features/company/policies/ai-usage-policy.ts';
import { policyFigures, providerNames, searchServices } from '../../../web/src/features/company/policies/figures.ts';
import { type Policy, policyDate } from '../../../web/src/features/company/policies/policy.ts';
import { privacyPolicy } from '../../../web/src/features/company/policies/privacy-policy.ts';
import { termsOfService } from '../../../web/src/features/company/policies/terms-of-service.ts';
import { guestLifetimeMs } from '../features/auth/guest/read-guest.ts';
import { linkLifetimesMs } from '../features/auth/secrets/email-token.ts';
import { signUpLifetimeMs } from '../features/auth/sign-up/sign-up-link.ts';
import { keptHours } from '../features/figures/purge-figures.ts';
import { restorableMs } from '../features/memory/purge-forgotten.ts';
import { mailKeptMs } from '../features/outbox/due-mail.ts';
import { readConfig } from '../settings/config.ts';

// The policies say what the product does: their figures come from the code.

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const textOf = ({ summary, sections }: Policy) =>
  [summary, ...sections.flatMap(({ heading, text }) => [heading, text])].join('\n');
const [privacy, terms, aiUsage] = [privacyPolicy, termsOfService, aiUsagePolicy].map(textOf) as [
  string,
  string,
  string,
];

test('the figures that only the server knows are its own', () => {
  expect(policyFigures).toMatchObject({
    guestDays: guestLifetimeMs / DAY + 1,
    signUpDays: signUpLifetimeMs / DAY,
    mailDays: mailKeptMs / DAY,
    forgottenMemoryHours: restorableMs / HOUR,
    sumsDays: keptHours / 24,
    verifyLinkHours: linkLifetimesMs['verify-email'] / HOUR,
    resetLinkHours: linkLifetimesMs['reset-password'] / HOUR,
    undoLinkDays: linkLifetimesMs['undo-email-change'] / DAY,
  });
});

test.each([
  ['privacy policy', privacy],
  ['terms of service', terms],
  ['AI usage policy', aiUsage],
])('[2.152] [9.31] the %s names multi-AI, web search, memory and the beta', (_, text) => {
  expect(text).toMatch(/multi-AI/);
  expect(text).toMatch(/web search/i);
  expect(text).toMatch(/memory feature/);
  expect(text).toMatch(/beta/);
  expect(text).toContain(companyMarks.supportEmail);
  expect(text).not.toMatch(/undefined|NaN|\[object/);
  expect(policyDate).toEqual({ iso: '2025-08-01', text: 'August 1, 2025' });
});

test('the privacy policy gives the times for which data is kept', () => {
  for (const line of [
    `| Deleted conversations | ${trashDays} days in the trash, then deleted |`,
    `${sessionLimits.idleDays} days without use, or ${sessionLimits.totalDays} days in all |`,
    `| Guests and their chats | ${guestLifetimeMs / DAY + 1} days after the first visit |`,
    `| Sign-ups that are never verified | ${signUpLifetimeMs / DAY} days |`,
    `| Exports of your data | ${archiveHours} hours after they were made |`,
    `| Records of sent emails | ${mailKeptMs / DAY} days |`,
    `| Totals of use, without names | ${keptHours / 24} days |`,
    `up to ${memoryVersionsKept} earlier versions`,
    `up to ${maxShares} conversations at the same time`,
  ])
    expect(privacy).toContain(line);
});

test('[3.01] the privacy policy says that consent to training is on until it is turned off, and what is never used', () => {
  expect(privacy).toMatch(/“Model training consent” under Data Controls is \*\*on\*\* unless you turn it off/);
  for (const never of ['guests', 'suspended accounts', 'trash', 'shared and imported', 'given memories'])
    expect(privacy).toContain(never);
});

test('the privacy policy says that staff give a reason, which the person sees', () => {
  expect(privacy).toMatch(/only after they have entered a \*\*reason\*\*/);
  expect(privacy).toContain('“Who looked at my chats”');
});

test('the policies name the providers and search services that can be set up', () => {
  const keys = Object.fromEntries(keyProviders.map(({ prefix }) => [`${prefix}_API_KEY`, 'key']));
  const { ai } = readConfig({ NODE_ENV: 'test', APP_SECRET: 'only-for-tests-0123456789', ...keys });
  expect(ai.providers.map(({ name }) => name)).toEqual(providerNames);
  for (const name of providerNames) for (const text of [privacy, aiUsage]) expect(text).toContain(name);
  for (const name of searchServices) expect(privacy).toContain(name);
});

test('[9.01] [9.02] [9.03] [9.06] the terms give the plans as they are', () => {
  const number = (value: number) => value.toLocaleString('en-US');
  expect(terms).toContain(`**Basic** is free: ${number(planMessages.basicPerDay)} messages per day`);
  expect(terms).toContain('**SuperNoek** costs $30 per month');
  expect(terms).toContain(`up to ${number(planMessages.premiumPer4Hours)} messages every 4 hours`);
  expect(terms).toContain(`up to ${number(planMessages.premiumPerDay)} per day`);
  expect(terms).toContain(`${guestSearchLimit} answers with a web search in 24 hours`);
  expect(terms).toContain(`at least ${passwordLimits.signUpMin} characters`);
});

test('[9.32] people under 13 may not use Noek', () => {
  expect(privacy).toContain('not for children under 13');
  expect(terms).toContain('at least 13 years old');
  expect(aiUsage).toContain('not for children under 13');
});

test('[9.33] liability is limited to what was paid in the twelve months before', () => {
  expect(terms).toContain('**the amount that you paid us for Noek in the twelve months before the claim**');
});

test('the AI usage policy says where Harmful Mode ends', () => {
  expect(aiUsage).toMatch(/works only inside Fun Mode, and turning Fun Mode off turns it off/);
  expect(aiUsage).toMatch(/inside the safety rules of the model providers\*\* and is never a way around them/);
});
