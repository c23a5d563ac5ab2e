import type { ReactNode } from 'react';
import { TextButton } from '../../../components/base/button.tsx';
import { ErrorBoundary } from '../../../components/states/error-boundary.tsx';
import { chatTexts } from '../texts.ts';
import { PlainText } from './plain-text.tsx';

/** A message or a part of one. If rendering fails, it shows the plain text instead. */
export function TextBoundary({ text, children }: { text: string; children: ReactNode }) {
  return (
    <ErrorBoundary
      resetKey={text}
      fallback={(again) => (
        <>
          <PlainText text={text} />
          <p className="text-sm text-text-muted">
            {chatTexts.message.plainFallback} <TextButton onClick={again}>{chatTexts.message.showFormatted}</TextButton>
          </p>
        </>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
