import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/**
 * A centred message that says why there is nothing to show, such as an empty list. `children` say what can be done about it. `heading`:
 * it replaces the whole page.
 */
export function CentredMessage(props: { title: string; text?: string; heading?: boolean; children?: ReactNode }) {
  const { title, text, heading, children } = props;
  const Title = heading ? 'h1' : 'p';
  return (
    <div className={clsx('grid justify-items-center gap-1 px-6 text-center', heading ? 'py-20 max-md:py-14' : 'py-12')}>
      <Title className={clsx('max-w-full break-words', heading ? 'text-xl' : 'font-medium text-[0.875rem]')}>
        {title}
      </Title>
      {text && <p className={clsx('max-w-120 text-balance text-text-muted', !heading && 'text-sm')}>{text}</p>}
      {children && <div className="mt-3 grid justify-items-center">{children}</div>}
    </div>
  );
}
