// What the rules need to know of a class, as bits. By the tree wherever the tree says it, never by names.
import { CLASS_PARENTS, isClassWithin } from './class-tree.ts';

export const CLASS = {
  KNOWN: 1 << 0,
  EXECUTION: 1 << 1,
  LABOUR: 1 << 2,
  CRIMINAL: 1 << 3,
  JUVENILE: 1 << 4,
  /** A criminal action, an appeal in one, or the execution of a sentence. */
  CRIMINAL_ACTION: 1 << 5,
  INVESTIGATION: 1 << 6,
  HABEAS_CORPUS: 1 << 7,
  TAX_EXECUTION: 1 << 8,
  INSOLVENCY: 1 << 9,
  IMPROBITY: 1 << 10,
  /** Improbity only with its subject. */
  COLLECTIVE: 1 << 11,
  DEBT_RECOVERY: 1 << 12,
  AUTHOR_IS_DEBTOR: 1 << 13,
  /** The author is the debtor only with the subject of one's own bankruptcy. */
  BANKRUPTCY: 1 << 14,
  APPEAL: 1 << 15,
  /** Filed by employers against those they employ. */
  BY_EMPLOYER: 1 << 16,
  /** Filed by employers when in a labour court. */
  CONSIGNMENT: 1 << 17,
  STJ: 1 << 18,
  STF: 1 << 19,
  MILITARY: 1 << 20,
  ELECTORAL: 1 << 21,
} as const;

type Rule = {
  readonly mark: number;
  readonly within?: string;
  readonly without?: string;
  readonly codes?: string;
};

const CRIMINAL_SUPERIOR =
  '1033 1042 1678 15228 1317 1333 1343 1349 1359 1369 1370 1375 1377 12789 11528 14209 ' +
  '1720 1722 1331 1344 1013 1064 15224 1028 1330 1339 1364';

const RULES: readonly Rule[] = [
  {
    mark: CLASS.EXECUTION,
    within: '155 158',
    without: '169 229 10981',
    codes: '1020 1021 1022 1023 1024 12786 12787 12788',
  },
  { mark: CLASS.LABOUR, within: '1067 1068 1070 1071' },
  { mark: CLASS.CRIMINAL, within: '268 385 11030', codes: CRIMINAL_SUPERIOR },
  { mark: CLASS.JUVENILE, within: '547' },
  {
    mark: CLASS.CRIMINAL_ACTION,
    within: '281 284 385 11031',
    without: '291 11798 12394 1710 12122 14701',
    codes: '1033 1317 1375 1377 15228 11037 11528 12789 417 421 426 14209',
  },
  { mark: CLASS.INVESTIGATION, within: '277 11032', codes: '1042 1333 1369 1370' },
  {
    mark: CLASS.HABEAS_CORPUS,
    codes: '307 1720 1722 1331 1344 1013 1064 15224 1028 1330 1339 1364',
  },
  { mark: CLASS.TAX_EXECUTION, codes: '1116 83' },
  { mark: CLASS.INSOLVENCY, codes: '108 165 166 167' },
  { mark: CLASS.IMPROBITY, codes: '64 1670' },
  { mark: CLASS.COLLECTIVE, codes: '65 66' },
  { mark: CLASS.DEBT_RECOVERY, codes: '40 81 84 93 94 12137' },
  {
    mark: CLASS.AUTHOR_IS_DEBTOR,
    codes: '128 129 167 11397 15159 15217 169 170 171 172 173 1118 229 10981 1017 1018 1019 12153',
  },
  { mark: CLASS.BANKRUPTCY, codes: '108' },
  {
    mark: CLASS.APPEAL,
    within: '197 412 11033 11547',
    // Superior courts have no branch of appeals, so they are named one by one; and those of administrative procedures.
    codes:
      '1013 1015 1016 1031 1032 1035 1037 1044 1045 1046 1064 1066 1137 1721 1722 11881 11956 ' +
      '1319 1320 1321 1327 1328 1329 1343 1344 1345 1346 1347 1348 1358 1359 1361 1365 1378 1379 1380 11880 ' +
      '1299 1306',
  },
  { mark: CLASS.BY_EMPLOYER, codes: '986' },
  { mark: CLASS.CONSIGNMENT, codes: '32' },
  { mark: CLASS.STJ, within: '5' },
  { mark: CLASS.STF, within: '1310' },
  { mark: CLASS.MILITARY, within: '11028' },
  { mark: CLASS.ELECTORAL, within: '11427' },
];

const marksByCode = buildMarks();

function buildMarks(): Int32Array {
  const marks = new Int32Array(Math.max(...CLASS_PARENTS.keys()) + 1);
  const rules = RULES.map(({ mark, within = '', without = '', codes = '' }) => ({
    mark,
    within: readCodes(within),
    without: readCodes(without),
    codes: new Set(readCodes(codes)),
  }));
  for (const code of CLASS_PARENTS.keys()) {
    let found: number = CLASS.KNOWN;
    for (const rule of rules) {
      const isWithin = rule.within.some((root) => isClassWithin(code, root));
      const isWithout = rule.without.some((root) => isClassWithin(code, root));
      if ((isWithin && !isWithout) || rule.codes.has(code)) found |= rule.mark;
    }
    marks[code] = found;
  }
  return marks;
}

function readCodes(text: string): number[] {
  return text === '' ? [] : text.split(' ').map(Number);
}

/** 0 for a class that the table does not have. */
export function classMarks(code: number): number {
  return marksByCode[code] ?? 0;
}
