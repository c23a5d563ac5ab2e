import { clsx } from 'clsx';
import { Check, X } from 'lucide-react';

/** A rule below a password field: green when met, red otherwise. The icon repeats what the colour says. */
export function PasswordRule({ holds, text }: { holds: boolean; text: string }) {
  const Icon = holds ? Check : X;
  return (
    <p className={clsx('flex items-center gap-2 text-sm', holds ? 'text-success-ink' : 'text-danger-ink')}>
      <Icon className="size-3.5 flex-none stroke-[2.25]" aria-hidden />
      {text}
    </p>
  );
}
