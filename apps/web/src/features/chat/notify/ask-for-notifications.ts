import { toast } from '../../../components/base/toasts/toast.ts';
import { notifyPermission, turnNotifyOn } from './preference.ts';
import { notifyTexts } from './texts.ts';

/** Turns notifications on, and says so if the browser blocks them. Call it from a press. */
export async function askForNotifications(): Promise<void> {
  if (await turnNotifyOn()) return;
  if (notifyPermission() === 'denied')
    toast({ title: notifyTexts.blocked, description: notifyTexts.blockedHint, variant: 'destructive' });
}
