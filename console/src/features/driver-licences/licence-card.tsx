import { Badge, Group, Loader, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import type { Licence } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { writeDocument } from '../../ui/numbers.ts';
import { uiTexts } from '../../ui/texts.ts';
import { MEANING } from '../../ui/theme.ts';
import { licenceTexts } from './texts.ts';

type Told = NonNullable<Licence['data']>;

const GOOD = new Set<Told['situation']>(['ISSUED', 'BEING_ISSUED']);

function useFacts(licence: Told): [string, string | undefined][] {
  const t = useTexts(licenceTexts);
  const formats = useFormats();
  const day = (value: string | undefined): string | undefined =>
    value === undefined ? undefined : formats.day(value);
  const answer = (value: boolean | null | undefined): string | undefined =>
    value === null || value === undefined ? undefined : value ? t.yes : t.no;
  return [
    [t.category, licence.category],
    [t.expiresOn, day(licence.expiresOn)],
    [t.issuedOn, day(licence.issuedOn)],
    [t.firstOn, day(licence.firstLicenseOn)],
    [t.license, licence.license],
    [t.uf, licence.issuerUf],
    [t.birthDate, day(licence.birthDate)],
    [t.paidDriver, answer(licence.paidDriver)],
    [t.impediment, answer(licence.impediment)],
    [t.restrictions, licence.restrictions.length === 0 ? t.nothing : licence.restrictions.join(', ')],
  ];
}

function Facts({ licence }: { licence: Told }): JSX.Element {
  const { notInformed } = useTexts(uiTexts);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, md: 4 }} component="dl" m={0}>
      {useFacts(licence).map(([label, fact]) => (
        <Stack key={label} gap={0}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text
            component="dd"
            m={0}
            className="farol-number"
            {...(fact === undefined ? { c: 'dimmed' } : {})}
          >
            {fact ?? notInformed}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  );
}

function Unready({ status }: Pick<Licence, 'status'>): JSX.Element {
  const t = useTexts(licenceTexts);
  const hints = {
    PENDING: t.pendingHint,
    PROCESSING: t.pendingHint,
    NOT_FOUND: t.notFoundHint,
    ERROR: t.errorHint,
    DONE: '',
  };
  const isWaiting = status === 'PENDING' || status === 'PROCESSING';
  return (
    <Group gap="xs" role="status">
      {isWaiting ? <Loader size={16} aria-hidden /> : null}
      <Text size="sm">{hints[status]}</Text>
    </Group>
  );
}

export function LicenceCard({ licence }: { licence: Licence }): JSX.Element {
  const t = useTexts(licenceTexts);
  const formats = useFormats();
  const { data, status, document, createdAt } = licence;
  const colour = data === null ? MEANING.unknown : GOOD.has(data.situation) ? MEANING.clear : MEANING.risk;
  return (
    <Stack component="section" aria-live="polite">
      <Group justify="space-between" align="flex-start">
        <Stack gap={0}>
          <Title order={2} size="h4">
            {data?.name ?? writeDocument(document)}
          </Title>
          <Text size="sm" c="dimmed" className="farol-number">
            CPF {writeDocument(document)} · {t.askedAt(formats.moment(createdAt))}
          </Text>
        </Stack>
        <Badge size="lg" variant="light" color={status === 'ERROR' ? MEANING.trouble : colour}>
          {data === null ? t[status] : t[data.situation]}
        </Badge>
      </Group>
      {data === null ? <Unready status={status} /> : <Facts licence={data} />}
    </Stack>
  );
}
