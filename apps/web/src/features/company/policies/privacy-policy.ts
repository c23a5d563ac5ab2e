import { companyMarks } from '@noek/contract/company/site';
import { policyFigures as f, joined, providerNames, searchServices } from './figures.ts';
import type { Policy } from './policy.ts';

const mail = `[${companyMarks.supportEmail}](mailto:${companyMarks.supportEmail})`;

export const privacyPolicy: Policy = {
  path: '/policies/privacy-policy',
  name: 'Privacy Policy',
  description: 'What Noek knows about you, who else receives it, how long it is kept, and what you can do about it.',
  summary:
    'We keep what Noek needs to work for you, and nothing to sell. You can see, export and delete it yourself, and you can see when a member of our staff has read your messages.',
  sections: [
    {
      heading: 'What this policy covers',
      text: `This policy is about the Noek chat, its sign-in pages and this site. Noek is a multi-AI assistant: several AI providers stand behind one chat. It has web search and a memory feature. The release is a **beta**: parts of it may fail or change, and this policy changes with them.

“We” are the people who run the Noek that you are using. Write to us at ${mail}.`,
    },
    {
      heading: 'What we keep about you',
      text: `**Your account:** your name and email address, whether the address is verified, your plan and your settings. Your password is kept only as an Argon2id hash, from which it cannot be read. If you sign in with Google or with the account of a company, we keep the number by which Google or the company knows your account, and we get your name and email address from there. A company can also tell us your groups. We only use them to decide who may administer Noek.

**Your conversations:** your messages, the answers in all their versions, titles, ratings with their reasons, what an answer searched for and read, which conversations are archived, shared or in the trash, and your reports of answers and shared conversations.

**Your files:** what you add to messages, the text that is in it, and which answers were given which part. Pictures are kept without the data about where and when they were taken. A file goes when you delete it or the last conversation that has it, and a file that you never send goes after 24 hours.

**Your memories:** short notes that you write or that Noek saves from your own messages, with the message that each one comes from and up to ${f.memoryVersionsKept} earlier versions.

**Your logins:** for each one the browser and system, the time zone that the browser reports, and when it was first and last used. You see this list on your account page. It contains no network addresses.

**Personal API tokens:** their names, scopes and dates. The token itself is kept only as a hash.

**Payments:** your subscription with its dates and state, and of your card the brand and the last four digits. The card number goes to the payment service and never to us.

**Guests:** without an account, your chats belong to a random number in a cookie. To keep the free allowance fair, we count messages for each browser and each network. The network address is kept only as a keyed hash.`,
    },
    {
      heading: 'What we use it for',
      text: `- to answer you, to keep your conversations on every device and to find them again
- to give answers the memories that fit your question
- to count messages against the allowance of your plan
- to protect accounts: to limit guesses of passwords, and to end logins that you do not recognize
- to take payments for SuperNoek, and to answer you when you ask for help
- to email you about your account, such as a link to verify your address

We show no advertising, and we do not sell or rent personal data.`,
    },
    {
      heading: 'AI providers',
      text: `To answer you, we send your message to the provider of the model that answers, together with what the answer needs: earlier messages of the conversation, your files or the parts of them that fit, the memories that fit, passages of our knowledge base, and the results of a search if there is one. Your name and email address are not added.

Depending on how this Noek is set up, these are models of ${joined(providerNames)}, of another provider with the same kind of interface, or of a model on our own computers. If one provider does not answer, the next one is asked. Each answer says which model wrote it. The providers process what they receive under their own terms. A built-in demo, which answers if no model is connected, sends nothing to anyone.`,
    },
    {
      heading: 'Web search',
      text: `If an answer searches the web, a few words that say what to look for go to a search service, and the answer shows them. Your message itself is not sent. This happens for your questions if you turn on web search, and otherwise when a model decides that it needs a search. The search service is one of these: ${joined(searchServices)}, depending on how this Noek is set up. The pages that are opened see a request from our server, without cookies and without your address. The numbers in an answer lead to the pages that were opened.`,
    },
    {
      heading: 'Memories',
      text: `Memories are for people with an account. Noek saves one when you ask it to, or when you say something about yourself that will be useful later. It uses only what you wrote, never text from web pages, documents or its own answers. Each answer shows which memories it was given.

You can read, add, edit and delete memories at any time. If you turn memory off under Data Controls, Noek neither reads nor saves any; those that exist stay until you delete them. A memory that was forgotten in a chat can be restored for ${f.forgottenMemoryHours} hours.`,
    },
    {
      heading: 'Training of models',
      text: `“Model training consent” under Data Controls is **on** unless you turn it off. While it is on, your conversations may be used to train models: we may export them, without names, addresses and dates, and the one provider that asks for it (OpenAI) may store the exchange.

We never use for training: conversations of guests, of people who have turned the consent off, or of suspended accounts; what is in the trash; shared and imported conversations; answers that were given memories or passages of the knowledge base. If you turn the consent off, this applies from the next message and the next export on. What was exported before cannot be called back from a model that was trained with it.`,
    },
    {
      heading: 'Sharing by link',
      text: `No one else sees your conversations unless you share one. Sharing makes a copy of the conversation as it is at that moment. Anyone who has the link can read this copy and continue it as their own. It shows no memories, no email address and no ratings. Of files it shows only the names, unless you include them: then readers can open and download them until you end the link or delete the files, and who continues the conversation gets copies of their own. Search engines are told not to list the copy. You can give the link an expiry, update the copy, or end it. You can share up to ${f.maxShares} conversations at the same time.`,
    },
    {
      heading: 'When our staff can read your messages',
      text: `Administrators can open a person's messages, and the files in them, only after they have entered a **reason**. Each time, the audit log records who did it, when and why, in the same step. You see all of this on your account page under “Who looked at my chats”. If you report an answer, or another person reports a conversation that you share, administrators can read it with the messages around it and the files in them; of a shared conversation, only the files that you included. This is recorded and shown to you in the same way. Administrators can also change or suspend an account and end its logins; the audit log records that, too.

We read messages only to help you when you ask for it, to deal with a report of misuse, or because the law requires it.`,
    },
    {
      heading: 'Payments',
      text: `Payments for SuperNoek go through Stripe, which receives your card and your email address under its own privacy policy. Noek keeps the number by which Stripe knows you. When you delete your account, the subscription is cancelled; Stripe keeps invoices for as long as the law requires. On a server that is not set up for payments, a built-in sandbox takes test cards only, and nothing is charged. Donations are made on the page of the payment service that you are sent to; we learn from it only what it tells us about the donation.`,
    },
    {
      heading: 'Email',
      text: `We email you about your account. The text of an email is stored encrypted until it is sent and is then deleted. The record that it was sent is deleted after ${f.mailDays} days. Links in emails are valid for ${f.verifyLinkHours} hours (to verify an address), ${f.resetLinkHours} hour (to reset a password) or ${f.undoLinkDays} days (to undo a change of address). You can unsubscribe from emails that go to many people with one click, or with the switch on your account page.`,
    },
    {
      heading: 'Cookies and what stays in your browser',
      text: `We use only cookies that Noek needs: one for your login (${f.sessionLimits.idleDays} days, extended while you use it), one for guests, one that recognizes a browser you have signed in with so that strangers cannot lock you out, one that lets the link in our email sign in the browser that you signed up with (30 days at most), and one that counts the allowance of guests in a browser. They cannot be read by scripts, and no other company sets any.

Your browser also stores your theme, the size of your text, the key that sends your messages, text that you have typed but not sent, and, while you are signed in, your latest conversations so that they open at once. Signing out removes your name and your conversations from the browser.`,
    },
    {
      heading: 'How long we keep it',
      text: `| What | How long |
| --- | --- |
| Conversations, memories and settings | until you delete them, or your account |
| Deleted conversations | ${f.trashDays} days in the trash, then deleted |
| Logins | until you sign out, ${f.sessionLimits.idleDays} days without use, or ${f.sessionLimits.totalDays} days in all |
| Guests and their chats | ${f.guestDays} days after the first visit |
| Sign-ups that are never verified | ${f.signUpDays} days |
| Exports of your data | ${f.archiveHours} hours after they were made |
| Records of sent emails | ${f.mailDays} days |
| Audit log | without limit; entries lose your id and all details when you delete your account |
| Totals of use, without names | ${f.sumsDays} days |

Our backups can contain what was deleted for as long as we keep the backup.`,
    },
    {
      heading: 'What you can do',
      text: `- **See and correct** your data: your account page, your conversations and your memories.
- **Take it with you:** “Export” gives you one archive with your conversations, memories, files, settings and logins. Another account can import the conversations and memories.
- **Object** to training and memory with the switches under Data Controls.
- **End logins** on other devices, and revoke API tokens.
- **Delete** conversations, memories, or your whole account.

Deleting your account cancels the subscription and deletes everything that belongs to it in one step: conversations, memories, shared links, tokens, exports and emails. We then send one confirmation. All that remains is one entry of the audit log, which says that an account with this random id was deleted, and reports that you made about other people's shared conversations, without your text and your name.

Depending on where you live, the law may give you more rights, such as to complain to a data protection authority. Write to ${mail}, and we will help.`,
    },
    {
      heading: 'Security',
      text: `Connections are encrypted where this Noek runs on https. Passwords, logins, tokens and links are kept only as hashes. A login ends after ${f.sessionLimits.idleDays} days without use. No system is perfectly secure: if we learn of a breach that concerns you, we tell you.`,
    },
    {
      heading: 'Children',
      text: `Noek is not for children under ${f.minimumAge}, and we do not knowingly keep data about them. If you believe that a child under ${f.minimumAge} has an account, write to ${mail}; we will delete it.`,
    },
    {
      heading: 'Changes to this policy',
      text: `If we change this policy, we publish it here with a new date. If a change matters to you as an account holder, we also tell you by email before it applies.`,
    },
  ],
};
