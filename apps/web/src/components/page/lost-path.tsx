import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { notFoundTexts as texts } from './texts.ts';

/** The content of the 404 page. `hint` says why nothing is here; `children`: its buttons. */
export const LostPath = (props: { className?: string; hint?: string; children: ReactNode }) => (
  <div className={clsx('grid place-content-center justify-items-center px-6 text-center', props.className)}>
    <BrokenPath />
    <code className="mb-3.5 font-medium font-mono text-sm text-text-muted leading-none tracking-[0.02em]">
      {texts.code}
    </code>
    <h1 className="text-2xl leading-9">{texts.title}</h1>
    <p className="mt-2 max-w-104 text-balance text-text-muted">{props.hint ?? texts.hint}</p>
    <div className="mt-7 flex flex-wrap justify-center gap-2.5">{props.children}</div>
  </div>
);

function BrokenPath() {
  const nodes = ['20 60', '76 60', '130 28', '130 92', '182 28', '182 92', '300 60', '256 60'];
  return (
    <svg
      viewBox="0 0 320 120"
      fill="none"
      aria-hidden
      strokeLinecap="round"
      strokeWidth="1.75"
      className="mb-9 h-auto w-[min(20rem,75vw)]"
    >
      <g className="stroke-border-strong">
        <path d="M28 60h40M84 56l38-26M84 64l38 26M138 28h36M138 92h36M292 60h-28" />
        <path d="M189 31l22 20M189 89l22-20M249 60h-17" strokeDasharray="1.5 6" />
      </g>
      <g className="fill-background stroke-border-control">
        {nodes.map((at) => {
          const [x, y] = at.split(' ');
          return <circle key={at} cx={x} cy={y} r="7" />;
        })}
      </g>
      <circle cx="220" cy="60" r="9" className="stroke-accent-ink" strokeDasharray="3 5.4" />
      <circle cx="20" cy="60" r="3" className="fill-accent-ink" />
    </svg>
  );
}
