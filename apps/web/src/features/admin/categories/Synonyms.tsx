import { IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import { SynonymsForm } from './SynonymsForm.tsx';

/** Opens the words that mean the same. */
export const Synonyms = () => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button kind="outline" icon={<IconLanguage size={20} stroke={1.75} />} onClick={() => setOpen(true)}>
        {t('synonyms.title')}
      </Button>
      <Sheet opened={isOpen} onClose={close} title={t('synonyms.title')} width={640}>
        {isOpen ? <SynonymsForm onSaved={close} /> : null}
      </Sheet>
    </>
  );
};
