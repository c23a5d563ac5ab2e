import type { GenerationEvent } from '@noek/contract/chat/stream';

/** Who follows an answer. `onMoved`: nothing more comes from here, because another process makes it, or nobody does. */
export type Follower = { onEvent(event: GenerationEvent): unknown; onMoved(): unknown };
