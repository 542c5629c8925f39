import type { ChatRules } from '@stagedoor/contract/chat';
import { CHAT_WRITERS, MAX_BLOCKED_WORDS, MAX_MODERATORS, SLOW_SECONDS } from '@stagedoor/contract/chat.values';
import { IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { useQueue } from '../../../app/queue.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextArea, TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import styles from './moderation.module.css';
import type { ChatRulesOfShow } from './use-chat-rules.ts';

const RULES = 'GET /streaming/chat-rules';

/** Moderation of a show's chat: for its performer the rules and the moderators too, for moderators who is timed out. */
const ModerationSheet = ({ rules, onClose }: { rules: ChatRulesOfShow; onClose: () => void }) => {
  const t = useText();
  const isHost = rules.state?.role === 'host';
  return (
    <Sheet opened onClose={onClose} title={t('moderation.title')} width={520}>
      <div className={styles.sheet}>
        {isHost ? <OwnRules /> : null}
        <TimedOut rules={rules} />
      </div>
    </Sheet>
  );
};
export default ModerationSheet;

const TimedOut = ({ rules: { state, acts } }: { rules: ChatRulesOfShow }) => {
  const t = useText();
  const format = useFormat();
  return (
    <section className={styles.part}>
      <h3 className={type.label}>{t('moderation.timedOut')}</h3>
      {state && state.timeouts.length > 0 ? (
        <ul className={styles.people}>
          {state.timeouts.map(({ account, until }) => (
            <li key={account._id} className={styles.person}>
              <Avatar src={account.avatar} size={36} />
              <span className={styles.words}>
                <b className={type.clip}>
                  <bdi>{account.name}</bdi>
                </b>
                <span className={classes(type.small, type.quiet)}>
                  {until ? t('moderation.until', { time: format.date(until, 'time') }) : t('moderation.wholeShow')}
                </span>
              </span>
              <Button kind="lift" size="sm" onClick={() => acts.lift(account._id)}>
                {t('moderation.lift')}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes(type.small, type.quiet)}>{t('moderation.nobodyTimedOut')}</p>
      )}
    </section>
  );
};

const OwnRules = () => {
  const { data, error, refetch } = useData(RULES, {});
  const t = useText();
  if (error)
    return (
      <div className={styles.part}>
        <p className={type.small}>{error.message}</p>
        <Button kind="lift" size="sm" onClick={() => void refetch()}>
          {t('ui.tryAgain')}
        </Button>
      </div>
    );
  return data ? <RuleFields rules={data} /> : <RowsSkeleton rows={3} />;
};

const linesOf = (words: string): string[] =>
  words
    .split('\n')
    .map((word) => word.trim())
    .filter(Boolean);

const RuleFields = ({ rules }: { rules: ChatRules }) => {
  const t = useText();
  const client = useQueryClient();
  const set = useAction('PUT /streaming/chat-rules');
  const appoint = useAction('POST /streaming/moderators');
  const dismiss = useAction('DELETE /streaming/moderators/{id}');
  const [words, setWords] = useState(rules.blockedWords.join('\n'));
  const [name, setName] = useState('');
  const keep = (changed: ChatRules | undefined) => {
    if (changed) client.setQueryData([RULES, {}], changed);
    return changed !== undefined;
  };
  const enqueue = useQueue();
  const change = async (body: Partial<Pick<ChatRules, 'slowSeconds' | 'writers' | 'blockedWords'>>): Promise<boolean> => {
    // A choice shows at once; what the server answers to the last one stands.
    const shown = client.getQueryData<ChatRules>([RULES, {}]) ?? rules;
    keep({ ...shown, ...body });
    const { answer, isLast } = await enqueue(() => set.run({ body }));
    if (!answer) await client.invalidateQueries({ queryKey: [RULES, {}] });
    else if (isLast) keep(answer);
    return answer !== undefined;
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && keep(await appoint.run({ body: { id: name.trim().replace(/^@/, '') } }))) setName('');
  };
  const saveWords = async () => {
    if (await change({ blockedWords: linesOf(words) })) toast(t('moderation.saved'), { tone: 'ok' });
  };
  const isChanged = linesOf(words).join('\n') !== rules.blockedWords.join('\n');
  return (
    <>
      <section className={styles.part}>
        <h3 className={type.label}>{t('moderation.slow')}</h3>
        <Segments
          label={t('moderation.slow')}
          name="slowSeconds"
          wide
          short
          value={String(rules.slowSeconds)}
          onChange={(value) => void change({ slowSeconds: SLOW_SECONDS.find((seconds) => String(seconds) === value) ?? 0 })}
          options={SLOW_SECONDS.map((seconds) => ({
            value: String(seconds),
            text: seconds === 0 ? t('moderation.off') : t('moderation.seconds', { count: seconds }),
          }))}
        />
        <p className={classes(type.small, type.quiet)}>{t('moderation.slowText')}</p>
      </section>
      <section className={styles.part}>
        <h3 className={type.label}>{t('moderation.writers')}</h3>
        <Segments
          label={t('moderation.writers')}
          name="writers"
          wide
          value={rules.writers}
          onChange={(writers) => void change({ writers })}
          options={CHAT_WRITERS.map((value) => ({ value, text: t(`moderation.writers.${value}`) }))}
        />
      </section>
      <FormError error={set.error} fields={['blockedWords']} />
      <section className={styles.part}>
        <TextArea
          label={t('moderation.words')}
          hint={t('moderation.wordsHint', { count: MAX_BLOCKED_WORDS })}
          rows={3}
          value={words}
          error={set.error?.fields['blockedWords']}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {isChanged ? (
          <Button kind="gold" size="sm" busy={set.busy} onClick={() => void saveWords()}>
            {t('moderation.saveWords')}
          </Button>
        ) : null}
      </section>
      <section className={styles.part}>
        <h3 className={type.label}>{t('moderation.moderators')}</h3>
        {rules.moderators.length > 0 ? (
          <ul className={styles.people}>
            {rules.moderators.map((moderator) => (
              <li key={moderator._id} className={styles.person}>
                <Avatar src={moderator.avatar} size={36} />
                <span className={styles.words}>
                  <b className={type.clip}>
                    <bdi>{moderator.name}</bdi>
                  </b>
                  <span className={classes(type.small, type.quiet, type.clip)}>@{moderator.username}</span>
                </span>
                <IconButton
                  label={t('moderation.dismissOne', { name: moderator.name })}
                  icon={<IconX size={20} stroke={1.75} />}
                  onClick={() => void dismiss.run({ params: { id: moderator._id } }).then(keep)}
                />
              </li>
            ))}
          </ul>
        ) : (
          <p className={classes(type.small, type.quiet)}>{t('moderation.noModerators')}</p>
        )}
        {rules.moderators.length < MAX_MODERATORS ? (
          <form className={styles.add} onSubmit={(event) => void add(event)}>
            <TextField
              label={t('moderation.username')}
              start="@"
              value={name}
              autoCapitalize="off"
              autoComplete="off"
              spellCheck={false}
              error={appoint.error?.message}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button kind="lift" type="submit" busy={appoint.busy}>
              {t('moderation.add')}
            </Button>
          </form>
        ) : null}
      </section>
    </>
  );
};
