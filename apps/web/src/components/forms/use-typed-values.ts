import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Reports each change of a form's values, so that typed values can outlive the form. */
export function useTypedValues<Values extends FieldValues, Output>(
  { subscribe }: UseFormReturn<Values, unknown, Output>,
  onTyped: (values: Values) => void,
): void {
  const report = useEffectEvent(onTyped);
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => report(values) }), [subscribe]);
}
