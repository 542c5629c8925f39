import { Link } from 'react-router';
import { useCurrentUser } from '../../../app/session.tsx';
import type from '../../../ui/type.module.css';

/** A person in a pane: to the account, for admins who look after people. */
export const PersonLink = ({ person }: { person: { _id: string; username: string } }) => {
  const { permissions } = useCurrentUser();
  const name = <bdi>@{person.username}</bdi>;
  return permissions.includes('users') ? (
    <Link className={type.link} to={`/admin/users?id=${person._id}`}>
      {name}
    </Link>
  ) : (
    name
  );
};
