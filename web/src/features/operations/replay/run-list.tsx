import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import type { RunView } from '@/lib/resources/operations/runs'
import { StyledBadge } from '@/ui/badge'
import { Panel } from '@/ui/panel'
import { askedBy, badgeOf, runDurationText, runTitle } from './run-texts'

type RunListProps = { runs: readonly RunView[]; shown: number | undefined; onShow: (id: number) => void }

/** The last ten: who, why, how they ended and how long they took. */
export function RunList({ runs, shown, onShow }: RunListProps) {
  return (
    <Panel title="Last runs">
      <ul className="divide-y">
        {runs.map((run) => (
          <li key={run.id}>
            <button
              type="button"
              aria-current={run.id === shown ? 'true' : undefined}
              onClick={() => onShow(run.id)}
              className={cn(
                'grid w-full grid-cols-1 gap-1 px-4 py-3 text-left text-sm hover:bg-sunken sm:px-5',
                run.id === shown && 'bg-sunken',
              )}
            >
              <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className="font-semibold">{runTitle(run)}</span>
                <StyledBadge {...badgeOf(run)} />
              </span>
              <span className="text-ink-soft text-xs tabular-nums">
                {[
                  askedBy(run),
                  instantText(run.requestedAt),
                  runDurationText(run),
                  run.different === null ? undefined : `${countText(run.different)} different`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {run.reason && <span className="break-words text-xs">{run.reason}</span>}
              {run.acceptReason && (
                <span className="break-words text-xs">
                  <span className="text-ink-soft">Accepted: </span>
                  {run.acceptReason}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
