import { useId, useSyncExternalStore } from 'react';
import { Switch } from '../../../components/fields/switch.tsx';
import { askForNotifications } from '../../chat/notify/ask-for-notifications.ts';
import { useNotifies } from '../../chat/notify/notify-item.tsx';
import { notifyChoice, notifyPermission, turnNotifyOff } from '../../chat/notify/preference.ts';
import { notifyTexts } from '../../chat/notify/texts.ts';
import { Item, Items } from '../item.tsx';
import { deviceTexts } from './texts.ts';

/** Whether this device notifies the person when an answer is done. */
export function Notifications() {
  const isOn = useNotifies();
  const permission = useSyncExternalStore(notifyChoice.onChange, notifyPermission);
  const id = useId();
  if (isOn === null) return <Item title={notifyTexts.setting}>{deviceTexts.notifications.none}</Item>;
  return (
    <Items>
      <Item
        title={notifyTexts.setting}
        titleId={id}
        control={
          <Switch
            aria-labelledby={id}
            checked={isOn}
            onChange={(on) => (on ? void askForNotifications() : turnNotifyOff())}
          />
        }
      >
        {permission === 'denied'
          ? `${notifyTexts.blocked}. ${notifyTexts.blockedHint}`
          : deviceTexts.notifications.hint}
      </Item>
    </Items>
  );
}
