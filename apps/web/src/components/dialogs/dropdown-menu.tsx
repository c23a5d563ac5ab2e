import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import * as Radix from 'radix-ui/dropdown-menu';
import { type ComponentProps, type ReactElement, type ReactNode, useRef } from 'react';

/**
 * A menu at a button. `trigger` is one focusable element; items are `MenuItem`, `MenuSeparator`. It is rendered in the landmark of
 * its button and is not modal: the page stays available to assistive technology.
 */
export function DropdownMenu(props: {
  trigger: ReactElement;
  align?: Radix.DropdownMenuContentProps['align'];
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Another place to render it: an element outside of those that would clip or cover it. */
  container?: HTMLElement | null;
  children: ReactNode;
}) {
  const trigger = useRef<HTMLButtonElement>(null);
  /**
   * Only the button handles a press on itself. A menu that is still fading out would close on the press that reopens it, and
   * on the focus that returns to the button a moment later.
   */
  const leaveToTrigger = (event: Event) => {
    if (event.target instanceof Node && trigger.current?.contains(event.target)) event.preventDefault();
  };
  const content = (
    <Radix.Content
      align={props.align ?? 'end'}
      sideOffset={6}
      collisionPadding={8}
      onInteractOutside={leaveToTrigger}
      className="z-(--z-dialog) max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-card border border-border bg-surface-raised p-1 shadow-float data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
    >
      {props.children}
    </Radix.Content>
  );
  return (
    <Radix.Root
      modal={false}
      {...(props.open !== undefined && { open: props.open })}
      {...(props.onOpenChange && { onOpenChange: props.onOpenChange })}
    >
      <Radix.Trigger ref={trigger} asChild>
        {props.trigger}
      </Radix.Trigger>
      {props.container ? <Radix.Portal container={props.container}>{content}</Radix.Portal> : content}
    </Radix.Root>
  );
}

const item = clsx(
  'flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-[0.4375rem] px-2.5 text-[0.875rem] no-underline outline-none coarse:min-h-10',
  'data-[disabled]:text-text-muted data-[highlighted]:bg-surface-hover forced-colors:data-[highlighted]:outline',
  '[&_svg]:size-4 [&_svg]:flex-none',
);

/** A menu item; `destructive` colours it. With `asChild` it wraps a link. */
export function MenuItem({
  destructive,
  className,
  ...rest
}: ComponentProps<typeof Radix.Item> & { destructive?: boolean }) {
  return (
    <Radix.Item
      className={clsx(item, destructive ? 'text-danger-ink data-[highlighted]:bg-danger-soft' : 'text-text', className)}
      {...rest}
    />
  );
}

/** Items of which one is chosen. */
export const MenuChoices = Radix.RadioGroup;

/** One of `MenuChoices`, with a mark when it is the chosen one. */
export function MenuChoice({ children, ...rest }: Omit<ComponentProps<typeof Radix.RadioItem>, 'className'>) {
  return (
    <Radix.RadioItem className={clsx(item, 'text-text')} {...rest}>
      {children}
      <span className="size-4 flex-none text-accent-ink">
        <Radix.ItemIndicator>
          <Check aria-hidden />
        </Radix.ItemIndicator>
      </span>
    </Radix.RadioItem>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-2 my-1 h-px bg-border" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 py-2 text-text-muted text-xs">{children}</Radix.Label>;
}
