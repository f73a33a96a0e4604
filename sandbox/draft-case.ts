import { yearOf } from './calendar.ts';
// One case at a time, drawn into the same object again and again: at millions of cases, what is thrown away costs.
import { CASE_KINDS } from './case-kinds.ts';
import type { CaseKind, Term } from './case-kinds.ts';
import { unitAt } from './courts.ts';
import type { Unit } from './courts.ts';
import { APPEAL_COURSES, LIFE_COURSES } from './life-courses.ts';
import type { LifeCourse } from './life-courses.ts';
import { DISTRIBUTION, ROUTINE } from './movements.ts';
import type { MovementKind } from './movements.ts';
import { makeCaseNumber, spreadCaseSequence } from './numbers.ts';
import type { Population } from './population.ts';
import { scramble } from './random.ts';
import type { Random } from './random.ts';

const COMMON_CLASS_SHARE = 0.6;
const SECOND_DEGREE_SHARE = 0.18;
const VALUE_UNKNOWN_SHARE = 0.25;
const FEDERAL_TAX_SHARE = 0.3;
const OLDEST_DAYS = 5400;
const MAX_COURSE_DAYS = 1500;

export type DraftMovement = { kind: MovementKind; day: number; minute: number };

export class DraftCase {
  number = '';
  kind: CaseKind;
  class: Term;
  unit: Unit;
  filedDay = 0;
  secrecy = 0;
  valueCents = 0;
  state: LifeCourse['state'] = 'ACTIVE';
  movements: DraftMovement[] = [];
  subjects: Term[] = [];
  hasAppeal = false;
  appealMovements: DraftMovement[] = [];
  lastDay = 0;
  readonly #population: Population;
  readonly #random: Random;
  readonly #sequenceOffset: number;

  constructor(population: Population, random: Random) {
    this.#population = population;
    this.#random = random;
    this.#sequenceOffset = scramble(population.seed, 103) % 9_000_000;
    this.kind = CASE_KINDS.draw(random);
    this.class = this.kind.classes[0] as Term;
    this.unit = unitAt('state', 0);
  }

  /** A kind or an ending that is not drawn belongs to a case whose result must be known. */
  draw(index: number, kind?: CaseKind, ending?: LifeCourse): void {
    const random = this.#random;
    this.kind = kind ?? CASE_KINDS.draw(random);
    this.class = this.#drawClass();
    this.unit = unitAt(this.#segment(), random.unit());
    const age = random.unit();
    this.filedDay = this.#population.today - 5 - Math.floor(age * age * OLDEST_DAYS);
    this.number = makeCaseNumber({
      sequence: spreadCaseSequence(index, this.#sequenceOffset),
      year: yearOf(this.filedDay),
      court: this.unit.court,
      origin: this.unit.origin,
    });
    this.secrecy = random.chance(kind === undefined ? this.kind.secretShare : 0) ? 1 + random.below(3) : 0;
    this.#drawValue();
    this.#drawSubjects();
    this.#drawCourse(ending ?? LIFE_COURSES[this.kind.life].draw(random));
    this.hasAppeal = ending === undefined && random.chance(SECOND_DEGREE_SHARE);
    if (this.hasAppeal) this.#drawAppeal();
  }

  /** The first class of a kind is the common one. */
  #drawClass(): Term {
    const { classes } = this.kind;
    return this.#random.chance(COMMON_CLASS_SHARE) ? (classes[0] as Term) : this.#random.pick(classes);
  }

  #segment(): CaseKind['segment'] {
    const { segment, life } = this.kind;
    return life === 'taxExecution' && this.#random.chance(FEDERAL_TAX_SHARE) ? 'federal' : segment;
  }

  #drawValue(): void {
    const random = this.#random;
    const { typicalValue } = this.kind;
    if (typicalValue === 0 || random.chance(VALUE_UNKNOWN_SHARE)) {
      this.valueCents = -1;
      return;
    }
    const spread = random.unit() + random.unit() + random.unit() - 1.5;
    this.valueCents = Math.round(typicalValue * 100 * Math.exp(spread * 2.2));
  }

  #drawSubjects(): void {
    const { subjects } = this.kind;
    const count = Math.min(subjects.length, 1 + this.#random.below(3));
    const first = this.#random.below(subjects.length);
    this.subjects.length = 0;
    for (let index = 0; index < count; index += 1) {
      this.subjects.push(subjects[(first + index) % subjects.length] as Term);
    }
  }

  #drawCourse({ ending, state }: LifeCourse): void {
    const routine = this.#random.below(8);
    this.state = state;
    this.movements.length = 0;
    this.#spread(this.movements, this.filedDay, [routine, ending]);
    this.lastDay = this.movements.at(-1)?.day ?? this.filedDay;
  }

  #drawAppeal(): void {
    this.appealMovements.length = 0;
    const start = Math.min(this.#population.today - 2, this.filedDay + 30 + this.#random.below(900));
    this.#spread(this.appealMovements, start, [
      this.#random.below(2),
      APPEAL_COURSES.draw(this.#random).ending,
    ]);
    this.lastDay = Math.max(this.lastDay, this.appealMovements.at(-1)?.day ?? 0);
  }

  /** Distribution, routine, ending: rising in time, the last of them not after today. */
  #spread(into: DraftMovement[], start: number, [routine, ending]: [number, readonly MovementKind[]]): void {
    const random = this.#random;
    const count = 1 + routine + ending.length;
    const span = Math.min(this.#population.today - start, 20 + random.below(MAX_COURSE_DAYS));
    const bits = random.next();
    for (let index = 0; index < count; index += 1) {
      const isRoutine = index <= routine;
      const kind =
        index === 0
          ? DISTRIBUTION
          : ((isRoutine
              ? ROUTINE[(bits >>> (index * 3)) % ROUTINE.length]
              : ending[index - routine - 1]) as MovementKind);
      into.push({
        kind,
        day: start + Math.floor((span * index) / count),
        // Later ones of the same day are later in the day too.
        minute: 480 + index * 45 + ((bits >>> index) & 31),
      });
    }
  }
}
