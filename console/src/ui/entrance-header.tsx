import { Group, Image, Text } from '@mantine/core';
import type { JSX } from 'react';
import mark from '../farol.svg';
import { Preferences } from './preferences.tsx';

/** Above the pages that stand outside of any organization. */
export function EntranceHeader(): JSX.Element {
  return (
    <Group component="header" justify="space-between" mb={{ base: 'lg', sm: 48 }}>
      <Group gap="xs">
        <Image src={mark} alt="" w={34} h={34} />
        <Text fw={700} size="xl">
          Farol
        </Text>
      </Group>
      <Preferences />
    </Group>
  );
}
