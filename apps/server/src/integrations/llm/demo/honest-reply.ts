import { connectSteps } from './connect.ts';
import { choose, type DemoConversation, quote } from './conversation.ts';

const fillers = new Set(
  'about above after again also always and another any are aren because been before being below best between both but can cannot come could did does doing don down each either else ever every few find for from get give given going good had has have having help her here him his how however into its just know let like made make many may maybe mean might more most much must need never new nor not now off once one only other our out over own please same say shall she should show since some still such take tell than thank that the their them then there these they thing things think this those through too try under until use used using very want was way well were what when where which while who whom whose why will with without would write yes yet you your yours'.split(
    ' ',
  ),
);

/** For what the demo cannot answer: says so, in the person's own words, and how a model is connected. */
export function honestReply(conversation: DemoConversation): string {
  const subject = subjectOf(conversation.question);
  const opening = choose(conversation, [
    `You asked: “${quote(conversation.question)}”`,
    `I read your message: “${quote(conversation.question)}”`,
    `That is a question for a real model: “${quote(conversation.question)}”`,
  ]);
  const why = subject
    ? `I would like to say something sensible about ${subject}, but I am Noek's built-in demo: I have prepared answers only, and making one up would not help you.`
    : `I am Noek's built-in demo: I have prepared answers only, and making one up would not help you.`;
  return `${opening}

${why}

What works without a model: **arithmetic**, a **professional email**, a **learning plan**, **debugging** hints for pasted code, a few **programs** and **tables**, a **long answer** to watch streaming, and questions about **what you said before**.

${connectSteps}`;
}

/** The two longest telling words of a question, in their order. */
function subjectOf(question: string): string | null {
  const words = question.slice(0, 2_000).match(/\p{L}[\p{L}\p{N}'’-]{2,30}/gu) ?? [];
  const telling = [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => !fillers.has(word));
  const longest = telling.toSorted((a, b) => b.length - a.length).slice(0, 2);
  const chosen = telling.filter((word) => longest.includes(word)).map((word) => `**${word}**`);
  return chosen.length > 0 ? chosen.join(' and ') : null;
}
