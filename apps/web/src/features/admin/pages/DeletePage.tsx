import type { AdminPost } from '@stagedoor/contract/admin-site';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ActButton } from '../frame/ActButton.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';

/** Deletes a page, and goes to the list. */
export const DeletePage = ({ post }: { post: AdminPost }) => {
  const t = useText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const onDeleted = async () => {
    toast(t('sitePages.deleted'), { tone: 'ok' });
    await client.invalidateQueries({ queryKey: ['GET /admin/posts'] });
    void navigate('/admin/pages');
  };
  return (
    <ActButton
      kind="outline"
      wide
      icon={<IconTrash size={20} stroke={1.75} />}
      write="DELETE /admin/posts/{id}"
      input={{ params: { id: post._id } }}
      label={t('sitePages.delete')}
      title={t('sitePages.deleteTitle')}
      text={t('sitePages.deleteText')}
      onDone={() => void onDeleted()}
    />
  );
};
