import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { DropdownMenu } from '../../../components/dialogs/dropdown-menu.tsx';
import { messageTexts } from './texts.ts';

/** The menu with the actions of a message that have no button of their own. */
export function OtherActions(props: {
  className?: string;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    // The list of messages clips what leaves it, so the menu is a child of the page's main landmark.
    <DropdownMenu
      align="start"
      container={document.getElementById('main')}
      {...(props.onOpenChange && { onOpenChange: props.onOpenChange })}
      trigger={
        <IconButton label={messageTexts.otherActions} className={props.className}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {props.children}
    </DropdownMenu>
  );
}
