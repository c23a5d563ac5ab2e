import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '../base/icon-button.tsx';
import { isOfInputMethod } from '../base/of-input-method.ts';
import { TooLong, useLengthLimit } from './length-limit.tsx';
import { fieldTexts } from './texts.ts';

const inputClass =
  'min-h-10 w-full rounded-control border border-border-control bg-surface-raised px-3 text-base focus-visible:border-transparent focus-visible:outline-offset-0 aria-invalid:border-danger disabled:bg-surface disabled:text-text-muted pointer-coarse:text-[1rem]';

/**
 * A text field. `maxLength` counts characters; a longer text stays, and the field says by how much it is too long. The Enter of an input
 * method does not submit the form.
 */
export function Input({ className, maxLength, onKeyDown, ...rest }: ComponentProps<'input'>) {
  const { control, id, problem } = useLengthLimit({ ...rest, maxLength });
  return (
    <>
      <input
        className={clsx(inputClass, className)}
        {...rest}
        {...control}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isOfInputMethod(event)) event.preventDefault();
          onKeyDown?.(event);
        }}
      />
      {problem && <TooLong id={id} text={problem} />}
    </>
  );
}

/** A password field with a button that shows and hides it. */
export function PasswordInput({ className, maxLength, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const { control, id, problem } = useLengthLimit({ ...rest, maxLength });
  return (
    <div className="relative">
      <input
        className={clsx(inputClass, 'pr-12', className)}
        {...rest}
        {...control}
        type={shown ? 'text' : 'password'}
      />
      <IconButton
        label={shown ? fieldTexts.password.hide : fieldTexts.password.show}
        className="absolute top-1 right-1 coarse:top-0 coarse:right-0"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff className="icon" aria-hidden /> : <Eye className="icon" aria-hidden />}
      </IconButton>
      {problem && <TooLong id={id} text={problem} className="mt-1.5" />}
    </div>
  );
}
