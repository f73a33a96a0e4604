// Terms of weight: what somebody who reads a dossier wants to be told of at once. They are found by codes of the CNJ's tables
// (version 78), which are facts, and never by searching texts.

/** What one case has of each table; a code may be given several times. */
export type CaseCodes = {
  readonly classCodes: Iterable<number>;
  readonly subjectCodes: Iterable<number>;
  readonly movementCodes: Iterable<number>;
};

export type TermCounter = {
  add(codes: CaseCodes): void;
  /** In pt-BR, the most frequent first. */
  importantTerms(): string[];
};

const MOST = 20;

type Term = {
  readonly ptBr: string;
  readonly classes?: string;
  readonly subjects?: string;
  readonly movements?: string;
};

/** Among equally frequent ones the earlier goes first. Subjects below 9633 have these names too and are never told. */
const TERMS: readonly Term[] = [
  { ptBr: 'Falência', classes: '108', subjects: '4998 9556 13170', movements: '202' },
  { ptBr: 'Insolvência civil', classes: '165 166 167' },
  { ptBr: 'Recuperação judicial ou extrajudicial', classes: '128 129', subjects: '4994', movements: '12041' },
  {
    ptBr: 'Bloqueio, penhora ou arresto de bens',
    classes: '329 330',
    subjects: '9163 13019 13164 13249 13250 13278 13303',
    movements: '11382',
  },
  { ptBr: 'Indisponibilidade de bens', movements: '12040' },
  { ptBr: 'Leilão ou praça', movements: '311' },
  { ptBr: 'Desconsideração da personalidade jurídica', classes: '12119', subjects: '4939 12974 12998' },
  { ptBr: 'Prisão', classes: '313 314', movements: '108 352 353 12140 15032' },
  { ptBr: 'Prisão civil', movements: '113 354' },
  { ptBr: 'Fraude à execução', subjects: '3434 9450' },
  { ptBr: 'Ausência de bens penhoráveis', subjects: '14858', movements: '276 11375' },
  { ptBr: 'Devedor não encontrado', movements: '11374' },
  { ptBr: 'Improbidade administrativa', classes: '64 1670', subjects: '10011' },
  { ptBr: 'Lavagem de dinheiro', subjects: '3628 10982 10983 10984' },
  { ptBr: 'Organização criminosa', classes: '311', subjects: '3521 12333 12334 14685' },
  { ptBr: 'Corrupção', subjects: '3548 3553 3555 3567 3568' },
  { ptBr: 'Crime contra o sistema financeiro', subjects: '3612 3638' },
  { ptBr: 'Crime contra a ordem tributária', subjects: '3430 3598 3614 10985' },
  { ptBr: 'Crime falimentar', subjects: '3661' },
  { ptBr: 'Fraude em licitação', subjects: '3569 3642 15373' },
  { ptBr: 'Trabalho análogo ao de escravo', subjects: '3404' },
  {
    ptBr: 'Estelionato ou outra fraude',
    subjects: '3431 3432 3433 5836 5837 5838 5839 5840 5841 5844 5845 14692 15410 15623',
  },
  { ptBr: 'Falsidade documental', subjects: '3531 3532 3533 3539 10995' },
  { ptBr: 'Quebra de sigilo', classes: '310', movements: '12037 12038 12039' },
  { ptBr: 'Execução fiscal', classes: '1116', subjects: '6017 12989' },
  { ptBr: 'Dívida ativa não tributária', subjects: '10394' },
  { ptBr: 'Inscrição no BNDT', subjects: '12999' },
  { ptBr: 'Protesto de título', subjects: '7729 9575 13031' },
  { ptBr: 'Superendividamento', classes: '15217', subjects: '15048' },
  { ptBr: 'Busca e apreensão em alienação fiduciária', classes: '81 12137' },
  { ptBr: 'Despejo por falta de pagamento', classes: '93 94' },
];

/** Three separate tables: one code means three things. */
const byClass = placesByCode(({ classes }) => classes);
const bySubject = placesByCode(({ subjects }) => subjects);
const byMovement = placesByCode(({ movements }) => movements);

function placesByCode(read: (term: Term) => string | undefined): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const [place, term] of TERMS.entries()) {
    for (const code of read(term)?.split(' ') ?? []) places.set(Number(code), place);
  }
  return places;
}

/** A case without any of them has no term. */
export const TERM_CODES = {
  classCodes: [...byClass.keys()],
  subjectCodes: [...bySubject.keys()],
  movementCodes: [...byMovement.keys()],
};

export function createTermCounter(): TermCounter {
  const counts = TERMS.map(() => 0);
  /** Which case counted a term last: within a case it counts once. */
  const countedIn = TERMS.map(() => 0);
  let cases = 0;
  const note = (places: ReadonlyMap<number, number>, codes: Iterable<number>): void => {
    for (const code of codes) {
      const place = places.get(code);
      if (place === undefined || countedIn[place] === cases) continue;
      countedIn[place] = cases;
      counts[place] = (counts[place] ?? 0) + 1;
    }
  };
  return {
    add({ classCodes, subjectCodes, movementCodes }) {
      cases += 1;
      note(byClass, classCodes);
      note(bySubject, subjectCodes);
      note(byMovement, movementCodes);
    },
    importantTerms: () => listMostFrequent(counts),
  };
}

function listMostFrequent(counts: readonly number[]): string[] {
  return TERMS.map(({ ptBr }, place) => ({ ptBr, count: counts[place] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST)
    .map(({ ptBr }) => ptBr);
}
