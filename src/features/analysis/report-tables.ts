// The tables behind the summary: their columns, and how a fact becomes a row of them.
import { formatCaseNumber } from '../../documents/case-number.ts';
import type { CaseNumber } from '../../documents/case-number.ts';
import { findCourt } from '../../documents/court.ts';
import { formatDocument, isMaskedCpf } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { localDate } from '../../documents/local-date.ts';
import type { CellKind, CellValue, Column } from '../../platform/xlsx/workbook.ts';
import type { Debt, LiveProtest } from '../debts/index.ts';
import { disagreementText } from './report-disagreements.ts';
import type { FactValue, Reason, ReportCase, Tie } from './report-input.ts';
import * as labels from './report-labels.ts';

export type Table<T> = {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly toRow: (fact: T) => readonly CellValue[];
};

const column = (title: string, width: number, kind: CellKind = 'text'): Column => ({ title, width, kind });

const shown = (document: string | null): string | null =>
  document === null || isMaskedCpf(document) ? document : formatDocument(document as Document);

/** Nearly always one. */
const joined = (texts: readonly string[]): string =>
  texts.length === 1 ? (texts[0] ?? '') : texts.join('; ');

export const CASES: Table<ReportCase> = {
  name: 'Processos',
  columns: [
    column('Número do processo', 28),
    column('Tribunal', 10, 'word'),
    column('Documento', 22, 'word'),
    column('Polo', 16, 'word'),
    column('Classe', 34, 'word'),
    column('Código da classe', 10, 'integer'),
    column('Natureza', 20, 'word'),
    column('Situação', 10, 'word'),
    column('Com risco', 10, 'word'),
    column('Motivos', 60, 'word'),
    column('Valor da causa (R$)', 18, 'money'),
    column('Ajuizado em', 12, 'date'),
    column('Última movimentação', 14, 'date'),
    column('Movimentação grave em', 14, 'date'),
    column('Encontrado por', 24, 'word'),
    column('Obtido da fonte em', 14, 'date'),
    column('Divergências entre fontes', 60),
  ],
  toRow: (each) => {
    const { classification } = each;
    const number = each.number as CaseNumber;
    return [
      formatCaseNumber(number),
      findCourt(number)?.acronym ?? null,
      joined(each.documents.map((document) => shown(document) ?? '')),
      labels.SIDE_LABELS[classification.side],
      each.className,
      each.classCode,
      labels.natureLabel(classification.natures),
      classification.isActive ? 'Ativo' : 'Inativo',
      labels.yesOrNo(classification.hasRisk),
      joined(classification.reasons.map(({ sentence }) => sentence)),
      each.value,
      each.filedOn,
      each.movedOn,
      each.severeOn,
      each.isByMask ? 'CPF mascarado e nome' : 'Documento',
      localDate(each.fetchedAt.getTime()),
      disagreementText(each.disagreements),
    ];
  },
};

const factText = (value: FactValue): string => {
  if (typeof value === 'boolean') return labels.yesOrNo(value);
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
};

export type CaseReason = { readonly number: string; readonly hasRisk: boolean; readonly reason: Reason };

export const REASONS: Table<CaseReason> = {
  name: 'Motivos',
  columns: [
    column('Número do processo', 28),
    column('Com risco', 10, 'word'),
    column('Regra', 28, 'word'),
    column('Motivo', 70, 'word'),
    column('Fatos', 60),
  ],
  toRow: ({ number, hasRisk, reason }) => [
    formatCaseNumber(number as CaseNumber),
    labels.yesOrNo(hasRisk),
    reason.rule,
    reason.sentence,
    joined(Object.entries(reason.facts).map(([name, value]) => `${name}: ${factText(value)}`)),
  ],
};

export const DEBTS: Table<Debt> = {
  name: 'Dívidas',
  columns: [
    column('Documento', 22),
    column('Nome', 40),
    column('Sistema', 16, 'word'),
    column('Inscrição', 24),
    column('Tipo de devedor', 18, 'word'),
    column('Situação', 16, 'word'),
    column('Situação na fonte', 40, 'word'),
    column('Inscrita em', 12, 'date'),
    column('Ajuizada', 10, 'word'),
    column('Valor (R$)', 18, 'money'),
  ],
  toRow: (debt) => [
    shown(debt.document),
    debt.name,
    labels.REGISTER_LABELS[debt.register],
    debt.inscription,
    debt.debtorKind,
    labels.DEBT_STATE_LABELS[debt.state],
    debt.situation,
    debt.registeredOn,
    debt.isFiledInCourt === null ? null : labels.yesOrNo(debt.isFiledInCourt),
    debt.value,
  ],
};

export const PROTESTS: Table<LiveProtest> = {
  name: 'Protestos',
  columns: [
    column('Documento', 22),
    column('Cartório', 40),
    column('Cidade', 24, 'word'),
    column('UF', 6, 'word'),
    column('Protestado em', 14, 'date'),
    column('Vencimento', 12, 'date'),
    column('Valor (R$)', 18, 'money'),
    column('Espécie', 24, 'word'),
    column('Apresentante', 34),
    column('Credor', 34),
  ],
  toRow: (protest) => [
    shown(protest.document),
    protest.office,
    protest.city,
    protest.state,
    protest.protestedOn,
    protest.dueOn,
    protest.value ?? 'não informado pelo cartório',
    protest.kind,
    protest.presenter,
    protest.creditor,
  ],
};

export const PARTNERS: Table<Tie> = {
  name: 'Sócios',
  columns: [
    column('Vínculo', 22, 'word'),
    column('Nome', 44),
    column('Documento', 22),
    column('Tipo', 18, 'word'),
    column('Qualificação', 34, 'word'),
    column('Situação cadastral', 18, 'word'),
    column('Desde', 12, 'date'),
  ],
  toRow: (tie) => {
    const { name, qualification, since } = 'partner' in tie ? tie.partner : tie.holding;
    const [link, document, kind, situation] =
      'partner' in tie
        ? [
            'Sócio ou administrador',
            shown(tie.partner.document),
            labels.PARTNER_KIND_LABELS[tie.partner.kind],
            null,
          ]
        : [
            'Participa da empresa',
            tie.holding.root,
            'Pessoa jurídica',
            labels.SITUATION_LABELS[tie.holding.situation],
          ];
    return [link, name, document, kind, qualification?.name ?? qualification?.code ?? null, situation, since];
  },
};
