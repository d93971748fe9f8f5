import { Avatar, type AvatarProps } from '@mantine/core';
import { initialsOf } from '../format/initials.ts';

/** The picture of somebody, or of an agent or a company; else their initials. What it stands beside says who it is. */
export function Face({ name, src, ...rest }: AvatarProps & { name: string; src: string; title?: string }) {
  return (
    <Avatar src={src || null} name={name} alt="" {...rest}>
      {initialsOf(name)}
    </Avatar>
  );
}
