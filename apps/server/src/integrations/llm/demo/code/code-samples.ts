import type { PreparedAnswer, PreparedAnswers } from '../answers.ts';
import { type DemoConversation, plainText } from '../conversation.ts';
import { fillAnswer } from '../match-answer.ts';

/** What people call a language, what it is called in a code block, and its name. */
const languages: readonly { called: RegExp; block: string; name: string }[] = [
  { called: /\bpython\b/, block: 'python', name: 'Python' },
  { called: /\b(?:typescript|ts)\b/, block: 'ts', name: 'TypeScript' },
  { called: /\b(?:javascript|js|node(?:\.?js)?)\b/, block: 'js', name: 'JavaScript' },
  { called: /\bgolang\b|\bin go\b/, block: 'go', name: 'Go' },
  { called: /\brust\b/, block: 'rust', name: 'Rust' },
  { called: /\bjava\b/, block: 'java', name: 'Java' },
  { called: /\bsql\b/, block: 'sql', name: 'SQL' },
  { called: /\bhtml\b/, block: 'html', name: 'HTML' },
  { called: /\bcss\b/, block: 'css', name: 'CSS' },
  { called: /\b(?:bash|shell)\b/, block: 'bash', name: 'Bash' },
  { called: /(?<![\p{L}\d])c\+\+/u, block: 'cpp', name: 'C++' },
  { called: /(?<![\p{L}\d])c#|\bcsharp\b/u, block: 'csharp', name: 'C#' },
  { called: /\b(?:ruby|rails)\b/, block: 'ruby', name: 'Ruby' },
  { called: /\bphp\b/, block: 'php', name: 'PHP' },
  { called: /\bkotlin\b/, block: 'kotlin', name: 'Kotlin' },
  { called: /\bswift\b/, block: 'swift', name: 'Swift' },
];

const asksForSome = /\b(?:write|show|give|create|make|generate|need|want|implement|example|some)\b/;
const asksForCode =
  /\b(?:code|function|script|snippet|query|regex|algorithm|program (?:that|to|which|for|in)|program$|fizz ?buzz|fibonacci|palindromes?|factorial)\b/;
/** "In Rust, please", "now the same in Go": about the program that was requested before. */
const asksForTranslation =
  /^(?:(?:and|now|ok|okay|please|the same|same|again|can you|could you|do|show|write|translate|convert|rewrite|give|me|it|that|this|what about|how about)[ ,]*)*(?:(?:in|to|into|as) )?[\w+#.]+[ ,]*(?:please)?$/;

/** A prepared program, in the requested language if possible; null when no program was requested. */
export function codeSample(answers: PreparedAnswers, conversation: DemoConversation): string | null {
  const { plain, asked } = conversation;
  const language = languages.find(({ called }) => called.test(plain)) ?? null;
  const asks = (text: string) =>
    asksForSome.test(text) && (asksForCode.test(text) || languages.some(({ called }) => called.test(text)));
  const subject = language && asksForTranslation.test(plain) ? (asked.map(plainText).findLast(asks) ?? plain) : plain;
  if (subject === plain && !asks(plain)) return null;

  const samples = [...answers.values()].filter(({ folder, asks }) => folder === 'code' && asks.length > 0);
  const speaks = (sample: PreparedAnswer) => language !== null && codeIn(sample, language.block) !== null;
  const fitting = samples.filter((sample) => sample.asks.every((pattern) => pattern.test(subject)));
  const sample = fitting.find(speaks) ?? fitting[0] ?? samples.find(speaks) ?? answers.get('code/word-counter');
  if (!sample) return null;
  const block = language && speaks(sample) ? language.block : firstBlock(sample);
  return fillAnswer(answers, 'phrases/code-sample', conversation, {
    fits: fitting.includes(sample) ? 'yes' : undefined,
    title: sample.title,
    language: languages.find((known) => known.block === block)?.name ?? block,
    missing: language && !speaks(sample) ? language.name : undefined,
    code: codeIn(sample, block) ?? '',
  });
}

/** The code block of a language with the sentence below it, if there is one. */
function codeIn({ wordings: [text] }: PreparedAnswer, block: string): string | null {
  return new RegExp(`^\`\`\`${block}\\n[\\s\\S]*?^\`\`\`$(?:\\n\\n(?!\`\`\`).+)?`, 'm').exec(text)?.[0] ?? null;
}

const firstBlock = ({ wordings: [text] }: PreparedAnswer): string => /^```(\w+)$/m.exec(text)?.[1] ?? 'text';
