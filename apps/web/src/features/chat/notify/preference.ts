import { asText, StoredValue } from '../../../components/base/stored-value/stored-value.ts';

/** What the person on this device has said about notifications: "on", "off", or nothing yet. */
export const notifyChoice = new StoredValue<string | null>('noek_notify', asText);

/** Whether this browser can show notifications to a page. */
const canNotify = () => typeof Notification === 'function';

/** The browser's permission; "denied" where it has no notifications. */
export const notifyPermission = (): NotificationPermission => (canNotify() ? Notification.permission : 'denied');

/** Whether a notification may be shown. */
export const mayNotify = (): boolean => notifyPermission() === 'granted' && notifyChoice.get() !== 'off';

/** Whether the person has neither decided here nor in the browser. */
export const mayAskToNotify = (): boolean => notifyPermission() === 'default' && notifyChoice.get() === null;

/** Turns notifications on, which may ask the browser for its permission. Call it from a press. Resolves to whether they are on. */
export async function turnNotifyOn(): Promise<boolean> {
  const permission = notifyPermission() === 'default' ? await Notification.requestPermission() : notifyPermission();
  const isOn = permission === 'granted';
  // A person who closes the browser's question is not asked again.
  notifyChoice.set(isOn ? 'on' : 'off');
  return isOn;
}

export const turnNotifyOff = (): void => notifyChoice.set('off');
