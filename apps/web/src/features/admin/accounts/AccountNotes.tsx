import type { AccountDetail, AccountNote } from '@stagedoor/contract/admin-people';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../app/data.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextArea } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { FormDraft } from '../../../ui/forms/FormDraft.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useForm } from '../../../ui/forms/use-form.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { ActButton } from '../frame/ActButton.tsx';

const ACCOUNT = 'GET /admin/users/{id}';

/** What admins noted about an account, and a field for another note. */
export const AccountNotes = ({ account }: { account: AccountDetail }) => {
  const t = useText();
  const client = useQueryClient();
  const changed = () => void client.invalidateQueries({ queryKey: [ACCOUNT] });
  return (
    <section className={styles.history} aria-label={t('people.notes')}>
      <h3 className={type.label}>{t('people.notes')}</h3>
      {account.notes.map((note) => (
        <Note key={note._id} account={account} note={note} onRemoved={changed} />
      ))}
      {account.status === 'deleted' ? null : <NoteForm key={account._id} accountId={account._id} onAdded={changed} />}
    </section>
  );
};

const Note = ({ account, note, onRemoved }: { account: AccountDetail; note: AccountNote; onRemoved: () => void }) => {
  const t = useText();
  const format = useFormat();
  const me = useCurrentUser();
  const isRemovable = note.author._id === me._id || me.permissions.includes('admins');
  return (
    <div className={classes(styles.past, type.small)}>
      <span className={styles.note}>
        <span className={styles.noteText}>
          <bdi>{note.text}</bdi>
        </span>
        <span className={type.faint}>
          <bdi>{note.author.name}</bdi> · {format.date(note.at, 'dayTime')}
        </span>
      </span>
      {isRemovable ? (
        <ActButton
          size="sm"
          icon={<IconTrash size={18} stroke={1.75} />}
          isIconOnly
          write="DELETE /admin/users/{id}/notes/{noteId}"
          input={{ params: { id: account._id, noteId: note._id } }}
          label={t('people.removeNote')}
          title={t('acts.removeNoteTitle')}
          text={t('acts.removeNoteText', { name: account.name })}
          onDone={onRemoved}
        />
      ) : null}
    </div>
  );
};

const NoteForm = ({ accountId, onAdded }: { accountId: string; onAdded: () => void }) => {
  const t = useText();
  const add = useAction('POST /admin/users/{id}/notes');
  const { names, onSubmit, kept } = useForm({
    draft: `account.note.${accountId}`,
    send: ({ text }) => add.run({ params: { id: accountId }, body: { text: text('text') } }),
    onDone: (_answer, form) => {
      form.reset();
      onAdded();
    },
  });
  return (
    <form className={styles.noteForm} onSubmit={(event) => void onSubmit(event)}>
      <FormDraft kept={kept} />
      <TextArea
        label={t('people.newNote')}
        name="text"
        rows={2}
        maxLength={2000}
        required
        hint={t('people.noteHintAdmins')}
        error={add.error?.fields['text']}
      />
      <FormError error={add.error} fields={names} />
      <div>
        <Button type="submit" size="sm" kind="lift" busy={add.busy}>
          {t('people.addNote')}
        </Button>
      </div>
    </form>
  );
};
