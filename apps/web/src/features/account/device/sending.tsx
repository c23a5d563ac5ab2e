import { useId } from 'react';
import { Choice } from '../../../components/fields/choice.tsx';
import { keysOf } from '../../chat/dialogs/keys.ts';
import { newLineShortcut, type SendKey, sendShortcut } from '../../chat/dialogs/send-shortcuts.ts';
import { sendKey, useCtrlEnter } from '../../chat/send-key.ts';
import { Item, Items } from '../item.tsx';
import { deviceTexts } from './texts.ts';

const texts = deviceTexts.sending;
const sendKeys = Object.keys(sendShortcut) as SendKey[];
const named = (shortcut: string) => keysOf(shortcut).join(' + ');

/** Which key sends a message on this device. */
export function Sending() {
  const chosen: SendKey = useCtrlEnter() ? 'ctrl-enter' : 'enter';
  const name = useId();
  return (
    <Items>
      <Item
        stacks
        title={texts.title}
        control={
          <Choice
            legend={texts.title}
            name={name}
            choices={sendKeys.map((value) => ({ value, label: named(sendShortcut[value]) }))}
            value={chosen}
            onChange={sendKey.set}
          />
        }
      >
        {texts.hints[chosen](named(newLineShortcut[chosen]))}
      </Item>
    </Items>
  );
}
