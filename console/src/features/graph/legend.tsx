import { Group, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { LOOKS } from './looks.ts';
import { graphTexts } from './texts.ts';

const [SIDE, MIDDLE] = [16, 8];

function Shape({ kind }: { kind: keyof typeof LOOKS }): JSX.Element {
  const { colour, shape } = LOOKS[kind];
  return (
    <svg width={SIDE} height={SIDE} aria-hidden>
      {shape === 'ellipse' ? <circle cx={MIDDLE} cy={MIDDLE} r={6} fill={colour} /> : null}
      {shape === 'diamond' ? <path d="M8 1 15 8 8 15 1 8Z" fill={colour} /> : null}
      {shape === 'round-rectangle' ? <rect x={2} y={2} width={12} height={12} rx={3} fill={colour} /> : null}
    </svg>
  );
}

export function Legend({ hasCases }: { hasCases: boolean }): JSX.Element {
  const t = useTexts(graphTexts);
  const kinds: [keyof typeof LOOKS, string][] = [
    ['SUBJECT', t.subject],
    ['COMPANY', t.COMPANY],
    ['PERSON', t.PERSON],
    ['FOREIGN', t.FOREIGN],
    ...(hasCases
      ? ([
          ['CASE', t.CASE],
          ['RISK', t.risk],
        ] as [keyof typeof LOOKS, string][])
      : []),
  ];
  return (
    <Group gap="md" component="ul" className="farol-legend" aria-label={t.legend}>
      {kinds.map(([kind, label]) => (
        <Group key={kind} component="li" gap={4} wrap="nowrap">
          <Shape kind={kind} />
          <Text size="xs">{label}</Text>
        </Group>
      ))}
      <Group component="li" gap={4} wrap="nowrap">
        <span className="farol-legend-hub" aria-hidden />
        <Text size="xs">{t.hub}</Text>
      </Group>
      <Group component="li" gap={4} wrap="nowrap">
        <span className="farol-legend-mask" aria-hidden />
        <Text size="xs">{t.byMask}</Text>
      </Group>
    </Group>
  );
}
