import type { Message } from '@noek/contract/chat/schemas';
import { Columns2, Flag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MenuItem, MenuLabel } from '../../../../components/dialogs/dropdown-menu.tsx';
import { CopyLinkItem } from '../../message/copy-link.tsx';
import { useMessageActions } from '../../message/message-actions.ts';
import { OtherActions } from '../../message/other-actions.tsx';
import { useReport } from '../../reporting/report-button.tsx';
import { reportingTexts } from '../../reporting/texts.ts';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { ModelItems } from './answer-with-menu.tsx';
import { compareTexts } from './comparison/texts.ts';
import { useComparable } from './comparison/use-comparable.ts';

/** What can be done with an answer besides its four buttons. "Compare with…" shows the other models in the same menu. */
export function AnswerMenu({ message, last }: { message: Message; last: boolean }) {
  const { busy } = useMessageActions();
  const { isTemporary } = useOpenConversation();
  const { models, prepare, compare } = useComparable(message);
  const report = useReport({ kind: 'answer', messageId: message.id });
  const [isComparing, setComparing] = useState(false);
  return (
    <>
      <OtherActions onOpenChange={(open) => open && setComparing(false)}>
        {isComparing ? (
          <Models>
            <ModelItems models={models} onChoose={compare} />
          </Models>
        ) : (
          <>
            <CopyLinkItem conversationId={message.conversationId} messageId={message.id} />
            {last && models.length > 0 && (
              <MenuItem
                disabled={busy}
                onSelect={(event) => {
                  event.preventDefault();
                  prepare();
                  setComparing(true);
                }}
              >
                <Columns2 aria-hidden />
                {compareTexts.compareWith}
              </MenuItem>
            )}
            {!isTemporary && (
              <MenuItem onSelect={report.open}>
                <Flag aria-hidden />
                {reportingTexts.report}
              </MenuItem>
            )}
          </>
        )}
      </OtherActions>
      {report.dialog}
    </>
  );
}

/** The models in place of the actions. The first one gets the focus that the chosen action had. */
function Models({ children }: { children: React.ReactNode }) {
  const items = useRef<HTMLDivElement>(null);
  useEffect(() => items.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(), []);
  return (
    <div ref={items}>
      <MenuLabel>{compareTexts.compareWith}</MenuLabel>
      {children}
    </div>
  );
}
