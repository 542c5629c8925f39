import { IconShieldCog } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../../ui/Button.tsx';
import { useText } from '../../../ui/text.ts';
import type { ChatRulesOfShow } from './use-chat-rules.ts';

const ModerationSheet = lazy(() => import('./ModerationSheet.tsx'));

/** Opens the moderation of a chat, for its performer and the moderators. */
export const ModerationButton = ({ rules }: { rules: ChatRulesOfShow }) => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (!rules.state || rules.state.role === 'viewer') return null;
  return (
    <>
      <IconButton label={t('moderation.title')} icon={<IconShieldCog size={20} stroke={1.75} />} onClick={() => setOpen(true)} />
      {isOpen ? (
        <Suspense>
          <ModerationSheet rules={rules} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
