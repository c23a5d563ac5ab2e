/** What can be reported: an answer of one's own, or a conversation or document that is shared by link. */
export type ReportedThing =
  | { kind: 'answer'; messageId: string }
  | { kind: 'share'; conversationId: number }
  | { kind: 'document'; token: string };
