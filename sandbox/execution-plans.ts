// Executions: of titles, of judgments, of taxes, of wages, of alimony. Codes are those of the CNJ tables, version 78.
import {
  ANYONE,
  CREDITORS,
  DEFENDANTS,
  EMPLOYERS,
  ONLY_PERSON,
  ONLY_PUBLIC,
  CREDITOR_ROLES,
} from './case-plan.ts';
import type { CasePlan } from './case-plan.ts';
import { CREDIT, DAMAGES, TAXES, WORK } from './case-subjects.ts';

export const EXECUTION_PLANS: readonly CasePlan[] = [
  {
    weight: 100,
    classes: [
      [12154, 'Execução de Título Extrajudicial'],
      [1117, 'Execução Hipotecária do Sistema Financeiro da Habitação'],
    ],
    subjects: CREDIT,
    active: CREDITORS,
    passive: ANYONE,
    life: 'execution',
    roles: CREDITOR_ROLES,
    typicalValue: 38_000,
  },
  {
    weight: 110,
    classes: [
      [156, 'Cumprimento de sentença'],
      [157, 'Cumprimento Provisório de Sentença'],
    ],
    subjects: { ...DAMAGES, 7691: 'Inadimplemento' },
    active: ANYONE,
    passive: DEFENDANTS,
    life: 'execution',
    roles: CREDITOR_ROLES,
    typicalValue: 22_000,
  },
  {
    weight: 190,
    classes: [[1116, 'Execução Fiscal']],
    subjects: TAXES,
    active: ONLY_PUBLIC,
    passive: ANYONE,
    life: 'taxExecution',
    roles: CREDITOR_ROLES,
    typicalValue: 14_000,
  },
  {
    weight: 8,
    classes: [
      [990, 'Execução de Título Extrajudicial'],
      [993, 'Execução de Certidão de Crédito Judicial'],
    ],
    subjects: WORK,
    active: ONLY_PERSON,
    passive: EMPLOYERS,
    segment: 'labour',
    life: 'execution',
    roles: CREDITOR_ROLES,
    typicalValue: 30_000,
  },
  {
    weight: 8,
    classes: [
      [12246, 'Cumprimento de Sentença de Obrigação de Prestar Alimentos'],
      [12247, 'Execução Extrajudicial de Alimentos'],
    ],
    subjects: { 7691: 'Inadimplemento' },
    active: ONLY_PERSON,
    passive: ONLY_PERSON,
    life: 'execution',
    roles: CREDITOR_ROLES,
    secretShare: 0.8,
    typicalValue: 6000,
  },
];
