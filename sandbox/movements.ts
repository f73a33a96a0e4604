// The CNJ movements that the population uses, by code and name (table version 78 of 2025-09-11).

export const MOVEMENT_NAMES: Readonly<Record<number, string>> = {
  22: 'Baixa Definitiva',
  26: 'Distribuição',
  36: 'Redistribuição',
  51: 'Conclusão',
  60: 'Expedição de documento',
  85: 'Petição',
  92: 'Publicação',
  123: 'Remessa',
  132: 'Recebimento',
  196: 'Extinção da execução ou do cumprimento da sentença',
  202: 'Decretação de falência',
  208: 'Não-Decretação de Falência',
  219: 'Procedência',
  220: 'Improcedência',
  221: 'Procedência em Parte',
  237: 'Provimento',
  238: 'Provimento em Parte',
  239: 'Não-Provimento',
  245: 'Provisório',
  246: 'Definitivo',
  264: 'Suspensão Condicional do Processo',
  276: 'Execução frustrada',
  277: 'Convenção das Partes para Satisfação Voluntária da Obrigação em Execução ou Cumprimento de Sentença',
  311: 'Leilão ou Praça',
  353: 'Preventiva',
  354: 'Alimentos',
  391: 'Denúncia',
  402: 'Denúncia',
  463: 'Desistência',
  466: 'Homologação de Transação',
  471: 'Pronúncia de Decadência ou Prescrição',
  581: 'Documento',
  848: 'Trânsito em julgado',
  849: 'Reativação',
  861: 'Arquivamento',
  893: 'Desarquivamento',
  898: 'Por decisão judicial',
  970: 'Audiência',
  1050: 'Cumprimento da Pena',
  1063: 'Determinação de arquivamento de procedimentos investigatórios',
  11010: 'Mero expediente',
  11374: 'Devedor não encontrado',
  11375: 'Inexistência de bens penhoráveis',
  11382: 'Bloqueio, Penhora ou Arresto',
  11383: 'Ato ordinatório',
  11385: 'Execução/Cumprimento de Sentença Iniciada (o)',
  11876: 'Absolvição Sumária do art. 397-CPP',
  11878: 'Prescrição',
  12040: 'Indisponibilidade de bens',
  12041: 'Recuperação judicial',
  12066: 'Cumprimento de Levantamento da Suspensão',
  12298: 'Cancelamento de Dívida Ativa',
  12733: 'Homologação do Acordo de Não Persecução Penal',
  14099: 'Homologação de Acordo em Execução ou em Cumprimento de Sentença',
};

export type MovementKind = {
  readonly code: number;
  readonly name: string;
  /** The beginning of its JSON in a line of cases; the time and the end follow. */
  readonly head: string;
  /** The same in a DataJud hit, and there with the code in the other place where some courts put it. */
  readonly hitHead: string;
  readonly nestedHitHead: string;
};

const KINDS = new Map<number, MovementKind>(
  Object.entries(MOVEMENT_NAMES).map(([text, name]) => {
    const code = Number(text);
    const named = JSON.stringify(name);
    return [
      code,
      {
        code,
        name,
        head: `{"code":${code},"name":${named},"at":"`,
        hitHead: `{"codigo":${code},"nome":${named},"dataHora":"`,
        nestedHitHead: `{"movimentoNacional":{"codigo":${code}},"nome":${named},"dataHora":"`,
      },
    ];
  }),
);

export function movementKind(code: number): MovementKind {
  const kind = KINDS.get(code);
  if (kind === undefined) throw new Error(`movement ${code} has no name here`);
  return kind;
}

/** What happens in any case between its beginning and its end. */
export const ROUTINE: readonly MovementKind[] = [51, 11010, 60, 85, 581, 92, 11383, 132, 123, 970].map(
  movementKind,
);
export const DISTRIBUTION: MovementKind = movementKind(26);
