import { MessageCircleDashed } from 'lucide-react';
import { type ComponentProps, Suspense } from 'react';
import { TextButton } from '../../../components/base/button.tsx';
import { codePart } from '../../../components/base/code-part.ts';
import { useOpenConversation } from '../session/open-conversation.ts';
import { temporaryTexts } from '../temporary/texts.ts';
import { useTemporarySwitch } from '../temporary/use-temporary-switch.ts';
import { ModeToggles } from './modes/mode-toggles.tsx';

/** The switches of the message box that guests do not have. */
export const switches = { ModeToggles };

const Picker = codePart(() => import('../../prompts/picker/prompt-picker.tsx')).lazy();
const Banner = codePart(() => import('../temporary/banner/temporary-banner.tsx')).lazy();

/** The list of prompts that "/" opens. Its code loads with the first "/". */
export const PromptPicker = (props: ComponentProps<typeof Picker>) => (
  <Suspense fallback={null}>
    <Picker {...props} />
  </Suspense>
);

/** What is above a temporary chat. Its code loads with the first one. */
export const TemporaryBanner = () => (
  <Suspense fallback={<div className="h-13 flex-none" />}>
    <Banner />
  </Suspense>
);

/** Under the questions of the empty chat: makes it a temporary one. */
export function TemporaryOffer() {
  const { isTemporary } = useOpenConversation();
  const change = useTemporarySwitch();
  if (isTemporary) return null;
  return (
    <TextButton
      className="mt-4 inline-flex items-center gap-2 text-text-muted! hover:text-text! max-md:mt-3"
      onClick={change}
    >
      <MessageCircleDashed className="icon" aria-hidden />
      {temporaryTexts.offer}
    </TextButton>
  );
}
