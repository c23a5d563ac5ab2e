import { clsx } from 'clsx';
import { CodeXml, History, Lightbulb, ListChecks, type LucideIcon, Mail } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { usePublicConfig } from '../../../api/base/public-config.ts';
import { TextButton } from '../../../components/base/button.tsx';
import { Logo } from '../../../components/base/logo.tsx';
import { isAtThisMachine } from '../../../components/page/at-this-machine.ts';
import { ChatLink } from '../chat-navigation.tsx';
import { useSession } from '../session/session.ts';
import { useLastGuestChat } from '../session/use-last-guest-chat.ts';
import { partsCode } from '../signed-in/parts-code.ts';
import { chatTexts, titleOf } from '../texts.ts';

const TemporaryOffer = partsCode.lazy((module) => module.TemporaryOffer);
const { welcome } = chatTexts;
const starts: readonly { icon: LucideIcon; text: { title: string; hint: string; prompt: string } }[] = [
  { icon: Mail, text: welcome.email },
  { icon: Lightbulb, text: welcome.topic },
  { icon: CodeXml, text: welcome.code },
  { icon: ListChecks, text: welcome.plan },
];

type Pick = (prompt: string) => void;

/** The empty chat where the message box stays at the foot of the page. `children` are at its end. */
export function Welcome({ onPick, children }: { onPick: Pick; children?: ReactNode }) {
  return (
    <div className="mx-auto grid min-h-full max-w-thread content-center justify-items-center px-6 py-8 text-center max-md:content-start max-md:px-4 max-md:pt-8 max-md:pb-5 short:content-start short:py-4">
      <Greeting />
      <Starts onPick={onPick} className="mt-8 max-md:mt-6 short:mt-4" />
      {children}
    </div>
  );
}

/** What is above a message box in the middle. */
export const WelcomeAbove = () => (
  <div className="mx-auto grid min-h-full max-w-thread content-end justify-items-center px-6 pt-4 pb-8 text-center">
    <Greeting />
  </div>
);

/** What is below a message box in the middle. */
export const WelcomeBelow = ({ onPick }: { onPick: Pick }) => (
  <div className="mx-auto grid w-full max-w-168 justify-items-center px-6 pt-5 text-center">
    <Starts onPick={onPick} />
  </div>
);

function Greeting() {
  const { user, pending } = useSession();
  return (
    <>
      <Logo className="mb-3.5 size-11 short:hidden" />
      {/* Its line is there before it is known who is here, so that nothing moves. */}
      <p dir="auto" className="h-6 max-w-full truncate text-[1rem] text-text-muted leading-6 short:hidden">
        {(user || !pending) && welcome.greeting(new Date().getHours(), user?.name)}
      </p>
      <h1 className="mt-0.5 text-2xl leading-9 max-md:text-[1.625rem] short:text-xl">{welcome.heading}</h1>
      <p className="mt-2 max-w-120 text-balance text-[1rem] text-text-muted">{welcome.lead}</p>
    </>
  );
}

/** The four questions to begin with; each sends its prompt. */
function Starts({ onPick, className }: { onPick: Pick; className?: string }) {
  const { user } = useSession();
  return (
    <>
      <ul
        className={clsx(
          'grid w-full grid-cols-2 gap-2 text-left max-md:grid-cols-1 max-md:gap-0 max-md:border-border max-md:border-t',
          className,
        )}
      >
        {starts.map(({ icon: Icon, text }) => (
          <li key={text.title}>
            <button
              type="button"
              onClick={() => onPick(text.prompt)}
              className="grid h-full w-full grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 rounded-card px-3.5 py-2.5 text-left hover:bg-surface-hover md:border md:border-border max-md:rounded-none max-md:border-border max-md:border-b max-md:px-1 max-md:py-3"
            >
              <Icon className="icon row-span-2 mt-0.75 size-4.5! text-text-muted" aria-hidden />
              <span className="font-medium text-[0.875rem] leading-5.5">{text.title}</span>
              <span className="truncate text-sm text-text-muted">{text.hint}</span>
            </button>
          </li>
        ))}
      </ul>
      <LastChat />
      {user && (
        <Suspense fallback={null}>
          <TemporaryOffer />
        </Suspense>
      )}
      <DemoLine onPick={onPick} />
    </>
  );
}

/** Until a model is connected, the person at the machine, who can connect one, reads how. */
function DemoLine({ onPick }: { onPick: Pick }) {
  const { assistant } = usePublicConfig();
  if (assistant.kind !== 'demo' || !isAtThisMachine()) return null;
  return (
    <p className="mt-4 text-sm text-text-muted max-md:mt-3">
      {welcome.demo} <TextButton onClick={() => onPick(welcome.connectPrompt)}>{welcome.connect}</TextButton>
    </p>
  );
}

/** Leads a guest back to the chat that was open last. */
function LastChat() {
  const last = useLastGuestChat();
  if (!last) return null;
  return (
    <ChatLink
      to={last.id}
      className="mt-5 inline-flex min-h-10 max-w-full items-center gap-2 rounded-control px-3 text-sm text-text-muted hover:bg-surface-hover hover:text-text max-md:mt-3"
    >
      <History className="icon" aria-hidden />
      <span className="flex-none">{chatTexts.lastChat}</span>
      <span dir="auto" className="min-w-0 truncate font-medium text-text">
        {titleOf(last)}
      </span>
    </ChatLink>
  );
}
