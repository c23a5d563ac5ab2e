import { ListPlus, Redo2 } from 'lucide-react';
import { toolClass } from '../../../components/base/tool-class.ts';
import { tooltip } from '../../../components/base/tooltip.ts';
import { keysOf } from '../dialogs/keys.ts';
import { useCtrlEnter } from '../send-key.ts';
import { queueButtonTexts } from './texts.ts';

/** What can be done with a message that is written while an answer runs. The focus stays in the box. */
export function QueueButtons({ onQueue }: { onQueue: (as: 'queueMessage' | 'steer') => void }) {
  const isCtrl = useCtrlEnter();
  const button = (as: 'queueMessage' | 'steer', label: string, keys: string) => (
    <button
      type="button"
      className={toolClass}
      aria-label={label}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onQueue(as)}
      {...tooltip(`${label} (${keysOf(keys).join(' + ')})`, 'top')}
    >
      {as === 'queueMessage' ? <ListPlus aria-hidden /> : <Redo2 aria-hidden />}
    </button>
  );
  return (
    <>
      {button('queueMessage', queueButtonTexts.queue, isCtrl ? 'Ctrl+Enter' : 'Enter')}
      {button('steer', queueButtonTexts.steer, isCtrl ? 'Ctrl+Shift+Enter' : 'Ctrl+Enter')}
    </>
  );
}
