import type { MessageStatus } from '../chat/schemas.ts';
import type { MadeDocument } from '../documents/schemas.ts';
import type { ReportReason } from '../reports/reasons.ts';
import type { AccessLevel } from '../subscription/plans.ts';

/** The events for a person's webhook: what they do themselves. */
export const personalEvents = ['answer.finished', 'conversation.shared'] as const;

/** Further events for administrators' webhooks: what happens to everybody. */
export const administratorsEvents = ['user.signed_up', 'subscription.changed', 'report.opened'] as const;

export const webhookEvents = [...personalEvents, ...administratorsEvents] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
type AdministratorsEvent = (typeof administratorsEvents)[number];

/** The event of "Send a test", which no webhook names. */
export const testEvent = 'webhook.test';
export type DeliveredEvent = WebhookEvent | typeof testEvent;

/** Whether only administrators' webhooks may get an event. */
export const isAdministratorsEvent = (event: string): event is AdministratorsEvent =>
  administratorsEvents.some((one) => one === event);

/** The `data` of each event. */
export type WebhookData = {
  'answer.finished': {
    conversationId: number;
    title: string;
    messageId: string;
    status: Exclude<MessageStatus, 'streaming'>;
    /** The text, or its beginning. */
    answer: string;
    /** Whether the answer is longer than `answer`. */
    isCut: boolean;
    /** The documents that it has made or changed: a link, and the text or its beginning. */
    documents: (MadeDocument & { url: string; text: string; isCut: boolean })[];
  };
  'conversation.shared': {
    conversationId: number;
    title: string;
    url: string;
    /** When the link ends, in ISO 8601; null: never. */
    expiresAt: string | null;
    includesFiles: boolean;
    /** Whether it had a link already, which shows more now. */
    isUpdate: boolean;
  };
  'user.signed_up': { userId: string; name: string; email: string };
  'subscription.changed': {
    userId: string;
    /** As the payment service names it: "active", "past_due", "canceled" … */
    status: string;
    /** Null for a new subscription. */
    previousStatus: string | null;
    /** Whether it ends with the period that is paid. */
    cancelAtPeriodEnd: boolean;
    refunded: boolean;
    disputed: boolean;
    /** The person's level after the change. */
    accessLevel: AccessLevel;
  };
  'report.opened': {
    reportId: string;
    kind: 'answer' | 'share';
    reason: ReportReason;
    conversationId: number;
    /** The page where administrators read it. */
    url: string;
  };
  'webhook.test': { webhookId: string };
};
