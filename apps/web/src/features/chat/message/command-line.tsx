import { type ModeCommand, modeCommands } from '@noek/contract/limits';
import { chatTexts } from '../texts.ts';

/** A mode command: no words to the assistant, but a switch that was turned. A quiet line. */
export function CommandLine({ command }: { command: ModeCommand }) {
  const { mode, on } = modeCommands[command];
  return (
    <p className="rounded-full border border-border px-3 py-1.5 font-medium text-sm text-text-muted">
      {chatTexts.message.modeCommand(mode, on)}
    </p>
  );
}
