import type { ReactNode } from 'react';
import { accountTexts } from './texts.ts';

export type SectionName = keyof typeof accountTexts.sections;

/** The id of a section, which an address may name: `/account#sessions`. */
export const sectionId = (name: SectionName) => name;
/** The id of a section's heading, which takes the focus when an address opens the section. */
export const headingId = (name: SectionName) => `${name}-heading`;

/** A section of the account page: its heading beside its content on wide screens, above it otherwise. */
export function AccountSection({ name, children }: { name: SectionName; children?: ReactNode }) {
  const { heading, lead } = accountTexts.sections[name];
  return (
    <section
      id={sectionId(name)}
      aria-labelledby={headingId(name)}
      className="grid gap-x-12 gap-y-4 border-border border-t py-8 md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <header>
        <h2 id={headingId(name)} tabIndex={-1} className="text-[1rem] leading-6 outline-none">
          {heading}
        </h2>
        <p className="mt-1 text-balance text-sm text-text-muted">{lead}</p>
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
