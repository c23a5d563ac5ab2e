import { connectSteps } from './connect.ts';
import { choose, type DemoTopic } from './conversation.ts';

/** Greetings, thanks, and questions about Noek itself. */
export const smallTalk: DemoTopic = (conversation) => {
  const { plain, asked } = conversation;
  for (const [pattern, answer] of exchanges) if (pattern.test(plain)) return answer;
  if (
    /^(?:hi|hii+|hello|hey|hallo|hola|bonjour|ciao|salut|moin|servus|howdy|yo|greetings|good (?:morning|afternoon|evening|day))(?: (?:there|noek|again|everyone|all|you))*$/.test(
      plain,
    )
  ) {
    if (asked.length > 0)
      return choose(conversation, ['Hello again! What shall we do next?', 'Hi again! I am still here.']);
    return choose(conversation, [
      `Hello! I am Noek. ${tryThese}`,
      `Hi there, welcome to Noek! ${tryThese}`,
      `Hey! Good to see you. ${tryThese}`,
    ]);
  }
  if (/^(?:bye|goodbye|see you|ciao|good night|cu|later)\b.{0,20}$/.test(plain))
    return choose(conversation, ['Goodbye! Your conversation is kept in the list on the left.', 'See you soon!']);
  if (/\b(?:tell|know|another|make|give|got)\b.*\b(?:joke|something funny)\b|^(?:a )?joke$/.test(plain))
    return choose(conversation, [
      'Why do programmers mix up Halloween and Christmas? Because **Oct 31 = Dec 25**.',
      'There are 10 kinds of people: those who read binary and those who do not.',
      'A SQL query walks into a bar, goes up to two tables and asks: “May I join you?”',
      'I would tell you a UDP joke, but you might not get it.',
    ]);
  if (/\b(?:write|compose|make|give|tell)\b.*\b(?:poem|haiku|verse)\b/.test(plain))
    return choose(conversation, [
      '*The demo replies,*\n*word by word across the screen:*\n*no model, yet kind.*',
      '*Cursor, small and calm,*\n*waits beside an empty line*\n*for what you will ask.*',
    ]);
  return null;
};

const tryThese = `You can try a few things right away:

- **Write a professional email** to a client about a late delivery
- **What is 17% of 250?**
- **Write a Python function** that checks for palindromes
- **Make a table** of the planets`;

const about = `I am **Noek**, an AI chat assistant. In this window you can:

- ask anything and watch the answer arrive word by word, with **Stop** at any time;
- come back later: your conversations are kept, and they go on where they were after a reload;
- get code you can copy with one press, tables and lists.

Right now the **built-in demo** speaks for me, because no language model is connected to this server.`;

const exchanges: readonly [RegExp, string][] = [
  [
    /^(?:thanks|thank you|thx|ty|merci|danke|gracias|great,? thanks|cheers)\b.{0,30}$/,
    'You are welcome! Is there anything else?',
  ],
  [
    /^(?:ok|okay|k|yes|yep|no|nope|sure|cool|nice|great|good|perfect|wow|lol|haha|hmm+|i see|got it|test|testing|ping)$/,
    'Got it. Ask me for an email, a plan, a table, some code or a sum, and I will show you.',
  ],
  [
    /^(?:please )?(?:continue|go on|more|keep going|next)(?: please)?$/,
    'My last answer was whole: the demo has nothing more prepared about it. Ask for a **long answer** if you want to watch one stream.',
  ],
  [
    /^how(?:'s| is| are)? (?:it going|you(?: doing)?(?: today)?|things)$/,
    'All systems are calm, thank you. How can I help you?',
  ],
  [
    /\b(?:who|what) are you\b|\bintroduce yourself\b|\bwhat(?:'s| is) (?:your name|noek)\b|\b(?:about|tell me about) noek\b|\bwhat can (?:you|i|noek) do\b|^help(?: me)?$/,
    about,
  ],
  [
    /\b(?:which|what) (?:ai |language )?model (?:are|is|do)\b|\bare you (?:chatgpt|gpt|claude|gemini|llama|an? (?:ai|llm|bot|robot|human|real|person))/,
    `I am Noek's **built-in demo**: a small program with prepared answers, no language model.\n\n${connectSteps}`,
  ],
  [
    /\bconnect (?:a |an |the |my |your |another |real )*(?:\w+ )?model\b|\b(?:connect|configure|set ?up|add|use|install|run)\b.*\b(?:language model|ollama|openai|api key|lm studio|llama\.?cpp|llm)\b/,
    connectSteps,
  ],
  [
    /\b(?:supernoek|pricing)\b|\b(?:premium|upgrade|subscription|plans?)\b.*\b(?:costs?|prices?|pay|free|noek)\b/,
    `Noek has two plans:

| | Basic | SuperNoek |
| --- | --- | --- |
| Price | free | $30 a month |
| Messages | 3,000 a day | 10,000 in 4 hours, up to 50,000 a day |
| Fun Mode | standard | enhanced |
| Support | standard | priority |

**Upgrade** at the top of the page shows the details.`,
  ],
  [
    /\b(?:fun|harmful) mode\b/,
    'Signed-in people can switch modes with the buttons beside the message box, or by sending `:fun.mode=on` and `:fun.mode=off`. Modes belong to one conversation and change the tone of its answers.',
  ],
  [
    /\bprivacy\b|\bmy data\b|\b(?:store|keep|train(?:ed)? on) my\b|\bwho (?:can )?(?:sees?|reads?) (?:my|this|these)\b/,
    'The demo runs inside this server: nothing you write to it is sent to anybody else. Once a model is connected, messages go to that provider. A local model, for example with Ollama, keeps them on your own machine.',
  ],
  [
    /\bwhat (?:time|day|date|year) is (?:it|today)\b|\bwhat(?:'s| is) (?:the (?:time|date|day)|today's date)\b/,
    'The demo has no clock, so that the same question always gets the same answer. Each message shows its own time, though.',
  ],
];
