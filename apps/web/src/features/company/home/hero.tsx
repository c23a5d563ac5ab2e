import { clsx } from 'clsx';
import { ArrowRight, Bookmark, BookmarkCheck, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../../components/base/badge.tsx';
import { buttonClass } from '../../../components/base/button.tsx';
import { Logo } from '../../../components/base/logo.tsx';
import { addresses } from '../addresses.ts';
import { BetaNotice } from '../beta-notice.tsx';
import { SignInAnchor } from '../sign-in-anchor.tsx';
import { companyTexts } from '../texts.ts';
import { TryNoek } from '../try-noek.tsx';

const texts = companyTexts.hero;

export const Hero = () => (
  <section className="mx-auto grid max-w-site justify-items-center px-5 pt-12 pb-14 text-center md:px-8 md:pt-17 md:pb-22">
    <h1 className="max-w-[13em] text-[clamp(2.25rem,1.2rem+4.4vw,4rem)] leading-[1.06] tracking-[-0.036em]">
      {texts.heading}
    </h1>
    <p className="mt-5 max-w-[27em] text-balance text-[1.0625rem] text-text-muted leading-6.75 md:text-[1.1875rem] md:leading-7.25">
      {texts.lead}
    </p>
    {/* Columns of a fixed width, so that nothing moves when the page finds out who is here. */}
    <div className="mt-8 grid w-full max-w-64 grid-cols-2 gap-3">
      <TryNoek className={buttonClass('primary', 'lg')} />
      <SignInAnchor data-for="visitors" className={buttonClass('quiet', 'lg')}>
        {companyTexts.signIn}
      </SignInAnchor>
      <a data-for="members" hidden className={buttonClass('quiet', 'lg')} href={addresses.account}>
        {companyTexts.account}
      </a>
    </div>
    <BetaNotice className="mt-7" />
    <MemoryStory className="mt-9 w-full md:mt-11" />
  </section>
);

const story = companyTexts.memoryStory;
const { memory, said, kept, used } = story;

/** What the headline says, as an example in three steps: a memory is saved, kept with its origin, and used. */
const MemoryStory = ({ className }: { className?: string }) => (
  <figure aria-label={story.label} className={className}>
    <ol className="grid overflow-hidden rounded-card border border-border-strong text-left md:grid-cols-3">
      <Step {...said}>
        <Question text={said.message} />
        <MemoryLine icon={BookmarkCheck} label={said.label} className="mt-4 [animation-delay:0.4s]" />
      </Step>
      <Step {...kept}>
        <div className="rounded-card border border-border bg-surface-raised px-4 py-3.5">
          <p className="flex items-center justify-between gap-2">
            <span className="font-medium text-base">{memory.title}</span>
            <Badge className="h-5.5! px-2!">{memory.category}</Badge>
          </p>
          <p className="mt-1 text-sm text-text-muted">{memory.content}</p>
          <Origin />
        </div>
        <p className="mt-3 text-sm text-text-muted">{kept.yours}</p>
      </Step>
      <Step {...used}>
        <Question text={used.message} />
        <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <Logo className="size-6" />
          <div>
            <p className="text-base">
              <span className="sr-only">{story.noek} </span>
              {used.answer}
            </p>
            <MemoryLine icon={Bookmark} label={used.label} className="mt-2.5 [animation-delay:1s]" />
          </div>
        </div>
      </Step>
    </ol>
  </figure>
);

/** A step with its title and when it happens. From the second on, an arrow leads to it. */
const Step = (props: { title: string; when: string; children: ReactNode }) => (
  <li className="group relative border-border p-5 [&:not(:first-child)]:border-t md:p-6 md:[&:not(:first-child)]:border-t-0 md:[&:not(:first-child)]:border-l">
    <span
      aria-hidden
      className="absolute -top-3 left-6 grid size-6 rotate-90 place-items-center rounded-full border border-border bg-background text-text-muted group-first:hidden md:top-7 md:-left-3 md:rotate-0"
    >
      <ArrowRight className="size-3.5" />
    </span>
    <p className="text-text-muted text-xs">{props.when}</p>
    <p className="mt-0.5 mb-5 font-semibold tracking-[-0.012em]">{props.title}</p>
    {props.children}
  </li>
);

/** A message of the person. */
const Question = ({ text }: { text: string }) => (
  <p className="ml-auto w-fit max-w-[90%] rounded-composer bg-bubble px-4 py-2.5 text-base">
    <span className="sr-only">{story.you} </span>
    {text}
  </p>
);

/** What happened to the memory: a line as the product shows it, which appears after the text above it. */
const MemoryLine = (props: { icon: LucideIcon; label: string; className: string }) => (
  <p
    className={clsx(
      'grid animate-rise-in grid-cols-[auto_minmax(0,1fr)] gap-x-1.5 text-sm [animation-fill-mode:backwards]',
      props.className,
    )}
  >
    <props.icon className="mt-0.75 size-3.5 text-accent-ink" aria-hidden />
    <span>
      <span className="font-medium text-accent-ink">{props.label}:</span>{' '}
      <span className="text-text-muted">{memory.title}</span>
    </span>
  </p>
);

const Origin = () => (
  <p className="mt-3 grid border-border border-t pt-3 text-sm">
    <span className="font-medium">{kept.origin.question}</span>
    <span className="text-text-muted">{kept.origin.because}</span>
  </p>
);
