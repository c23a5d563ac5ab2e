import { type AuditFilter, auditFilterSchema } from '@noek/contract/admin/schemas';
import { useEffect, useState } from 'react';

const debounceMs = 250;
const nothing = { action: '', administrator: '', person: '', from: '', to: '' };
type Typed = typeof nothing;

/**
 * The fields of the filter as they are typed, and as they count: complete, and once the person pauses. A part that is not
 * complete yet, such as half an address, leaves the rest in force.
 */
export function useAuditFilter(person: string) {
  const [typed, setTyped] = useState<Typed>({ ...nothing, person });
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    typed,
    change: (fields: Partial<Typed>) => setTyped({ ...typed, ...fields }),
    clear: () => setTyped(nothing),
    filter: complete(settled),
  };
}

function complete(typed: Typed): AuditFilter {
  const parts = Object.entries(typed).flatMap(([name, value]) => {
    const field = auditFilterSchema.shape[name as keyof Typed].safeParse(value.trim());
    return field.success && value.trim() !== '' ? [[name, field.data]] : [];
  });
  return Object.fromEntries(parts) as AuditFilter;
}
