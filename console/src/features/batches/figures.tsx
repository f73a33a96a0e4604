import type { JSX } from 'react';

export type Figure = readonly [label: string, value: string];

export function Figures({ figures }: { figures: readonly Figure[] }): JSX.Element {
  return (
    <dl className="farol-figures">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="farol-number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
