import { Badge, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import type { Overview, Register } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { writeDocument } from '../../ui/numbers.ts';
import { MEANING } from '../../ui/theme.ts';
import { Finding } from './finding-state.tsx';
import { findingTexts } from './finding-texts.ts';

type TieProps = { name: string; detail: string; mark?: JSX.Element };

function Tie({ name, detail, mark }: TieProps): JSX.Element {
  return (
    <Group justify="space-between" wrap="nowrap" py={6} className="farol-line">
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      </Stack>
      {mark}
    </Group>
  );
}

function Partners({ partners }: Pick<Overview, 'partners'>): JSX.Element | null {
  const t = useTexts(findingTexts);
  const formats = useFormats();
  if (partners.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {t.partners}
      </Title>
      {partners.map(({ name, document, qualification, since }, index) => (
        <Tie
          key={String(index)}
          name={name ?? t.UNKNOWN}
          detail={[
            document === null ? '' : writeDocument(document),
            qualification?.name ?? '',
            since === null ? '' : `${t.since.toLowerCase()} ${formats.day(since)}`,
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        />
      ))}
    </div>
  );
}

function Holdings({ holdings }: Pick<Overview, 'holdings'>): JSX.Element | null {
  const t = useTexts(findingTexts);
  if (holdings.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {t.holdings}
      </Title>
      {holdings.map(({ root, name, situation, qualification }) => (
        <Tie
          key={root}
          name={name}
          detail={qualification?.name ?? root}
          mark={
            <Badge variant="light" color={situation === 'ACTIVE' ? MEANING.clear : MEANING.unknown}>
              {t[situation]}
            </Badge>
          }
        />
      ))}
    </div>
  );
}

export function TiesSection({
  overview,
  status,
}: {
  overview: Overview;
  status: Register['status'];
}): JSX.Element {
  const t = useTexts(findingTexts);
  const { partners, holdings } = overview;
  return (
    <Finding title={t.tiesTitle} none={t.tiesNone} status={status} count={partners.length + holdings.length}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Partners partners={partners} />
        <Holdings holdings={holdings} />
      </SimpleGrid>
    </Finding>
  );
}
