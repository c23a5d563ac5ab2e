import type { ReactNode } from 'react';
import { TextButton } from '../../../components/base/button.tsx';
import { ErrorBoundary } from '../../../components/states/error-boundary.tsx';
import { PlainText } from './plain-text.tsx';
import { messageTexts } from './texts.ts';

/** A message or a part of one. If rendering fails, it shows the plain text instead. */
export function TextBoundary({ text, children }: { text: string; children: ReactNode }) {
  return (
    <ErrorBoundary
      resetKey={text}
      fallback={(again) => (
        <>
          <PlainText text={text} />
          <p className="text-sm text-text-muted">
            {messageTexts.plainFallback} <TextButton onClick={again}>{messageTexts.showFormatted}</TextButton>
          </p>
        </>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
