import { Anchor, Button } from '@mantine/core';
import type { AnchorProps, ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type OfAnchor<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

/** A link within the console, as text. `to` and `search` are typed. */
export const TextLink = createLink((props: OfAnchor<AnchorProps>) => <Anchor {...props} />);

/** A link that looks like a button. */
export const ButtonLink = createLink((props: OfAnchor<ButtonProps>) => (
  <Button component="a" {...props} />
));
