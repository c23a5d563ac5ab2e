import type { ConversationAction } from '@noek/contract/chat/schemas';
import { Ellipsis, FolderPlus, ListChecks } from 'lucide-react';
import { Button, TextButton } from '../../../../components/base/button.tsx';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { DropdownMenu, MenuItem } from '../../../../components/dialogs/dropdown-menu.tsx';
import { Checkbox } from '../../../../components/fields/checkbox.tsx';
import { projectTexts } from '../../projects/texts.ts';
import { chatTexts } from '../../texts.ts';
import { sidebarTexts } from '../texts.ts';
import type { Selection } from './selection.ts';

/** The line above the rows: how many there are, or how many of them are selected. */
export function CountBar(props: { count: number; more: boolean; onSelect: () => void; onNewProject?: () => void }) {
  const { count, more } = props;
  return (
    <Bar>
      <span className="min-w-0 truncate">{sidebarTexts.selection.count(count, more)}</span>
      {(props.onNewProject || count > 0) && (
        <DropdownMenu
          trigger={
            <IconButton label={sidebarTexts.list.actions} className="coarse:size-10!" data-list-entry>
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          {count > 0 && (
            <MenuItem onSelect={props.onSelect}>
              <ListChecks aria-hidden />
              {sidebarTexts.selection.select}
            </MenuItem>
          )}
          {props.onNewProject && (
            <MenuItem onSelect={props.onNewProject}>
              <FolderPlus aria-hidden />
              {projectTexts.newProject}
            </MenuItem>
          )}
        </DropdownMenu>
      )}
    </Bar>
  );
}

/** How many are selected, and "Select all", which includes conversations that are not loaded. */
export function SelectionBar(props: { selection: Selection; total: number | null; onCancel: () => void }) {
  const { selection, total } = props;
  const { rows, unloaded, isAll, reading } = selection;
  const chosen = rows.length + unloaded.length;
  return (
    <Bar>
      <span className="flex items-center gap-3">
        <Checkbox
          aria-label={sidebarTexts.selection.selectAll(total)}
          aria-busy={reading || undefined}
          checked={isAll && chosen > 0 ? true : chosen > 0 || reading ? 'indeterminate' : false}
          onCheckedChange={(checked) => selection.setAll(checked === true)}
        />
        <span aria-live="polite">
          {reading ? sidebarTexts.selection.selectingAll : sidebarTexts.selection.selected(chosen)}
        </span>
      </span>
      <BarButton onClick={props.onCancel}>{chatTexts.cancel}</BarButton>
    </Bar>
  );
}

export type BulkOffer = { action: ConversationAction | 'move'; label: string };

/** The actions on the selected rows, below the list. */
export function BulkActions(props: {
  offers: readonly BulkOffer[];
  disabled: boolean;
  onAction: (action: BulkOffer['action']) => void;
}) {
  return (
    <div className="flex flex-none flex-wrap gap-2 border-border border-t p-2.5">
      {props.offers.map(({ action, label }) => (
        <Button
          key={action}
          size="sm"
          variant={action === 'delete' ? 'danger-quiet' : 'quiet'}
          className="flex-1"
          disabled={props.disabled}
          onClick={() => props.onAction(action)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

const Bar = ({ children }: { children: React.ReactNode }) => (
  <div
    data-list-bar
    className="flex min-h-11 flex-none items-center justify-between pr-2.5 pl-4.5 text-text-muted text-xs"
  >
    {children}
  </div>
);

const BarButton = (props: { onClick: () => void; children: string }) => (
  <TextButton className="px-2 text-text-muted! text-xs hover:text-text! coarse:min-h-10" {...props} />
);
