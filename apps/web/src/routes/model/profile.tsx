/** `/model/{username}`: the specification's other address of a profile, the one a lite performer is held to. */
export { clientLoader, default, loader } from '../profile.tsx';
