import type { JSX } from 'react';

const [WIDTH, HEIGHT, GAP] = [120, 28, 1];
/** A day without events is still a day. */
const LEAST = 1.5;

/** Bars and no curve: most days have nothing, and a curve would pretend otherwise. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }): JSX.Element {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length);
  return (
    <svg
      className="farol-sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      {values.map((value, day) => {
        const height = Math.max(LEAST, (value / most) * HEIGHT);
        return (
          <rect
            key={String(day)}
            data-empty={value === 0}
            x={day * step}
            y={HEIGHT - height}
            width={step - GAP}
            height={height}
          />
        );
      })}
    </svg>
  );
}
