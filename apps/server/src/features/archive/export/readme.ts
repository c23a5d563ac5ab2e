import { archiveHours } from '@noek/contract/archive/limits';

/** README.txt of every archive. Windows line ends, so that every editor shows it as it is meant. */
export const readme = (createdAt: Date): string =>
  `What is in your Noek account, as of ${createdAt.toISOString()}.

conversations/     Each conversation twice: as Markdown (.md) to read, and as JSON (.json) for
                   programs. Archived conversations, the trash, and every version of edited
                   messages and repeated answers are included. The Markdown says which are
                   which. In the JSON, "active" marks the messages of the current version, and
                   "deletedAt" a conversation in the trash.
documents/         The documents of your conversations: a folder for each, with a file for each version.
documents.json     Their titles and kinds, and when each version was made and by whom.
projects.json      Your projects: how to answer in their chats, and the ids of their files.
prompts.json       The prompts that you keep, in your order.
memories.json      What Noek remembers about you, where it comes from, and what it said before.
account.json       Your account and its settings.
subscription.json  Your subscriptions, as Noek knows them. The payment service has your card.
sessions.json      Where you are signed in.
tokens.json        Your API tokens, without the tokens themselves: only you have those.
webhooks.json      Your webhooks, without their secrets, and what was sent to them in the last 30 days.
apps.json          Your connected apps, and how many messages they and your tokens sent per day.
security.json      Your passkeys by name, your authenticator app, and what happened to the security of your
                   account in the last 90 days. No secret is in it.
reports.json       What you reported to the administrators.
audit.json         What administrators, the system or you have done to your account.
files/             The files that you added to messages, as Noek stores them. Each is named by its
                   SHA-256. The manifest says what its type is, and how you called it.
manifest.json      What the archive contains: the size and the SHA-256 of each other file.

You can import the archive into another account, on its account page under "Export".
Whoever has this file can read everything in it: keep it in a safe place. The server deletes
its copy after ${archiveHours} hours.
`.replaceAll('\n', '\r\n');
