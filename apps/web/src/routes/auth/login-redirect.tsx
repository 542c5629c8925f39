import { redirect } from 'react-router';
import type { Route } from './+types/login-redirect.ts';

/** `/login` redirects to the log-in page and keeps the return address. */
const onward = ({ request }: { request: Request }) => redirect(`/auth/login${new URL(request.url).search}`);

export const loader = (args: Route.LoaderArgs) => onward(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => onward(args);

const LoginRedirect = () => null;

export default LoginRedirect;
