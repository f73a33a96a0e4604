// How cases run: what happens after the routine, with its weight, and what the court itself says at the end. Every ending
// that the rules tell apart occurs: closed, reopened, archived provisionally, suspended, settled, paid, extinguished.
import { movementKind } from './movements.ts';
import type { MovementKind } from './movements.ts';
import { Lottery } from './random.ts';

export type LifeCourse = {
  readonly ending: readonly MovementKind[];
  readonly state: 'ACTIVE' | 'SUSPENDED' | 'CLOSED';
};
export type LifeFamily =
  | 'execution'
  | 'taxExecution'
  | 'knowledge'
  | 'criminal'
  | 'investigation'
  | 'insolvency';

type Entry = readonly [weight: number, codes: readonly number[], state?: LifeCourse['state']];

const EXECUTION: readonly Entry[] = [
  [28, []],
  [12, [11382]],
  [4, [11382, 311]],
  [3, [12040]],
  [9, [276], 'SUSPENDED'],
  [8, [276, 245]],
  [4, [11375, 848, 246], 'CLOSED'],
  [2, [11374, 22], 'CLOSED'],
  [12, [196, 848, 22], 'CLOSED'],
  [6, [14099, 246], 'CLOSED'],
  [2, [277], 'SUSPENDED'],
  [3, [471, 848, 246], 'CLOSED'],
  [2, [463, 22], 'CLOSED'],
  [3, [22, 893]],
  [2, [246, 849, 11382]],
];

const COURSES: Readonly<Record<LifeFamily, readonly Entry[]>> = {
  execution: EXECUTION,
  taxExecution: [...EXECUTION, [5, [12298, 22], 'CLOSED'], [8, [861], 'SUSPENDED']],
  knowledge: [
    [34, []],
    [8, [219, 848, 246], 'CLOSED'],
    [5, [220, 848, 22], 'CLOSED'],
    [6, [221, 848, 11385]],
    [5, [219, 11385, 11382]],
    [12, [466, 848, 22], 'CLOSED'],
    [4, [463, 246], 'CLOSED'],
    [3, [898], 'SUSPENDED'],
    [2, [898, 12066]],
    [2, [22, 849]],
    [2, [246, 893]],
    [5, [221]],
  ],
  criminal: [
    [20, [391]],
    [5, [391, 353]],
    [3, [402, 22], 'CLOSED'],
    [8, [391, 219, 848]],
    [8, [391, 219, 848, 246], 'CLOSED'],
    [4, [391, 11876, 848, 22], 'CLOSED'],
    [4, [11878, 848, 246], 'CLOSED'],
    [3, [1050, 848, 246], 'CLOSED'],
    [4, [391, 264], 'SUSPENDED'],
    [2, [12733], 'SUSPENDED'],
  ],
  investigation: [
    [20, []],
    [3, [353]],
    [10, [1063, 246], 'CLOSED'],
    [2, [1063, 246, 893]],
  ],
  insolvency: [
    [10, []],
    [6, [202]],
    [5, [12041]],
    [3, [208, 848, 22], 'CLOSED'],
    [2, [466, 246], 'CLOSED'],
  ],
};

function toLottery(entries: readonly Entry[]): Lottery<LifeCourse> {
  return new Lottery(
    entries.map(([weight, codes, state = 'ACTIVE']) => [weight, { ending: codes.map(movementKind), state }]),
  );
}

export const LIFE_COURSES: Readonly<Record<LifeFamily, Lottery<LifeCourse>>> = {
  execution: toLottery(COURSES.execution),
  taxExecution: toLottery(COURSES.taxExecution),
  knowledge: toLottery(COURSES.knowledge),
  criminal: toLottery(COURSES.criminal),
  investigation: toLottery(COURSES.investigation),
  insolvency: toLottery(COURSES.insolvency),
};

/** What happens on appeal: granted, granted in part, refused, or not yet decided; most go back down and are closed there. */
export const APPEAL_COURSES: Lottery<LifeCourse> = toLottery([
  [20, [239, 848, 22], 'CLOSED'],
  [8, [237, 848, 22], 'CLOSED'],
  [6, [238, 848, 22], 'CLOSED'],
  [14, []],
]);
