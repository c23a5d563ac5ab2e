/** What can be reported: an answer of one's own, or a conversation that is shared by link. */
export type ReportedThing = { kind: 'answer'; messageId: string } | { kind: 'share'; conversationId: number };
