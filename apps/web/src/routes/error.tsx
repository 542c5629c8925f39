import { data } from 'react-router';

/** An address of the specification for an error page; its status is real. */
export const loader = () => {
  throw data(null, { status: 500 });
};

const Nothing = () => null;

export default Nothing;
