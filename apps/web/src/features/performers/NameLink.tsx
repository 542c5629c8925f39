import { Link } from 'react-router';

/** A performer's name, which leads to the profile. */
export const NameLink = ({ performer }: { performer: { username: string; name: string } }) => (
  <Link to={`/${performer.username}`}>
    <bdi>{performer.name}</bdi>
  </Link>
);
