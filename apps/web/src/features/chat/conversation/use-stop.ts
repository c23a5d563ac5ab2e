import type { Message } from '@noek/contract/chat/schemas';
import { useEffect } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { codePart } from '../../../components/base/code-part.ts';
import { useAnswerChanges } from '../streaming/answer-changes.ts';

const stopCode = codePart(() => import('../streaming/stop-answer.ts'));

/** Stops the running answer and keeps what is on screen; null while no answer runs. */
export function useStop(running: Message | undefined): (() => void) | null {
  const { client } = trpc.useUtils();
  const changes = useAnswerChanges();
  const isRunning = running !== undefined;
  useEffect(() => {
    if (isRunning) void stopCode.load();
  }, [isRunning]);
  if (!running) return null;
  return () => void stopCode.load().then(({ stopAnswer }) => stopAnswer(client, changes, running));
}
