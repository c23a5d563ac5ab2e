import type { ReactNode } from 'react';

/** A band of a page with a heading. `id`: for links to it. */
export const Section = (props: { id: string; heading: string; lead?: ReactNode; children: ReactNode }) => (
  <section
    id={props.id}
    aria-labelledby={`${props.id}-heading`}
    className="scroll-mt-2 border-border border-t py-14 md:py-22"
  >
    <div className="mx-auto max-w-site px-5 md:px-8">
      <div className="mb-8 max-w-160 md:mb-11">
        <h2 id={`${props.id}-heading`} className="text-[1.75rem] leading-8.5 tracking-[-0.028em] md:text-3xl">
          {props.heading}
        </h2>
        {props.lead && <p className="mt-3 text-[1.0625rem] text-text-muted leading-6.75">{props.lead}</p>}
      </div>
      {props.children}
    </div>
  </section>
);
