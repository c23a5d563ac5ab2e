import { type ReactNode, useId } from 'react';

/** A part of a project's page. `aside`: at the end of the heading's line. */
export function ProjectSection(props: { heading: string; lead?: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 id={id} className="text-[1rem] leading-6">
          {props.heading}
        </h2>
        {props.aside}
      </div>
      {props.lead && <p className="mb-3 text-sm text-text-muted">{props.lead}</p>}
      {props.children}
    </section>
  );
}
