import type { Poll } from '@stagedoor/contract/polls';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAction } from '../../app/data.ts';
import { loginFor } from '../../app/guard.ts';
import { useSession } from '../../app/session.tsx';
import { classes } from '../../ui/classes.ts';
import { FieldError } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './polls.module.css';
import { sharesOf } from './shares.ts';

/** The poll of a post: options to vote for; after voting or its end, the results. */
export const FeedPoll = ({ poll: given, isOwn }: { poll: Poll; isOwn: boolean }) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const vote = useAction('POST /feeds/vote/{id}');
  const [voted, setVoted] = useState<Poll | null>(null);
  const [pressed, setPressed] = useState<string | null>(null);
  const poll = voted ?? given;
  const hasResults = poll.options.every(({ votes }) => votes !== null);
  const most = Math.max(...poll.options.map(({ votes }) => votes ?? 0));
  const shares = sharesOf(poll.options.map(({ votes }) => votes ?? 0));
  const press = async (optionId: string) => {
    if (!user) return void navigate(loginFor(pathname + search));
    setPressed(optionId);
    const answer = await vote.run({ params: { id: poll._id }, body: { optionId } });
    setPressed(null);
    if (answer) setVoted(answer);
  };
  return (
    <section className={styles.poll} aria-label={t('polls.poll')}>
      <h3 className={type.strong}>
        <bdi>{poll.question}</bdi>
      </h3>
      <ul className={styles.options}>
        {poll.options.map((option, index) => {
          if (!hasResults || option.votes === null)
            return (
              <li key={option._id}>
                <button
                  type="button"
                  className={classes(styles.option, styles.press, pressed === option._id && styles.pressed)}
                  disabled={vote.busy || poll.isClosed || isOwn}
                  onClick={() => void press(option._id)}
                >
                  <bdi>{option.text}</bdi>
                </button>
              </li>
            );
          const share = shares[index]!;
          const isMine = option._id === poll.votedFor;
          return (
            <li key={option._id} className={classes(styles.option, option.votes === most && most > 0 && styles.leads)}>
              <span className={styles.bar} style={{ inlineSize: `${share}%` }} aria-hidden="true" />
              <span className={styles.words}>
                <bdi>{option.text}</bdi>
                {isMine ? <IconCheck size={16} stroke={2} aria-label={t('polls.yours')} /> : null}
              </span>
              <span className={type.num}>{format.percent(share)}</span>
            </li>
          );
        })}
      </ul>
      <p className={classes(type.small, type.faint)}>
        {t('polls.votes', { count: poll.totalVotes })}
        {poll.isClosed ? ` · ${t('polls.closed')}` : null}
        {!poll.isClosed && poll.endsAt ? ` · ${t('polls.until', { date: format.date(poll.endsAt, 'dayTime') })}` : null}
      </p>
      {vote.error ? <FieldError>{vote.error.message}</FieldError> : null}
    </section>
  );
};
