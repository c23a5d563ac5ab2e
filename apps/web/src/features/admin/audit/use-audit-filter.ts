import { type AuditFilter, auditFilterSchema } from '@noek/contract/admin/schemas';
import { useEffect, useState } from 'react';

const debounceMs = 250;
const nothing = { action: '', administrator: '', person: '', from: '', to: '' };
type Typed = typeof nothing;

/**
 * The fields of the filter as typed, and the filter that applies: only complete fields, once the person pauses. An incomplete field, such
 * as half an address, does not affect the others.
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
