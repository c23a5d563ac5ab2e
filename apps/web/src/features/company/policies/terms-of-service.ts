import { companyMarks } from '@noek/contract/company/site';
import { subscriptionTexts } from '../../subscription/texts.ts';
import { policyFigures as f, figure } from './figures.ts';
import type { Policy } from './policy.ts';

const mail = `[${companyMarks.supportEmail}](mailto:${companyMarks.supportEmail})`;
const { planMessages: messages } = f;

export const termsOfService: Policy = {
  path: '/policies/terms-of-service',
  name: 'Terms of Service',
  description: 'What you may expect from Noek and what we expect from you: accounts, plans, payments and liability.',
  summary:
    'You may use Noek as it is meant to be used. What you write stays yours. Noek is a beta and can be wrong, so check what matters.',
  sections: [
    {
      heading: 'The agreement',
      text: `These terms apply between you and the people who run the Noek that you are using (“we”). By using Noek you accept them, the [Privacy Policy](/policies/privacy-policy) and the [AI Usage Policy](/policies/ai-usage-policy). If you do not accept them, do not use Noek.`,
    },
    {
      heading: 'What Noek is',
      text: `Noek is a multi-AI chat assistant: language models of several providers answer in one chat, and if one does not answer, the next one does. It has web search, and a memory feature that keeps notes about what you tell it. You can use it as a guest or with an account.

This release is a **beta**. There are known bugs in account saving, data storage and chat. Features may change, and Noek may not be available at times. Keep a copy of what you must not lose; the export on your account page makes one.`,
    },
    {
      heading: 'Who may use it',
      text: `You must be at least ${f.minimumAge} years old. If you are not of age where you live, a parent or guardian must agree to these terms for you. If you use Noek for an organization, you confirm that you may accept these terms for it.`,
    },
    {
      heading: 'Your account',
      text: `- Give an email address that is yours. An account works once the address is verified.
- Choose a password of at least ${f.passwordLimits.signUpMin} characters, or sign in with Google or the account of your company. Keep passwords and API tokens to yourself: what is done with them counts as done by you.
- You stay signed in for ${f.sessionLimits.idleDays} days after the last use. You can end every login on your account page.
- Tell us at ${mail} if you believe that another person uses your account.

You can delete your account at any time on your account page.`,
    },
    {
      heading: 'Plans and limits',
      text: `- **Guests** have a small allowance, which Noek shows, and ${f.guestSearchLimit} answers with a web search in 24 hours.
- **Basic** is free: ${figure(messages.basicPerDay)} messages per day.
- **SuperNoek** costs ${subscriptionTexts.premium.price} per month: up to ${figure(messages.premiumPer4Hours)} messages every 4 hours and up to ${figure(messages.premiumPerDay)} per day.

A day is any 24 hours. Each answer that you ask for counts once. What fails before its first word is given back. A message can have up to ${figure(f.maxMessageLength)} characters. Up to ${f.answersAtOnce.user} answers are made for you at the same time (${f.answersAtOnce.guest} for guests); more wait. You can have ${f.emptyConversationsPerHour} new conversations per hour that have no message yet, make ${f.searchesPerMinute} searches per minute and have ${f.apiTokenLimit} API tokens.`,
    },
    {
      heading: 'Payments',
      text: `SuperNoek is a subscription, paid in advance with a card through Stripe. It **renews every month** until you cancel. You can cancel at any time on your account page: you keep SuperNoek until the end of the month that you have paid for, and nothing more is charged. Until then you can reactivate it.

If a payment fails, we tell you and try again. If it still fails, the account returns to Basic. Part of a month is not refunded unless the law requires it; a payment that is refunded in full, or disputed, ends SuperNoek. If we change the price, we tell you before it applies to you, and you can cancel.

Donations are voluntary, buy no plan and are not refunded.`,
    },
    {
      heading: 'What is yours',
      text: `What you write stays yours. As far as the law and the terms of the model provider allow, so does the answer that you get. Other people may get similar answers.

You give us the permission that we need to run Noek: to store what you write, to process it, to send it to the provider that answers, and to show it to those with whom you share it. Whether it may be used to train models is your choice under Data Controls, as the Privacy Policy explains.

Noek itself, its name and its design belong to us.`,
    },
    {
      heading: 'What you may not do',
      text: `You may not use Noek to break the law or to harm others. The [AI Usage Policy](/policies/ai-usage-policy) says what this means. You also may not

- get around limits, for example with many accounts or guest identities
- attack Noek, look for ways into data that is not yours, or overload it
- resell access to Noek, or pass on API tokens
- share what you have no right to share.`,
    },
    {
      heading: 'Answers can be wrong',
      text: `Language models make mistakes and can state them with confidence. Web pages that an answer cites can be wrong, too. Check what matters before you rely on it. Answers are not medical, legal, financial or other professional advice. In an emergency, call your local emergency service.`,
    },
    {
      heading: 'Other services',
      text: `Noek works with services of others: model providers, search services, Google for sign-in, Stripe for payments. Their own terms apply to what they do. We are not responsible for pages that an answer links to.`,
    },
    {
      heading: 'Ending the agreement',
      text: `You can stop at any time. We may suspend or end an account that breaks these terms or endangers others. A suspended account cannot sign in; its data is kept until the matter is settled. We tell you the reason unless the law forbids it, and you can object at ${mail}.`,
    },
    {
      heading: 'No warranty',
      text: `Noek is provided “as is” and “as available”, as a beta without payment or at the price of the plan. As far as the law allows, we give no warranty that it is free of errors, always available, or fit for a particular purpose.`,
    },
    {
      heading: 'Liability',
      text: `As far as the law allows, we are not liable for indirect damage, for lost profits or for lost data. Our total liability for all claims about Noek is limited to **the amount that you paid us for Noek in the ${f.liabilityMonths} months before the claim**.

Nothing in these terms limits liability that cannot be limited by law, such as for intent, gross negligence or harm to life and health, or your rights as a consumer.`,
    },
    {
      heading: 'Changes to these terms',
      text: `If we change these terms, we publish them here with a new date. If a change is to your disadvantage, we tell account holders by email before it applies. If you continue to use Noek after that, you accept the new terms; if you do not, you can delete your account.`,
    },
    {
      heading: 'General',
      text: `If a part of these terms is not valid, the rest still applies. The law of the place where the operator has its seat applies, and the consumer protection law of the place where you live. Questions: ${mail}.`,
    },
  ],
};
