/** The sixteen steps as a plain table: everything that the drawing shows, as numbers and words. */
import type { ReactNode } from 'react';
import type { AuditWindow, WindowNumbers } from '../../../src/audit/verify.ts';
import { decimal } from './measure-words.ts';

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

const HEADS = ['Step', 'Time', 'Rest mask', 'Stance', 'High impact', 'β₁', 'E acute', 'E systemic'];

export function StepTable({
  window,
  numbers,
}: {
  readonly window: AuditWindow;
  readonly numbers: WindowNumbers;
}): ReactNode {
  const { t_start_ms: start, step_ms: stepMs } = window.window;
  const { rest_mask: mask, stance } = window.governance;
  const { beta1, acute, systemic, high } = numbers;
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="The 16 steps">
      <table className="w-full text-left whitespace-nowrap tabular-nums">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            {HEADS.map((head, place) => (
              <th
                key={head}
                scope="col"
                className={`py-1.5 pr-4 font-medium ${place > 4 ? 'text-right' : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {mask.map((word, step) => (
            // Steps have no other name than their place.
            <tr key={start + step * stepMs}>
              <th scope="row" className="py-1 pr-4 font-medium">
                {step + 1}
              </th>
              <td className="py-1 pr-4 text-muted">{clock.format(start + step * stepMs)}</td>
              <td className="py-1 pr-4">{word}</td>
              <td className="py-1 pr-4">{stance[step]}</td>
              <td className="py-1 pr-4">{high[step] === 1 ? 'yes' : 'no'}</td>
              {[beta1, acute, systemic].map((values, column) => (
                <td key={HEADS[5 + column]} className="py-1 pr-4 text-right">
                  {decimal(values[step] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
