import type { LlmMessage } from '../llm.ts';
import { arithmetic } from './arithmetic.ts';
import { codeSamples } from './code-samples.ts';
import { demoNotice } from './connect.ts';
import { type DemoTopic, readConversation } from './conversation.ts';
import { earlierTurns } from './earlier-turns.ts';
import { honestReply } from './honest-reply.ts';
import { longAnswers } from './long-answers.ts';
import { markdownSample } from './markdown-sample.ts';
import { quickStarts } from './quick-starts.ts';
import { smallTalk } from './small-talk.ts';
import { tables } from './tables.ts';
import { inTone } from './tone.ts';

/** In the order they are asked; the first one that knows the question answers it. */
const topics: readonly DemoTopic[] = [
  earlierTurns,
  arithmetic,
  longAnswers,
  quickStarts,
  markdownSample,
  tables,
  codeSamples,
  smallTalk,
];

/** The demo's whole answer as markdown: the same for the same conversation, and always marked as the demo's. */
export function demoAnswer(messages: readonly LlmMessage[]): string {
  const conversation = readConversation(messages);
  let answer: string | null = null;
  for (const topic of topics) {
    answer = topic(conversation);
    if (answer) break;
  }
  return `${inTone(conversation, answer ?? honestReply(conversation))}\n\n${demoNotice}`;
}
