import { RouterProvider } from '@tanstack/react-router';
import { render } from './app/render.tsx';
import { router } from './operations/router.tsx';

await render(<RouterProvider router={router} />);
