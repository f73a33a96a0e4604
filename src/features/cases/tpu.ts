// The CNJ's unified tables as far as the rules need them: compact, in the program, and the same everywhere. The full official
// tables, with names, are imported into registry.tpu_items and only shown.
export { CLASS, classMarks } from './class-marks.ts';
export { listClassesNamed } from './class-names.ts';
export { EFFECT, movementEffects } from './movement-effects.ts';
export { IMPROBITY_SUBJECT, OWN_BANKRUPTCY_SUBJECT, isJuvenileSubject } from './subjects.ts';
