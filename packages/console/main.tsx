import { RouterProvider } from '@tanstack/react-router';
import { render } from './app/render.tsx';
import { router } from './app/router.ts';
import { signIn, takeTicket } from './app/session.ts';

const ticket = takeTicket();
// A ticket that is used up leads to sign-in, as none does.
if (ticket !== null) await signIn({ ticket }).catch(() => false);

await render(<RouterProvider router={router} />);
