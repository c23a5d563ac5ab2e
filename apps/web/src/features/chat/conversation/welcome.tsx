import { CodeXml, Lightbulb, ListChecks, type LucideIcon, Mail } from 'lucide-react';
import { Logo } from '../../../components/logo.tsx';

const starts: readonly { icon: LucideIcon; title: string; hint: string; prompt: string }[] = [
  {
    icon: Mail,
    title: 'Write a professional email',
    hint: 'A clear, friendly note to a client',
    prompt:
      'Help me write a professional email. Draft a clear, friendly note to a client, and tell me which details to fill in.',
  },
  {
    icon: Lightbulb,
    title: 'Explain a complex topic',
    hint: 'In plain words, with an example',
    prompt: 'Explain a complex topic to me in plain words, with an everyday example. Ask me which topic first.',
  },
  {
    icon: CodeXml,
    title: 'Debug my code',
    hint: 'Paste it and say what goes wrong',
    prompt: 'Help me debug my code. Tell me what you need to see, and how we find the bug step by step.',
  },
  {
    icon: ListChecks,
    title: 'Create a learning plan',
    hint: 'Four weeks, an hour a day',
    prompt:
      'Create a learning plan for me: four weeks, one hour a day, with a small goal for each week. Ask me what I want to learn.',
  },
];

/** The empty chat. Each card sends its prompt. */
export function Welcome({ onPick }: { onPick: (prompt: string) => void }) {
  return (
    <div className="mx-auto grid min-h-full max-w-thread content-center justify-items-center px-6 py-8 text-center max-md:content-start max-md:px-4 max-md:pt-10 max-md:pb-5">
      <Logo className="mb-5 size-11" />
      <h1 className="text-2xl leading-9">How can I help you today?</h1>
      <p className="mt-2 max-w-120 text-balance text-[1rem] text-text-muted">
        Start a conversation with AI to get answers, ideas, and assistance with any topic.
      </p>
      <ul className="mt-9 grid w-full grid-cols-2 gap-3 text-left max-md:mt-7 max-md:grid-cols-1 max-md:gap-0 max-md:border-border max-md:border-t">
        {starts.map(({ icon: Icon, title, hint, prompt }) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => onPick(prompt)}
              className="grid h-full w-full grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3.5 gap-y-0.5 rounded-card border border-border py-4 pr-4.5 pl-4 text-left hover:border-border-strong hover:bg-surface max-md:rounded-none max-md:border-0 max-md:border-b max-md:px-1 max-md:py-3.25"
            >
              <Icon className="icon row-span-2 mt-0.75 size-4.5! text-accent-ink" aria-hidden />
              <span className="font-medium">{title}</span>
              <span className="text-sm text-text-muted">{hint}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
