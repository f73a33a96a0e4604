// The twenty counts of an analysis, read by name.

export type Line = { readonly count: number; readonly value: string };

type Summed = { readonly summary: object };
type Wire = Readonly<Record<string, { vltotalProcess: string; totalProcess: number } | undefined>>;

export function lineOf({ summary }: Summed, key: string): Line {
  const found = (summary as Wire)[key];
  return { count: found?.totalProcess ?? 0, value: found?.vltotalProcess ?? '0.00' };
}

/** Both are money with two digits; the sum of two is exact far beyond any case's value. */
function addMoney(a: string, b: string): string {
  return (Number(a) + Number(b)).toFixed(2);
}

function addLines(a: Line, b: Line): Line {
  return { count: a.count + b.count, value: addMoney(a.value, b.value) };
}

export function subtractLines(a: Line, b: Line): Line {
  return { count: a.count - b.count, value: addMoney(a.value, `-${b.value}`) };
}

export function riskOf(summed: Summed): Line {
  return addLines(lineOf(summed, 'IS_ACTIVE_WITH_RISK'), lineOf(summed, 'IS_INACTIVE_WITH_RISK'));
}
