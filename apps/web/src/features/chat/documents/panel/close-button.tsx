import { X } from 'lucide-react';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { documentTexts } from '../texts.ts';

/** Closes the panel, as Escape does. */
export const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <IconButton size="lg" label={documentTexts.panel.close} onClick={onClose}>
    <X aria-hidden />
  </IconButton>
);
