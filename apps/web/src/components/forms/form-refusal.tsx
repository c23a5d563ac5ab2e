import { Notice } from '../base/notice.tsx';

/** Why a whole form was refused. Renders nothing without a text. */
export function FormRefusal({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <Notice tone="danger" role="alert">
      {text}
    </Notice>
  );
}
