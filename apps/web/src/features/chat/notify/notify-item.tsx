import { Bell, BellOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { MenuItem } from '../../../components/dialogs/dropdown-menu.tsx';
import { askForNotifications } from './ask-for-notifications.ts';
import { mayNotify, notifyChoice, turnNotifyOff } from './preference.ts';
import { notifyTexts } from './texts.ts';

/** Whether this device notifies the person of answers; null where the browser has no notifications. */
export const useNotifies = (): boolean | null =>
  useSyncExternalStore(notifyChoice.onChange, () => (typeof Notification === 'function' ? mayNotify() : null));

/** Turns notifications of answers on or off, if the person was asked about them before. */
export function NotifyItem() {
  const isOn = useNotifies();
  if (isOn === null || (!isOn && notifyChoice.get() === null)) return null;
  return (
    <MenuItem onSelect={() => (isOn ? turnNotifyOff() : void askForNotifications())}>
      {isOn ? <BellOff aria-hidden /> : <Bell aria-hidden />}
      {isOn ? notifyTexts.turnOff : notifyTexts.turnOn}
    </MenuItem>
  );
}
