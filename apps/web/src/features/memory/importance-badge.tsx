import type { Importance } from '@noek/contract/memory';
import { Badge } from '../../components/badge.tsx';

export const importanceNames: Record<Importance, string> = { low: 'Low', normal: 'Normal', high: 'High' };

export function ImportanceBadge({ importance, className }: { importance: Importance; className?: string }) {
  return (
    <Badge tone={importance === 'high' ? 'accent' : 'neutral'} className={className}>
      <span className="sr-only">Importance: </span>
      {importanceNames[importance]}
    </Badge>
  );
}
