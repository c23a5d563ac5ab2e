import type { Message } from '@noek/contract/chat/schemas';
import { useEffect } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { codePart } from '../../../components/base/code-part.ts';
import { useSend } from '../session/sends.ts';
import { useAnswerChanges } from '../streaming/answer-changes.ts';

const stopCode = codePart(() => import('../streaming/stop-answer.ts'));

/** How the running answer is ended, which keeps what is on screen. */
export function useStop(running: Message | undefined): {
  /** Stops it; null while no answer runs. */
  onStop: (() => void) | null;
  /** Sends a message that interrupts it. `send` gets how much of the answer is on screen. */
  interrupt: (send: (shownLength?: number) => void) => void;
} {
  const { client } = trpc.useUtils();
  const changes = useAnswerChanges();
  const { entries, refusal } = useSend();
  const isRunning = running !== undefined;
  /** The message that was to interrupt it did not reach the server, or was refused. */
  const goesOn =
    refusal?.entry.queue === 'steer' || entries.some(({ queue, state }) => queue === 'steer' && state !== 'sending');
  useEffect(() => {
    if (isRunning) void stopCode.load();
  }, [isRunning]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when that is known
  useEffect(() => {
    if (running && goesOn) void stopCode.load().then(({ thawAnswer }) => thawAnswer(changes, running));
  }, [goesOn]);
  return {
    onStop: running ? () => void stopCode.load().then(({ stopAnswer }) => stopAnswer(client, changes, running)) : null,
    interrupt(send) {
      if (!running || !stopCode.isLoaded()) send();
      else void stopCode.load().then(({ freezeAnswer }) => send(freezeAnswer(changes, running)));
    },
  };
}
