// Criminal cases and those of minors. Codes are those of the CNJ tables, version 78.
import { ONLY_PERSON, PROSECUTOR } from './case-plan.ts';
import type { CasePlan } from './case-plan.ts';
import { CRIMES, JUVENILE } from './case-subjects.ts';

export const CRIMINAL_PLANS: readonly CasePlan[] = [
  {
    weight: 40,
    classes: [
      [283, 'Ação Penal - Procedimento Ordinário'],
      [10943, 'Ação Penal - Procedimento Sumário'],
      [10944, 'Ação Penal - Procedimento Sumaríssimo'],
      [300, 'Procedimento Especial da Lei Antitóxicos'],
    ],
    subjects: CRIMES,
    active: PROSECUTOR,
    passive: ONLY_PERSON,
    life: 'criminal',
    roles: ['Autor', 'Réu'],
    secretShare: 0.06,
    victimShare: 0.4,
    typicalValue: 0,
  },
  {
    weight: 25,
    classes: [
      [279, 'Inquérito Policial'],
      [278, 'Termo Circunstanciado'],
      [280, 'Auto de Prisão em Flagrante'],
    ],
    subjects: CRIMES,
    active: PROSECUTOR,
    passive: ONLY_PERSON,
    life: 'investigation',
    roles: ['Autoridade', 'Investigado'],
    secretShare: 0.2,
    victimShare: 0.4,
    typicalValue: 0,
  },
  {
    weight: 10,
    classes: [
      [386, 'Execução da Pena'],
      [12727, 'Execução de Pena de Multa'],
    ],
    subjects: CRIMES,
    active: PROSECUTOR,
    passive: ONLY_PERSON,
    life: 'criminal',
    roles: ['Autoridade', 'Apenado'],
    typicalValue: 0,
  },
  {
    weight: 4,
    classes: [
      [355, 'Carta Precatória Criminal'],
      [307, 'Habeas Corpus Criminal'],
    ],
    subjects: CRIMES,
    active: PROSECUTOR,
    passive: ONLY_PERSON,
    life: 'criminal',
    typicalValue: 0,
  },
  {
    weight: 5,
    classes: [
      [1464, 'Processo de Apuração de Ato Infracional'],
      [1465, 'Execução de Medidas Socioeducativas'],
    ],
    subjects: JUVENILE,
    active: PROSECUTOR,
    passive: ONLY_PERSON,
    secretShare: 0.5,
    typicalValue: 0,
  },
];
