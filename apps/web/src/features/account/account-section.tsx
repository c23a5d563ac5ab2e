import type { ReactNode } from 'react';
import { accountTexts } from './texts.ts';

export type SectionName = keyof typeof accountTexts.sections;

/** The id of a section, which an address may name: `/account#sessions`. */
export const sectionId = (name: SectionName) => name;
/** The id of a section's heading, which takes the focus when an address opens the section. */
export const headingId = (name: SectionName) => `${name}-heading`;

/** The names of the sections, in their order on the page. */
export const sectionNames = Object.keys(accountTexts.sections) as SectionName[];

/**
 * A section of the account page: its heading above its content, and beside it where there is room for that but not for the index of
 * sections.
 */
export function AccountSection({ name, children }: { name: SectionName; children?: ReactNode }) {
  const { heading, lead } = accountTexts.sections[name];
  return (
    <section
      id={sectionId(name)}
      aria-labelledby={headingId(name)}
      className="grid gap-x-12 gap-y-4 border-border border-t py-8 first:border-t-0 first:pt-0 md:grid-cols-[15rem_minmax(0,1fr)] min-[68.75rem]:grid-cols-1 min-[68.75rem]:gap-y-5"
    >
      <header>
        <h2 id={headingId(name)} tabIndex={-1} className="text-[1rem] leading-6 outline-none min-[68.75rem]:text-lg">
          {heading}
        </h2>
        <p className="mt-1 text-balance text-sm text-text-muted">{lead}</p>
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
