// Civil and labour cases in their knowledge phase, insolvency, and what goes with them. Codes are those of the CNJ tables, version 78.
import {
  ANYONE,
  CREDITORS,
  DEFENDANTS,
  EMPLOYERS,
  ONLY_PERSON,
  ONLY_COMPANY,
  PROSECUTOR,
} from './case-plan.ts';
import type { CasePlan } from './case-plan.ts';
import { CREDIT, DAMAGES, INSOLVENCY, WORK } from './case-subjects.ts';

export const CIVIL_PLANS: readonly CasePlan[] = [
  {
    weight: 150,
    classes: [
      [985, 'Ação Trabalhista - Rito Ordinário'],
      [1125, 'Ação Trabalhista - Rito Sumaríssimo'],
    ],
    subjects: WORK,
    active: ONLY_PERSON,
    passive: EMPLOYERS,
    segment: 'labour',
    roles: ['Reclamante', 'Reclamado'],
    typicalValue: 45_000,
  },
  {
    weight: 5,
    classes: [
      [108, 'Falência de Empresários, Sociedades Empresáriais, Microempresas e Empresas de Pequeno Porte'],
      [166, 'Insolvência Requerida pelo Credor'],
    ],
    subjects: INSOLVENCY,
    active: CREDITORS,
    passive: ONLY_COMPANY,
    life: 'insolvency',
    typicalValue: 900_000,
  },
  {
    weight: 4,
    classes: [
      [129, 'Recuperação Judicial'],
      [128, 'Recuperação Extrajudicial'],
    ],
    subjects: INSOLVENCY,
    active: ONLY_COMPANY,
    passive: CREDITORS,
    life: 'insolvency',
    roles: ['Autor', 'Interessado'],
    typicalValue: 4_000_000,
  },
  {
    weight: 3,
    classes: [[64, 'Ação Civil de Improbidade Administrativa']],
    subjects: { 10011: 'Improbidade Administrativa' },
    active: PROSECUTOR,
    passive: ANYONE,
    typicalValue: 600_000,
  },
  {
    weight: 85,
    classes: [
      [40, 'Monitória'],
      [81, 'Busca e Apreensão em Alienação Fiduciária'],
      [94, 'Despejo por Falta de Pagamento Cumulado Com Cobrança'],
    ],
    subjects: { ...CREDIT, 9582: 'Alienação Fiduciária', 9593: 'Locação de Imóvel' },
    active: CREDITORS,
    passive: ANYONE,
    typicalValue: 27_000,
  },
  {
    weight: 120,
    classes: [
      [7, 'Procedimento Comum Cível'],
      [22, 'Procedimento Sumário'],
    ],
    subjects: DAMAGES,
    active: ANYONE,
    passive: DEFENDANTS,
    typicalValue: 20_000,
  },
  {
    weight: 110,
    classes: [
      [436, 'Procedimento do Juizado Especial Cível'],
      [14695, 'Procedimento do Juizado Especial da Fazenda Pública'],
    ],
    subjects: DAMAGES,
    active: ONLY_PERSON,
    passive: DEFENDANTS,
    segment: 'small-claims',
    typicalValue: 9000,
  },
  {
    weight: 12,
    classes: [
      [172, 'Embargos à Execução'],
      [1118, 'Embargos à Execução Fiscal'],
    ],
    subjects: { ...CREDIT, 6017: 'Dívida Ativa (Execução Fiscal)' },
    active: ANYONE,
    passive: CREDITORS,
    roles: ['Embargante', 'Embargado'],
    typicalValue: 38_000,
  },
  {
    weight: 4,
    classes: [[15217, 'Procedimento de Repactuação de Dívidas (Superendividamento)']],
    subjects: { 15048: 'Superendividamento' },
    active: ONLY_PERSON,
    passive: CREDITORS,
    typicalValue: 60_000,
  },
  {
    weight: 10,
    classes: [
      [261, 'Carta Precatória Cível'],
      [120, 'Mandado de Segurança Cível'],
    ],
    subjects: DAMAGES,
    active: ANYONE,
    passive: ANYONE,
    roles: ['Requerente', 'Requerido'],
    typicalValue: 1000,
  },
];
