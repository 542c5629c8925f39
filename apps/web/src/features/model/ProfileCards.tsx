import type { FormEvent } from 'react';
import { useAction } from '../../app/data.ts';
import { useSessionStore } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { formValues } from '../auth/form-values.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './model.module.css';
import type { PerformerCardProps } from './own-performer.ts';

const FIELDS = ['name', 'craft', 'bio'];

/** Name, craft and the lines about oneself. */
export const ProfileCard = ({ performer, onChange }: PerformerCardProps) => {
  const say = useText();
  const store = useSessionStore();
  const update = useAction('PUT /performers');
  const fields = update.error?.fields ?? {};
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const values = formValues(event);
    const answer = await update.run({ body: { name: values.text('name'), craft: values.text('craft'), bio: values.text('bio') } });
    if (!answer) return;
    store.update({ name: answer.name });
    toast(say('model.saved'), { tone: 'ok' });
    onChange();
  };
  return (
    <Card pad="lg">
      <form className={styles.stack} onSubmit={(event) => void submit(event)}>
        <CardHead title={say('profiles.words')} />
        <div className={styles.two}>
          <TextField label={say('model.name')} name="name" required maxLength={80} defaultValue={performer.name} error={fields['name']} />
          <TextField
            label={say('model.craft')}
            name="craft"
            maxLength={60}
            defaultValue={performer.craft}
            hint={say('model.craftHint')}
            error={fields['craft']}
          />
        </div>
        <TextArea label={say('model.bio')} name="bio" rows={4} maxLength={2000} defaultValue={performer.bio} error={fields['bio']} />
        <Problem error={update.error} fields={FIELDS} />
        <div className={styles.end}>
          <Button kind="gold" type="submit" busy={update.busy}>
            {say('model.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
};
