import type { ReactNode } from 'react';

/** What is known about a call: a list of facts. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="mt-3 grid gap-y-3 text-base md:grid-cols-[7rem_minmax(0,1fr)] md:gap-x-4">{children}</dl>
);

/** A name and its meaning, next to each other where there is room. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-text-muted text-sm leading-6 max-md:-mb-2.5">{name}</dt>
    <dd className="min-w-0 [&>figure]:mt-0 [&>figure]:max-md:mt-1">{children}</dd>
  </>
);
