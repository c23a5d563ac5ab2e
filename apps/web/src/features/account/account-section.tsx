import type { ReactNode } from 'react';
import { accountTexts } from './texts.ts';

export type SectionName = keyof typeof accountTexts.sections;

/** The id of a section, which an address may name: `/account#sessions`. */
export const sectionId = (name: SectionName) => name;
/** The id of a section's heading, which takes the focus when an address opens the section. */
export const headingId = (name: SectionName) => `${name}-heading`;

/** A section of a page of the settings: its heading above its content. */
export function AccountSection({ name, children }: { name: SectionName; children?: ReactNode }) {
  const { heading, lead } = accountTexts.sections[name];
  return (
    <section
      id={sectionId(name)}
      aria-labelledby={headingId(name)}
      className="grid gap-5 border-border border-t py-8 first:border-t-0 first:pt-0"
    >
      <header>
        <h2 id={headingId(name)} tabIndex={-1} className="text-lg outline-none">
          {heading}
        </h2>
        <p className="mt-1 text-balance text-sm text-text-muted">{lead}</p>
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
