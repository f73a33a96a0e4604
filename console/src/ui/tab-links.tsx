import { Button, Group } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { JSX } from 'react';

export type Place = { label: string; path: string };
type TabLinksProps = { label: string; places: readonly Place[] };

/** The pages of one area, each an address of its own. */
export function TabLinks({ label, places }: TabLinksProps): JSX.Element {
  const pathname = useLocation().pathname.replace(/\/$/, '');
  return (
    <Group component="nav" aria-label={label} gap={4} className="farol-noprint">
      {places.map(({ label: name, path }) => {
        const isHere = pathname === path;
        return (
          <Button
            key={path}
            component={Link}
            to={path}
            size="compact-md"
            fw={isHere ? 650 : 500}
            variant={isHere ? 'light' : 'subtle'}
            color={isHere ? 'sea' : 'gray'}
            c="inherit"
            activeOptions={{ exact: true }}
          >
            {name}
          </Button>
        );
      })}
    </Group>
  );
}
