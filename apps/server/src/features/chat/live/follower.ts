import type { DocumentPart, GenerationEvent } from '@noek/contract/chat/stream';

/** What a follower gets: the events of the answer, and what is in no log. */
export type FollowedEvent = GenerationEvent | { type: 'document-part'; sequence: number; part: DocumentPart };

/** Who follows an answer. `onMoved`: nothing more comes from here, because another process makes it, or none does. */
export type Follower = { onEvent(event: FollowedEvent): unknown; onMoved(): unknown };
