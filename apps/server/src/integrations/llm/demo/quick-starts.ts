import { findSlips } from './code-slips.ts';
import { type DemoConversation, type DemoTopic, quote } from './conversation.ts';
import { explanations } from './explanations.ts';

/** What the four cards of the welcome ask for: an email, an explanation, a bug, a plan. */
export const quickStarts: DemoTopic = (conversation) =>
  email(conversation) ?? learningPlan(conversation) ?? debugging(conversation) ?? explanation(conversation);

const asksForSubject = 'What would you like to learn?';
const asksForTopic = 'Which topic would you like to have explained?';

/** The words after the first of some prepositions: "about …", "for …". */
function after(question: string, pattern: string): string | null {
  const found = new RegExp(`\\b(?:${pattern})\\s+([^\\n.?!:,;]{2,80})`, 'i').exec(question)?.[1]?.trim();
  return found ? quote(found, 80) : null;
}

/** A short message after our own question is the answer to it. */
const answers = ({ question, answered }: DemoConversation, ours: string): boolean =>
  question.length <= 60 && (answered.at(-1)?.includes(ours) ?? false);

function email({ question, plain }: DemoConversation): string | null {
  if (
    !/\b(?:e-?mail|letter)\b/.test(plain) ||
    !/\b(?:write|draft|compose|help|need|create|professional|formal)\b/.test(plain)
  )
    return null;
  const subject = after(question, 'about|regarding|concerning|asking for|saying that') ?? 'the timeline of our project';
  const reader =
    /\bto (?:my |a |an |the )?(client|customer|boss|manager|professor|teacher|colleague|team|recruiter|landlord|supplier)\b/.exec(
      plain,
    )?.[1];
  return `Here is a draft. Fill in what stands in [brackets]:

> **Subject:** ${capital(subject.replace(/^(?:the|a|an|my|our|your)\s+/i, ''))}
>
> Dear ${reader ? `[name of your ${reader}]` : '[name]'},
>
> I hope you are well. I am writing to you about ${subject}.
>
> [One or two sentences with the facts: what happened, since when, and what it means for the reader.]
>
> I suggest that we [your proposal]. Could you let me know by **[day]** whether this works for you? I am happy to talk it through in a short call.
>
> Thank you for your time.
>
> Kind regards,
> [your name]

Before you send it:

1. Put the **request in the first two sentences**; many people read no further.
2. Name **one date** and **one next step**.
3. Read it aloud once. Whatever makes you stumble can go.`;
}

function learningPlan(conversation: DemoConversation): string | null {
  const { question, plain } = conversation;
  if (answers(conversation, asksForSubject)) return planFor(quote(question.replace(/[\s.!]+$/, ''), 60));
  if (
    !/\b(?:learning|study|training) (?:plan|path|schedule|roadmap)\b|\b(?:plan|roadmap|schedule)\b.*\b(?:learn|study)\b/.test(
      plain,
    )
  )
    return null;
  const named = after(question, 'to learn|learn|to study|(?:plan|path|roadmap|schedule) (?:for|about|on|in)');
  return planFor(
    named && !/^(?:something|a new|me\b|how to|what)/i.test(named)
      ? named.replace(/ in (?:four|\d+) weeks$/i, '')
      : null,
  );
}

function planFor(subject: string | null): string {
  const topic = subject ?? 'your subject';
  return `## Four weeks of ${topic}, an hour a day

| Week | Aim | What you do | You are done when |
| --- | --- | --- | --- |
| 1 | Basics | 20 min reading, 40 min exercises | you can explain ten core terms of ${topic} in your own words |
| 2 | Practice | three small tasks, each a bit harder | you finish one without looking anything up |
| 3 | A project | build or write one thing you care about | somebody else can use or read it |
| 4 | Depth | fix its weakest part, then teach it | you gave a ten-minute talk or wrote one page about ${topic} |

### One hour

1. **10 minutes**: recall yesterday on blank paper, then check.
2. **40 minutes**: one exercise or one part of the project.
3. **10 minutes**: write down what was hard and the first step for tomorrow.

### Every Sunday

- Repeat everything you got wrong in the week.
- Move what is left to next week, and drop one thing.

${subject ? `A connected model could fill in books and exercises for ${topic}; the demo knows none.` : `**${asksForSubject}** Tell me in a few words and I will put it in.`}`;
}

function debugging({ question, plain }: DemoConversation): string | null {
  const code = /```[\w+#-]*\n([\s\S]+?)(?:```|$)/.exec(question)?.[1];
  const wants = /\b(?:debug|bug|fix|error|exception|crash\w*|does(?: not|n't) work|not working|wrong)\b/.test(plain);
  if (!wants || !(code || /\b(?:code|program|function|script|debug)\b/.test(plain))) return null;
  if (code) {
    const slips = findSlips(code);
    const result = slips.length
      ? `I looked for common slips in your ${code.trim().split('\n').length} lines and found:\n\n${slips.map((slip) => `- ${slip}`).join('\n')}`
      : 'I looked for common slips in your code (brackets, `=` for `==`, loop ends, forgotten `await`) and found none.';
    return `${result}\n\nThe demo only compares patterns; it does not understand what the code is for. Run it with the smallest input that still fails, and print the values just before the line that surprises you.`;
  }
  return `Gladly! Paste these four things:

1. **The code**, as small as it can be while it still fails, between lines of three backticks
2. **What you expected**
3. **What happened**: the whole error message with its line numbers
4. **What you tried**

For example, this loop reads one element too many:

\`\`\`js
const prices = [4, 8, 15];
let total = 0;
for (let i = 0; i <= prices.length; i++) {
  total += prices[i]; // the last round adds undefined
}
console.log(total); // NaN
\`\`\`

\`i < prices.length\` repairs it, and \`for (const price of prices)\` cannot go wrong at all.`;
}

function explanation(conversation: DemoConversation): string | null {
  const { plain } = conversation;
  const asks =
    answers(conversation, asksForTopic) ||
    /\b(?:explain|what(?:'s| is| are)|how (?:do|does|is|are)|tell me about|describe|understand)\b/.test(plain);
  if (!asks) return null;
  const known = explanations.find(({ about }) => about.test(plain));
  if (known) return known.text;
  if (!/\bexplain\b.*\b(?:complex|complicated|difficult|hard) (?:topic|concept|subject|idea)\b/.test(plain))
    return null;
  return `**${asksForTopic}** The demo knows compound interest, recursion, photosynthesis, quantum computing, language models and HTTPS. Here is the first of them:

${explanations[0]?.text}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
