import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './base/icon-button.tsx';
import { componentTexts } from './base/texts.ts';

const inputClass =
  'min-h-10 w-full rounded-control border border-border-control bg-surface-raised px-3 text-base focus-visible:border-transparent focus-visible:outline-offset-0 aria-invalid:border-danger disabled:bg-surface disabled:text-text-muted pointer-coarse:text-[1rem]';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx(inputClass, className)} {...rest} />;
}

/** A password field with a button that shows and hides it. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <input className={clsx(inputClass, 'pr-12', className)} {...rest} type={shown ? 'text' : 'password'} />
      <IconButton
        label={shown ? componentTexts.password.hide : componentTexts.password.show}
        className="absolute top-1 right-1 coarse:top-0 coarse:right-0"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff className="icon" aria-hidden /> : <Eye className="icon" aria-hidden />}
      </IconButton>
    </div>
  );
}
