// A case as a line of the licensed format (docs/sandbox.md names it "cases").
import { isoDate, isoInstant } from './calendar.ts';
import type { CaseKind, Term } from './case-kinds.ts';
import type { DraftCase, DraftMovement } from './draft-case.ts';
import { partyJson } from './litigants.ts';
import type { Litigants } from './litigants.ts';
import type { Random } from './random.ts';

const EXTRA_PARTY_SHARE = 0.14;
const WITNESS_SHARE = 0.02;
const THIRD_SHARE = 0.02;
const UNKNOWN_SIDE_SHARE = 0.01;
const COURT_STATE_SHARE = 0.35;

/** Somebody who must stand in the case whatever is drawn. */
export type Fixed = { document: string; name: string; side: 'ACTIVE' | 'PASSIVE' };

export class CaseLines {
  readonly #litigants: Litigants;
  readonly #random: Random;

  constructor(litigants: Litigants, random: Random) {
    this.#litigants = litigants;
    this.#random = random;
  }

  line(draft: DraftCase, fixed?: Fixed): string {
    const { kind } = draft;
    const [active, passive] = this.#mainParties(draft, fixed);
    const more = fixed === undefined ? this.#otherParties(draft) : '';
    const records = recordJson(draft, `${active},${passive}${more}`, this.#courtState(draft));
    const appeal = draft.hasAppeal ? `,${appealJson(draft, kind, `${active},${passive}`)}` : '';
    const updatedAt = isoInstant(draft.lastDay, 1260);
    return `{"number":"${draft.number}","updatedAt":"${updatedAt}","records":[${records}${appeal}]}\n`;
  }

  #mainParties({ kind, unit }: DraftCase, fixed: Fixed | undefined): [string, string] {
    const draw = (side: 'ACTIVE' | 'PASSIVE'): string => {
      const roleName = kind.roles[side === 'ACTIVE' ? 0 : 1];
      if (fixed?.side === side)
        return partyJson(fixed.document, fixed.name, { side, role: 'PARTY', roleName });
      const litigant = (side === 'ACTIVE' ? kind.active : kind.passive).draw(this.#random);
      const isUnknown = fixed === undefined && this.#random.chance(UNKNOWN_SIDE_SHARE);
      return this.#litigants.party(
        litigant,
        { side: isUnknown ? 'UNKNOWN' : side, role: 'PARTY', roleName },
        unit,
      );
    };
    return [draw('ACTIVE'), draw('PASSIVE')];
  }

  #otherParties({ kind, unit }: DraftCase): string {
    const random = this.#random;
    let more = '';
    if (random.chance(EXTRA_PARTY_SHARE)) {
      const stand = { side: 'PASSIVE', role: 'PARTY', roleName: kind.roles[1] } as const;
      more += `,${this.#litigants.party(kind.passive.draw(random), stand, unit)}`;
    }
    if (kind.victimShare > 0 && random.chance(kind.victimShare)) {
      more += `,${this.#litigants.person({ side: 'UNKNOWN', role: 'VICTIM', roleName: 'Vítima' }, unit)}`;
    }
    if (random.chance(WITNESS_SHARE)) {
      more += `,${this.#litigants.person({ side: 'UNKNOWN', role: 'WITNESS', roleName: 'Testemunha' }, unit)}`;
    }
    if (random.chance(THIRD_SHARE)) {
      more += `,${this.#litigants.person({ side: 'THIRD', role: 'PARTY', roleName: 'Terceiro' }, unit)}`;
    }
    return more;
  }

  #courtState({ state }: DraftCase): string {
    return this.#random.chance(COURT_STATE_SHARE) ? `"state":"${state}",` : '';
  }
}

function recordJson(draft: DraftCase, parties: string, state: string): string {
  const { valueCents: cents } = draft;
  const value =
    cents < 0 ? 'null' : `"${Math.floor(cents / 100)}.${cents % 100 < 10 ? '0' : ''}${cents % 100}"`;
  return (
    `{"degree":"${draft.kind.degrees[0]}","class":${draft.class.json},"unit":${draft.unit.json},` +
    `"filedAt":"${isoDate(draft.filedDay)}","value":${value},"secrecy":${draft.secrecy},${state}` +
    `"subjects":[${joinTerms(draft.subjects)}],"movements":[${joinMovements(draft.movements)}],"parties":[${parties}]}`
  );
}

function appealJson(draft: DraftCase, { degrees, appeal }: CaseKind, parties: string): string {
  const { unit } = draft;
  const filedOn = isoDate(draft.appealMovements[0]?.day ?? draft.filedDay);
  return (
    `{"degree":"${degrees[1]}","class":${appeal.json},` +
    `"unit":{"code":"${unit.code + 50_000}","name":"${unit.origin}ª Turma - ${unit.tribunal}"},` +
    `"filedAt":"${filedOn}","value":null,"secrecy":${draft.secrecy},` +
    `"subjects":[${(draft.subjects[0] as Term).json}],"movements":[${joinMovements(draft.appealMovements)}],` +
    `"parties":[${parties}]}`
  );
}

function joinTerms(terms: readonly Term[]): string {
  let text = (terms[0] as Term).json;
  for (let index = 1; index < terms.length; index += 1) text += `,${(terms[index] as Term).json}`;
  return text;
}

function joinMovements(movements: readonly DraftMovement[]): string {
  let text = '';
  for (const { kind, day, minute } of movements) {
    text += `${text === '' ? '' : ','}${kind.head}${isoInstant(day, minute)}"}`;
  }
  return text;
}
