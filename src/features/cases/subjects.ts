// Subjects that the rules look at. The tables of classes, subjects and movements are separate: one code means three things.

/** Everything below subject 9633, the law of children and adolescents (version 78 of the unified tables). */
const JUVENILE = `
9633-9884 9886-9901 9903-9953 9955-9975 9977-9979 10688 10941 11386-11392 11456-11461 11779 11816-11821
11896 11939 11960 11962 11964-11965 11968 11970-11971 11973 11979 11981 11987 11996-12007 12009-12010
12012 12014 12016 12018 12020 12022 12024 12026 12030 12090 12131 12157 12196-12197 12341 12358
12384-12385 12545-12547 14108-14115 14228-14229 14672-14675 14686-14688 14691 14693 14699-14700
14944-14945 15073 15133-15139 15175-15176 15178 15181-15182 15197-15199 15310 15385-15396 15398 15400
15402 15404 15407 15411 15457-15479 15484-15485 15525-15529 15549-15560 15568 15624 15688
`;

/** A bankruptcy that the debtor itself asks for. */
export const OWN_BANKRUPTCY_SUBJECT = 4998;
export const IMPROBITY_SUBJECT = 10011;

const juvenile = readRanges(JUVENILE);

function readRanges(text: string): Set<number> {
  const codes = new Set<number>();
  for (const range of text.trim().split(/\s/)) {
    const [first = 0, last = first] = range.split('-').map(Number);
    for (let code = first; code <= last; code++) codes.add(code);
  }
  return codes;
}

export function isJuvenileSubject(code: number): boolean {
  return juvenile.has(code);
}
