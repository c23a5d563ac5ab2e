import { CodeXml, Lightbulb, ListChecks, type LucideIcon, Mail } from 'lucide-react';
import { Logo } from '../../../components/base/logo.tsx';
import { chatTexts } from '../texts.ts';
import { LastChat } from './last-chat.tsx';

const { welcome } = chatTexts;
const starts: readonly { icon: LucideIcon; text: { title: string; hint: string; prompt: string } }[] = [
  { icon: Mail, text: welcome.email },
  { icon: Lightbulb, text: welcome.topic },
  { icon: CodeXml, text: welcome.code },
  { icon: ListChecks, text: welcome.plan },
];

/** The empty chat. Each card sends its prompt. */
export function Welcome({ onPick }: { onPick: (prompt: string) => void }) {
  return (
    <div className="mx-auto grid min-h-full max-w-thread content-center justify-items-center px-6 py-8 text-center max-md:content-start max-md:px-4 max-md:pt-10 max-md:pb-5 short:content-start short:py-4">
      <Logo className="mb-5 size-11 short:hidden" />
      <h1 className="text-2xl leading-9 short:text-xl">{welcome.heading}</h1>
      <p className="mt-2 max-w-120 text-balance text-[1rem] text-text-muted">{welcome.lead}</p>
      <ul className="mt-9 grid w-full grid-cols-2 gap-3 text-left max-md:mt-7 short:mt-4 max-md:grid-cols-1 max-md:gap-0 max-md:border-border max-md:border-t">
        {starts.map(({ icon: Icon, text }) => (
          <li key={text.title}>
            <button
              type="button"
              onClick={() => onPick(text.prompt)}
              className="grid h-full w-full grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3.5 gap-y-0.5 rounded-card border border-border py-4 pr-4.5 pl-4 text-left hover:border-border-strong hover:bg-surface max-md:rounded-none max-md:border-0 max-md:border-b max-md:px-1 max-md:py-3.25"
            >
              <Icon className="icon row-span-2 mt-0.75 size-4.5! text-accent-ink" aria-hidden />
              <span className="font-medium">{text.title}</span>
              <span className="text-sm text-text-muted">{text.hint}</span>
            </button>
          </li>
        ))}
      </ul>
      <LastChat />
    </div>
  );
}
