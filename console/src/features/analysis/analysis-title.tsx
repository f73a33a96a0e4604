import { Badge, Button, Group, Menu, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { Overview, Register } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { writeDocument } from '../../ui/numbers.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { analysisTexts } from './texts.ts';

type AnalysisTitleProps = { register: Register; overview: Overview };

/** The addresses are signed for one file and need no session. */
function Downloads({ register }: { register: Register }): JSX.Element {
  const t = useTexts(analysisTexts);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          disabled={register.urlTempFull === ''}
        >
          {t.downloads}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={register.urlTempFull} download>
          {t.allCases}
        </Menu.Item>
        <Menu.Item component="a" href={register.urlTemp} download>
          {t.riskCases}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function AnalysisTitle({ register, overview }: AnalysisTitleProps): JSX.Element {
  const t = useTexts(analysisTexts);
  const { documentInfo, documentNumber, documentType, rfBaseStatus } = overview;
  return (
    <PageTitle
      title={documentInfo === '' ? t.unknownName : documentInfo}
      hint={
        <Group gap="xs">
          <Text className="farol-number">
            {documentType} {writeDocument(documentNumber)}
          </Text>
          {rfBaseStatus === 'NOT_FOUND' ? null : <Badge variant="default">{t.registry(rfBaseStatus)}</Badge>}
          <Text c="dimmed" size="sm">
            {t.createdAt(register.createdAt)}
          </Text>
        </Group>
      }
      aside={
        <Group gap="xs" className="farol-noprint">
          <Downloads register={register} />
          <Button variant="default" leftSection={<IconPrinter size={18} />} onClick={() => window.print()}>
            {t.print}
          </Button>
        </Group>
      }
    />
  );
}
