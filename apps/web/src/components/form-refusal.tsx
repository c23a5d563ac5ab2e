import { Notice } from './notice.tsx';

/** Why a form was refused as a whole; nothing while there is no reason. */
export function FormRefusal({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <Notice tone="danger" role="alert">
      {text}
    </Notice>
  );
}
