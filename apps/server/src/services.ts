import type { AccountDependent } from './features/auth/account-dependents.ts';
import type { Generations } from './features/chat/answers/generations.ts';
import type { Live } from './features/chat/live/live.ts';
import type { RemoteAnswers } from './features/chat/live/remote-answers.ts';
import type { Queues } from './features/chat/queue/queues.ts';
import type { TextSpaces } from './features/chat/space/text-spaces.ts';
import type { ToolsOf } from './features/chat/tools/tools-of-answer.ts';
import type { Uploads } from './features/files/adding/uploads.ts';
import type { FileReadings } from './features/files/reading/file-readings.ts';
import type { FileKeeping } from './features/files/removal/file-keeping.ts';
import type { FileScans } from './features/files/scanning/file-scans.ts';
import type { Knowledge } from './features/knowledge/knowledge.ts';
import type { WebhookDelivery } from './features/webhook-outbox/deliver-webhooks.ts';
import type { WebhookListeners } from './features/webhook-outbox/webhook-listeners.ts';

/** The services that features provide to the verbs of every feature. */
declare module './context.ts' {
  interface Services {
    /** The features that own data of accounts, in import order from right to left. */
    accountDependents: readonly AccountDependent[];
    /** Which tools an answer is offered. */
    toolsOf: ToolsOf;
    generations: Generations;
    /** The knowledge base that this process has read. */
    knowledge: Knowledge;
    /** Live events of people's chats, for their open pages. */
    live: Live;
    /** Answers that other processes make. */
    remoteAnswers: RemoteAnswers;
    /** Sends queued messages. */
    queues: Queues;
    /** How much text accounts store. */
    textSpaces: TextSpaces;
    /** The uploads that this process receives. */
    uploads: Uploads;
    /** Reads the text of files. */
    fileReadings: FileReadings;
    /** Recognises the text of pages that are pictures. */
    fileScans: FileScans;
    /** Removes files and bytes that nothing refers to. */
    fileKeeping: FileKeeping;
    /** Sends events to webhooks. */
    webhookDelivery: WebhookDelivery;
    /** Whose webhooks get events of answers. */
    webhookListeners: WebhookListeners;
  }
}
