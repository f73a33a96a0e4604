// An analysis as a file: spreadsheets, the report on two pages, and the cases for other programs.
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';
import type { JSX } from 'react';
import { download, followAddress } from '../../api/http.ts';
import type { Organization, Register } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { consult, detailPath } from './analyses.ts';
import type { AnalysisName } from './analyses.ts';
import { analysisTexts } from './texts.ts';

type AnalysisFile = 'full' | 'risk' | 'pdf' | 'csv' | 'ndjson';
export type FileFetch = UseMutationResult<void, Error, AnalysisFile>;

export function useAnalysisFile(organization: Organization, name: AnalysisName): FileFetch {
  const path = detailPath(organization, name);
  const { analysisId } = name;
  return useMutation({
    mutationFn: async (file: AnalysisFile) => {
      if (file === 'pdf') return download(`${path}/report`, `report-${analysisId}.pdf`);
      if (file === 'csv' || file === 'ndjson') {
        return download(`${path}/cases?format=${file}`, `cases-${analysisId}.${file}`);
      }
      // The addresses that the page came with may have ended: they are good for minutes.
      const { urlTempFull, urlTemp } = await consult(organization, name);
      followAddress(file === 'full' ? urlTempFull : urlTemp);
      return undefined;
    },
  });
}

export function Downloads({ register, file }: { register: Register; file: FileFetch }): JSX.Element {
  const t = useTexts(analysisTexts);
  const hasSheets = register.urlTempFull !== '';
  return (
    // As it stands the library's menu has a child that is no item, and lies outside of the page's landmarks.
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          disabled={register.status !== 'DONE'}
          loading={file.isPending}
        >
          {t.downloads}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!hasSheets} onClick={() => file.mutate('full')}>
          {t.allCases}
        </Menu.Item>
        <Menu.Item disabled={!hasSheets} onClick={() => file.mutate('risk')}>
          {t.riskCases}
        </Menu.Item>
        <Menu.Item onClick={() => file.mutate('pdf')}>{t.report}</Menu.Item>
        <Menu.Item onClick={() => file.mutate('csv')}>{t.csv}</Menu.Item>
        <Menu.Item onClick={() => file.mutate('ndjson')}>{t.ndjson}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
