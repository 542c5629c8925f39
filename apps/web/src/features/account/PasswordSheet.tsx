import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { CurrentPassword, NewPassword } from '../../ui/forms/password-fields.tsx';
import { SheetForm } from '../../ui/forms/SheetForm.tsx';

/** Changes the password; the other sessions end. */
export const PasswordSheet = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const t = useText();
  const user = useCurrentUser();
  const client = useQueryClient();
  const change = useAction('PUT /auth/me/password');
  return (
    <Sheet opened={opened} onClose={onClose} title={t('account.changePassword')}>
      <SheetForm
        action={change}
        lead={t('account.passwordLine')}
        submit={t('account.changePassword')}
        send={({ text }) => change.run({ body: { password: text('password'), currentPassword: text('currentPassword') } })}
        onDone={({ message }) => {
          toast(message, { tone: 'ok' });
          onClose();
          void client.invalidateQueries({ queryKey: ['GET /auth/sessions'] });
        }}
      >
        {/* For keepers of passwords: whose it is. */}
        <input
          className={type.hidden}
          name="username"
          autoComplete="username"
          value={user.username}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <CurrentPassword error={change.error} />
        <NewPassword error={change.error} />
      </SheetForm>
    </Sheet>
  );
};
