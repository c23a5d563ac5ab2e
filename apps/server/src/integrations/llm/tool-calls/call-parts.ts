import type { LlmEvent } from '../llm.ts';

/** The tool whose arguments are shown while they arrive. Those of the others are not. */
const shownTool = 'write_document';

export type ToldCall = {
  name: string;
  /** All fragments in a row. */
  arguments: string;
  /** The last fragment, if each one so far has begun with the one before; otherwise null. */
  whole: string | null;
  /** How much of its arguments has been reported. */
  told: number;
};

/** Adds what has arrived of a call since the last time to `pending`, if the call is shown while it arrives. */
export function addCallPart(pending: LlmEvent[], call: ToldCall, position: number): void {
  if (call.name !== shownTool) return;
  const all = call.whole ?? call.arguments;
  if (all.length <= call.told) return;
  const text = all.slice(call.told);
  call.told = all.length;
  const last = pending.at(-1);
  if (last?.type === 'tool-call-part' && last.position === position) last.text += text;
  else pending.push({ type: 'tool-call-part', position, text });
}
