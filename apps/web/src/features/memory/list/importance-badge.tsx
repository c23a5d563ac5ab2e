import type { Importance } from '@noek/contract/memory/memory-text';
import { Badge } from '../../../components/base/badge.tsx';
import { memoryTexts } from '../texts.ts';

export function ImportanceBadge({ importance, className }: { importance: Importance; className?: string }) {
  return (
    <Badge tone={importance === 'high' ? 'accent' : 'neutral'} className={className}>
      <span className="sr-only">{memoryTexts.row.importanceLabel} </span>
      {memoryTexts.importance[importance]}
    </Badge>
  );
}
