import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { Overview } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { findingTexts } from './finding-texts.ts';

type Company = NonNullable<Overview['company']>;

function useFacts(company: Company): [string, string | null | undefined][] {
  const t = useTexts(findingTexts);
  const formats = useFormats();
  const { headOffice, isSimples } = company;
  const day = (value: string | null | undefined): string | null =>
    typeof value === 'string' ? formats.day(value) : null;
  const state = headOffice?.state ?? '';
  const stateText = state === '' ? '' : `, ${state}`;
  const city = headOffice?.city?.name ?? null;
  return [
    [t.tradeName, headOffice?.tradeName],
    [t.situation, headOffice === null ? null : t[headOffice.situation]],
    [t.opened, day(headOffice?.startedOn)],
    [t.activity, headOffice?.mainActivity?.name],
    [t.nature, company.legalNature?.name],
    [t.size, t[company.size]],
    [t.capital, company.capital === null ? null : formats.money(company.capital)],
    [t.city, city === null ? null : `${city}${stateText}`],
    [t.establishments, formats.count(company.establishments)],
    [t.simples, isSimples === null ? null : isSimples ? t.yes : t.no],
  ];
}

function Facts({ company }: { company: Company }): JSX.Element {
  const { notInformed } = useTexts(uiTexts);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} component="dl" m={0}>
      {useFacts(company).map(([label, fact]) => (
        <Stack key={label} gap={0}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} {...(typeof fact === 'string' ? {} : { c: 'dimmed' })}>
            {fact ?? notInformed}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  );
}

export function CompanySection({ overview: { company } }: { overview: Overview }): JSX.Element | null {
  const t = useTexts(findingTexts);
  if (company === null) return null;
  return (
    <Section title={t.companyTitle} hint={t.companyHint}>
      <Facts company={company} />
    </Section>
  );
}
