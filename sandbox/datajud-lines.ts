// A case as DataJud's search hits, with everything that its courts do differently: four spellings of the filing date,
// nested subjects, codes in another place, movements out of order, lost accents.
import { compactDate, epochMs, isoInstant } from './calendar.ts';
import type { Term } from './case-kinds.ts';
import type { DraftCase, DraftMovement } from './draft-case.ts';
import type { Random } from './random.ts';

type Hit = { degree: string; class: Term; filedDay: number; movements: readonly DraftMovement[] };

const NESTED_SUBJECTS_SHARE = 0.05;
const NESTED_CODE_SHARE = 0.08;
const LOST_ACCENTS_SHARE = 0.06;
const NO_MOVEMENTS_SHARE = 0.02;
const SYSTEMS = ['Pje', 'eproc', 'SAJ', 'Projudi'];

export class DatajudLines {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** One hit for each degree: DataJud keeps a document for each class, degree and unit of a number. */
  lines(draft: DraftCase): string[] {
    const [degree, upper] = draft.kind.degrees;
    const first: Hit = { degree, class: draft.class, filedDay: draft.filedDay, movements: draft.movements };
    if (!draft.hasAppeal) return [this.#line(draft, first)];
    const filedDay = draft.appealMovements[0]?.day ?? draft.filedDay;
    const second: Hit = {
      degree: upper,
      class: draft.kind.appeal,
      filedDay,
      movements: draft.appealMovements,
    };
    return [this.#line(draft, first), this.#line(draft, second)];
  }

  #line({ number, unit, subjects, lastDay }: DraftCase, hit: Hit): string {
    const random = this.#random;
    const id = `${unit.tribunal}_${hit.class.code}_${hit.degree}_${unit.code}_${number}`;
    const index = `api_publica_${unit.tribunal.toLowerCase()}`;
    const system = random.below(SYSTEMS.length);
    const updatedAt = isoInstant(lastDay, 1320);
    return (
      `{"_index":"${index}","_id":"${id}","_score":null,"_source":{"id":"${id}","numeroProcesso":"${number}",` +
      `"tribunal":"${unit.tribunal}","grau":"${hit.degree}","nivelSigilo":0,` +
      `"dataAjuizamento":${this.#filedAt(hit.filedDay)},"dataHoraUltimaAtualizacao":"${updatedAt}",` +
      `"@timestamp":"${updatedAt.slice(0, -1)}123456Z",` +
      `"classe":{"codigo":${hit.class.code},"nome":${this.#name(hit.class.name)}},` +
      `"assuntos":${this.#subjects(subjects)},` +
      `"orgaoJulgador":{"codigo":${unit.code},"nome":${this.#name(unit.name)},"codigoMunicipioIBGE":3550308},` +
      `"sistema":{"codigo":${system + 1},"nome":"${SYSTEMS[system]}"},"formato":{"codigo":1,"nome":"Eletrônico"}` +
      `${this.#movements(hit.movements)}},"sort":["${id}"]}\n`
    );
  }

  #filedAt(day: number): string {
    switch (this.#random.below(8)) {
      case 0:
        return `"${isoInstant(day, 605)}"`;
      case 1:
        return `"${compactDate(day)}"`;
      case 2:
        return `"${compactDate(day)}1005"`;
      case 3:
        return String(epochMs(day, 605));
      default:
        return `"${compactDate(day)}100532"`;
    }
  }

  /** Each character that is not ASCII arrives as two question marks. */
  #name(name: string): string {
    const text = this.#random.chance(LOST_ACCENTS_SHARE) ? name.replaceAll(/[^ -~]/g, '??') : name;
    return JSON.stringify(text);
  }

  #subjects(subjects: readonly Term[]): string {
    const items = subjects.map(({ hitJson }) => hitJson);
    return this.#random.chance(NESTED_SUBJECTS_SHARE) ? `[[${items.join('],[')}]]` : `[${items.join(',')}]`;
  }

  #movements(movements: readonly DraftMovement[]): string {
    const random = this.#random;
    if (random.chance(NO_MOVEMENTS_SHARE)) return '';
    const count = movements.length;
    const start = random.below(count);
    let text = '';
    for (let step = 0; step < count; step += 1) {
      const { kind, day, minute } = movements[(start + step) % count] as DraftMovement;
      const head = random.chance(NESTED_CODE_SHARE) ? kind.nestedHitHead : kind.hitHead;
      const more =
        kind.code === 26
          ? ',"complementosTabelados":[{"codigo":2,"valor":1,"nome":"competência exclusiva","descricao":"tipo_de_distribuicao_redistribuicao"}]'
          : '';
      text += `${step === 0 ? '' : ','}${head}${isoInstant(day, minute)}"${more}}`;
    }
    return `,"movimentos":[${text}]`;
  }
}
