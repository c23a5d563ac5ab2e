import type { GenerationEvent } from '@noek/contract/chat/stream';

/** Who follows an answer. `onMoved`: nothing more comes from here, because another process makes it, or none does. */
export type Follower = { onEvent(event: GenerationEvent): unknown; onMoved(): unknown };
