// What a movement does to a case, as bits; codes of the CNJ's unified tables, version 78. Most movements do nothing.

export const EFFECT = {
  CLOSES: 1 << 0,
  /** Archived, without saying how: an end outside executions, a pause within them. */
  ARCHIVES: 1 << 1,
  /** Reopens, even at the instant of the closing. */
  REOPENS: 1 << 2,
  /** Goes on after a closing, but only when strictly later: courts also enter these together with the closing. */
  RESTARTS: 1 << 3,
  /** Put aside or suspended, hence alive. */
  PAUSES: 1 << 4,
  FINAL: 1 << 5,
  STARTS_EXECUTION: 1 << 6,
  SEVERE: 1 << 7,
  /** The execution ended because nothing, or nobody, was found. */
  FRUSTRATED: 1 << 8,
  PAID: 1 << 9,
  SETTLED: 1 << 10,
  DISMISSED: 1 << 11,
  WAIVED: 1 << 12,
  GRANTED: 1 << 13,
  PARTLY_GRANTED: 1 << 14,
  /** Frees the debtor, whichever side that is. */
  FREES: 1 << 15,
  /** Frees the debtor once the case ends after it. */
  OBJECTION_UPHELD: 1 << 16,
  WITHOUT_MERITS: 1 << 17,
  APPEAL_GRANTED: 1 << 18,
  APPEAL_PARTLY_GRANTED: 1 << 19,
  ANNULLED: 1 << 20,
  /** Ends a criminal case once it is final. */
  ENDS_CHARGE: 1 << 21,
  SHELVES_INQUIRY: 1 << 22,
} as const;

const { FREES, ENDS_CHARGE, RESTARTS, STARTS_EXECUTION } = EFFECT;

const CODES: readonly (readonly [effects: number, codes: string])[] = [
  // 866, 867, 869 and 870: the archive's custody of what was closed.
  [EFFECT.CLOSES, '22 246 83 488 12186 866 867 869 870'],
  [EFFECT.ARCHIVES, '861'],
  [EFFECT.REOPENS, '849 893'],
  [RESTARTS, '14739 26 36'],
  [RESTARTS | STARTS_EXECUTION, '11385'],
  [EFFECT.PAUSES, '245 14997 14998'],
  // Suspension: below 25 and 11025, and its fulfilment.
  [
    EFFECT.PAUSES,
    '25 263 264 265 268 270 271 272 275 276 277 278 279 898 947 960 971 11975 12098 12099 12100 12259 14968 14969 ' +
      '14970 14971 14972 14973 15067 15204 15247 15248 15413 15415 15425',
  ],
  [EFFECT.PAUSES, '11012 11013 11014 11015 11016 11017 11018 11025 15009 15238 12065'],
  [EFFECT.FINAL, '848'],
  [EFFECT.SEVERE, '11382 12040 311 353 354 202 12140'],
  [EFFECT.FRUSTRATED, '11374 11375'],
  [EFFECT.PAID, '196'],
  [EFFECT.SETTLED, '466 14099 12738'],
  [EFFECT.DISMISSED, '220'],
  [EFFECT.WAIVED, '455'],
  [EFFECT.GRANTED, '219'],
  [EFFECT.PARTLY_GRANTED, '221'],
  [FREES, '471 12298 402 404 208'],
  [FREES | ENDS_CHARGE, '11876 10961'],
  [ENDS_CHARGE, '11877'],
  // Extinction of punishment: below 973.
  [
    FREES | ENDS_CHARGE,
    '973 1042 1043 1044 1045 1046 1047 1048 1049 1050 11411 11801 11878 11879 12028 12616 12735 15322',
  ],
  [EFFECT.OBJECTION_UPHELD, '335 14232'],
  // Extinction without judging the merits: below 456 save what is named above, and the archiving of labour claims.
  [
    EFFECT.WITHOUT_MERITS,
    '454 456 457 458 459 460 461 462 463 464 465 11376 11377 11378 11379 11380 11381 12256 12325 12617 14848 15245 ' +
      '15249 15250 15251 228 473',
  ],
  [EFFECT.APPEAL_GRANTED, '237'],
  [EFFECT.APPEAL_PARTLY_GRANTED, '238'],
  [EFFECT.ANNULLED, '11373'],
  [EFFECT.SHELVES_INQUIRY, '1063'],
];

const effectsByCode = buildEffects();

function buildEffects(): Int32Array {
  const all = CODES.map(([effects, codes]) => ({ effects, codes: codes.split(' ').map(Number) }));
  const table = new Int32Array(Math.max(...all.flatMap(({ codes }) => codes)) + 1);
  for (const { effects, codes } of all) for (const code of codes) table[code] = (table[code] ?? 0) | effects;
  return table;
}

export function movementEffects(code: number): number {
  return effectsByCode[code] ?? 0;
}
