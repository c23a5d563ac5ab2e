import { modeCommandOf, modeCommands } from '@noek/contract/chat/mode-commands';
import type { Conversation } from '@noek/contract/chat/schemas';

export type Modes = Pick<Conversation, 'funMode' | 'harmfulMode'>;

/** Whether two texts switch the same mode. */
export function isForSameMode(one: string, other: string): boolean {
  const [first, second] = [modeCommandOf(one), modeCommandOf(other)];
  return first !== null && second !== null && modeCommands[first].mode === modeCommands[second].mode;
}

/** The modes of a conversation after the pending messages have arrived. Texts that are not commands change nothing. */
export function modesAfter(now: Modes, texts: readonly string[]): Modes {
  let modes = now;
  for (const text of texts) {
    const command = modeCommandOf(text);
    if (!command) continue;
    const { mode, on } = modeCommands[command];
    if (mode === 'fun') modes = { funMode: on, harmfulMode: on && modes.harmfulMode };
    else if (modes.funMode) modes = { funMode: true, harmfulMode: on };
  }
  return modes;
}
