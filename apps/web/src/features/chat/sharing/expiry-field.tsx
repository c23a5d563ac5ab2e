import { useState } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { exactLabel } from '../../../components/dates/date-labels.ts';
import { Select } from '../../../components/fields/select.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { dayOf, daysFrom, endOfDay, expiryDays } from './expiry-choices.ts';
import { sharingTexts } from './texts.ts';

const choices = (
  <>
    <option value="never">{sharingTexts.expiry.never}</option>
    {expiryDays.map((days) => (
      <option key={days} value={days}>
        {sharingTexts.expiry.inDays(days)}
      </option>
    ))}
    <option value="day">{sharingTexts.expiry.endOfDay}</option>
  </>
);

/** Changes when a link expires: never, after some days, or at the end of a chosen day. */
export function ExpiryField(props: {
  /** The current expiry, ISO 8601; null: never. */
  expiresAt: string | null;
  /** That time has passed. */
  expired: boolean;
  disabled: boolean;
  onExpiry: (expiresAt: string | null) => void;
}) {
  const { expiresAt, expired, disabled, onExpiry } = props;
  const [day, setDay] = useState<string | null>(null);
  const [error, setError] = useState<string>();

  const choose = (choice: string) => {
    setError(undefined);
    if (choice === 'day') return setDay(dayOf(expiresAt && !expired ? new Date(expiresAt) : new Date()));
    setDay(null);
    if (choice === 'never') onExpiry(null);
    else if (choice !== 'kept') onExpiry(daysFrom(new Date(), Number(choice)));
  };
  const submitDay = () => {
    const end = endOfDay(day ?? '', new Date());
    if (!end) return setError(sharingTexts.expiry.pastDay);
    setDay(null);
    onExpiry(end);
  };

  return (
    <div className="grid gap-3">
      <Field label={sharingTexts.expiry.label}>
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={day !== null ? 'day' : expiresAt ? 'kept' : 'never'}
            onChange={(event) => choose(event.target.value)}
          >
            {expiresAt && <option value="kept">{expired ? sharingTexts.expiry.expired : exactLabel(expiresAt)}</option>}
            {choices}
          </Select>
        )}
      </Field>
      {day !== null && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submitDay();
          }}
        >
          <Field label={sharingTexts.expiry.day} error={error}>
            {(control) => (
              <div className="flex gap-2">
                <Input
                  {...control}
                  type="date"
                  autoFocus
                  min={dayOf(new Date())}
                  value={day}
                  disabled={disabled}
                  onChange={(event) => setDay(event.target.value)}
                />
                <Button type="submit" variant="quiet" disabled={disabled}>
                  {sharingTexts.expiry.set}
                </Button>
              </div>
            )}
          </Field>
        </form>
      )}
    </div>
  );
}

/** How long a new link works unless the person chooses otherwise, in days. */
const newLinkDays = 30;

/** The choice of when a new link expires. `read` returns that time, or undefined if the chosen day has passed, which the field then says. */
export function useNewExpiry() {
  const [choice, setChoice] = useState(String(newLinkDays));
  const [day, setDay] = useState(() => dayOf(new Date(daysFrom(new Date(), newLinkDays))));
  const [error, setError] = useState<string>();
  return {
    choice,
    day,
    error,
    choose(next: string) {
      setChoice(next);
      setError(undefined);
    },
    chooseDay(next: string) {
      setDay(next);
      setError(undefined);
    },
    read(): string | null | undefined {
      if (choice === 'never') return null;
      if (choice !== 'day') return daysFrom(new Date(), Number(choice));
      const end = endOfDay(day, new Date());
      if (!end) setError(sharingTexts.expiry.pastDay);
      return end ?? undefined;
    },
  };
}

/** When a new link expires. */
export function NewExpiryField({ expiry }: { expiry: ReturnType<typeof useNewExpiry> }) {
  return (
    <div className="grid gap-3">
      <Field label={sharingTexts.expiry.label}>
        {(control) => (
          <Select {...control} value={expiry.choice} onChange={(event) => expiry.choose(event.target.value)}>
            {choices}
          </Select>
        )}
      </Field>
      {expiry.choice === 'day' && (
        <Field label={sharingTexts.expiry.day} error={expiry.error}>
          {(control) => (
            <Input
              {...control}
              type="date"
              min={dayOf(new Date())}
              value={expiry.day}
              onChange={(event) => expiry.chooseDay(event.target.value)}
            />
          )}
        </Field>
      )}
    </div>
  );
}
