import { Bell } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { askForNotifications } from './ask-for-notifications.ts';
import { notifyQuestion } from './notifier.ts';
import { turnNotifyOff } from './preference.ts';
import { notifyTexts } from './texts.ts';

/** Asks, below the messages, whether the person wants notifications. It takes no focus and covers nothing. */
export default function NotifyQuestion() {
  const title = useId();
  return (
    <section aria-labelledby={title} className="mx-auto mb-4 max-w-thread px-6 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-card border border-border bg-surface px-4 py-3">
        <Bell className="icon text-text-muted" aria-hidden />
        <div role="status" className="min-w-48 flex-1">
          <h2 id={title} className="font-medium text-sm">
            {notifyTexts.question}
          </h2>
          <p className="text-sm text-text-muted">{notifyTexts.questionHint}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              turnNotifyOff();
              notifyQuestion.set(false);
            }}
          >
            {notifyTexts.no}
          </Button>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              notifyQuestion.set(false);
              void askForNotifications();
            }}
          >
            {notifyTexts.yes}
          </Button>
        </div>
      </div>
    </section>
  );
}
