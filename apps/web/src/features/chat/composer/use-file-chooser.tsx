import { type ReactNode, useRef } from 'react';

/** Chooses files to add. `input` must be rendered; `choose` opens the device's own dialog, on phones for pictures also the camera. */
export function useFileChooser(onFiles: (files: File[]) => void): {
  input: ReactNode;
  choose: (kind?: 'pictures') => void;
} {
  const ref = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        // The same file can be chosen again.
        target.value = '';
      }}
    />
  );
  return {
    input,
    choose(kind) {
      if (!ref.current) return;
      ref.current.accept = kind ? 'image/*' : '';
      ref.current.click();
    },
  };
}
