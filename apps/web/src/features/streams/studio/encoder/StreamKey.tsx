import type { EncoderAccess } from '@stagedoor/contract/stream-keys';
import { IconCopy, IconEye, IconEyeOff, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../../../app/data.ts';
import { Button } from '../../../../ui/Button.tsx';
import { classes } from '../../../../ui/classes.ts';
import { useFormat } from '../../../../ui/format.tsx';
import { FormError } from '../../../../ui/forms/FormError.tsx';
import { Sheet } from '../../../../ui/Sheet.tsx';
import { type TextKey, useText } from '../../../../ui/text.ts';
import { toast } from '../../../../ui/toast.tsx';
import type from '../../../../ui/type.module.css';
import studio from '../studio.module.css';
import { copy } from './copy.ts';
import styles from './encoder.module.css';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
/** As long as a key, so that showing it moves nothing. */
const HIDDEN = '•'.repeat(24);

const QUESTIONS = {
  replace: { title: 'encoder.replaceTitle', text: 'encoder.replaceText', confirm: 'encoder.replaceConfirm' },
  remove: { title: 'encoder.removeTitle', text: 'encoder.removeText', confirm: 'encoder.removeConfirm' },
} as const satisfies Record<string, Record<string, TextKey>>;

/** The calls of the stream key. The key itself is known to this component alone, while it is shown. */
const useStreamKey = (onChanged: () => void) => {
  const t = useText();
  const create = useAction('POST /performer/stream-key');
  const reveal = useAction('POST /performer/stream-key/reveal');
  const remove = useAction('DELETE /performer/stream-key');
  const [shown, setShown] = useState<string | null>(null);
  return {
    shown,
    busy: create.busy || reveal.busy || remove.busy,
    isMaking: create.busy,
    isRemoving: remove.busy,
    error: create.error ?? reveal.error ?? remove.error,
    hide: () => setShown(null),
    async show() {
      const answer = await reveal.run({});
      if (answer) setShown(answer.key);
    },
    async copy() {
      const key = shown ?? (await reveal.run({}))?.key;
      if (key === undefined) return;
      const isCopied = await copy(key);
      // It can be selected then.
      if (!isCopied) setShown(key);
      toast(t(isCopied ? 'encoder.keyCopied' : 'encoder.copyFailed'), { tone: isCopied ? 'ok' : 'bad' });
    },
    /** @returns whether there is another key now */
    async make(): Promise<boolean> {
      const answer = await create.run({});
      if (!answer) return false;
      setShown(answer.key);
      onChanged();
      return true;
    },
    async remove(): Promise<boolean> {
      if (!(await remove.run({}))) return false;
      setShown(null);
      onChanged();
      return true;
    },
  };
};

/** The lasting stream key: created, shown, copied, replaced, removed. */
export const StreamKey = ({ facts, onChanged }: { facts: EncoderAccess['key']; onChanged: () => void }) => {
  const t = useText();
  const format = useFormat();
  const key = useStreamKey(onChanged);
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null);
  const confirm = async () => {
    const isReplaced = asked === 'replace';
    if (!(await (isReplaced ? key.make() : key.remove()))) return;
    setAsked(null);
    if (isReplaced) toast(t('encoder.replaced'), { tone: 'ok', stays: 5000 });
  };
  const question = asked ? QUESTIONS[asked] : null;
  return (
    <div className={styles.access}>
      <span className={type.label}>{t('encoder.key')}</span>
      {facts === null ? (
        <div className={styles.line}>
          <span className={type.quiet}>{t('encoder.noKey')}</span>
          <Button kind="gold" size="sm" busy={key.isMaking} icon={<IconKey {...icon} />} onClick={() => void key.make()}>
            {t('encoder.createKey')}
          </Button>
        </div>
      ) : (
        <>
          <div className={styles.line}>
            <code className={classes(styles.code, !key.shown && styles.dots)} dir="ltr" translate="no" data-testid="stream-key">
              {key.shown ?? HIDDEN}
            </code>
            <span className={styles.acts}>
              <Button
                kind="lift"
                size="sm"
                disabled={key.busy}
                icon={key.shown ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
                onClick={() => (key.shown ? key.hide() : void key.show())}
              >
                {t(key.shown ? 'encoder.hideKey' : 'encoder.showKey')}
              </Button>
              <Button kind="lift" size="sm" disabled={key.busy} icon={<IconCopy {...icon} />} onClick={() => void key.copy()}>
                {t('encoder.copyKey')}
              </Button>
            </span>
          </div>
          <p className={classes(type.small, type.quiet)}>{t('encoder.keyHint')}</p>
          <div className={styles.line}>
            <span className={classes(type.small, type.faint)}>
              {t('encoder.keyCreated', { date: format.date(facts.createdAt, 'dayYear') })}
              {facts.usedAt ? ` · ${t('encoder.keyUsed', { date: format.date(facts.usedAt, 'dayYear') })}` : ''}
            </span>
            <span className={styles.acts}>
              <Button kind="text" size="sm" disabled={key.busy} onClick={() => setAsked('replace')}>
                {t('encoder.replaceKey')}
              </Button>
              <Button kind="text" size="sm" disabled={key.busy} onClick={() => setAsked('remove')}>
                {t('encoder.removeKey')}
              </Button>
            </span>
          </div>
        </>
      )}
      {asked ? null : <FormError error={key.error} fields={[]} />}
      <Sheet
        opened={question !== null}
        onClose={() => setAsked(null)}
        locked={key.busy}
        title={question ? t(question.title) : ''}
        width={420}
      >
        {question ? (
          <>
            <p className={type.quiet}>{t(question.text)}</p>
            <FormError error={key.error} fields={[]} />
            <div className={studio.sheetActs}>
              <Button kind="lift" grow onClick={() => setAsked(null)} disabled={key.busy}>
                {t('encoder.keep')}
              </Button>
              <Button kind="bad" grow busy={key.isMaking || key.isRemoving} onClick={() => void confirm()}>
                {t(question.confirm)}
              </Button>
            </div>
          </>
        ) : null}
      </Sheet>
    </div>
  );
};
