import type { OperationsView } from '@jaanch/contracts/http/operations/now'
import { CircleCheck, CircleDashed, OctagonX } from 'lucide-react'
import { instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { capitalised } from '@/lib/format/text'
import { Badge } from '@/ui/badge'
import { DescriptionList } from '@/ui/description-list'
import { Panel } from '@/ui/panel'
import { lagText, sizeText } from './numbers'

type Generation = OperationsView['generations'][number]

/** The sets of read tables. */
export function Generations({ view }: { view: OperationsView }) {
  return (
    <Panel title="Generations of the read tables">
      {view.generations.length === 0 && <p className="px-4 py-4 text-ink-soft sm:px-5">None yet.</p>}
      <ul className="divide-y">
        {view.generations.map((one) => (
          <li key={one.generation} className="px-4 py-3 sm:px-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-sm">Generation {one.generation}</h3>
              <StateBadge {...one} />
            </div>
            <DescriptionList
              items={[
                ['Model version', String(one.version)],
                ['Position', `${countText(one.position)}, ${lagText(one.lag)}`],
                ['Size', sizeText(one.bytes)],
                [`${capitalised(one.state)} since`, instantText(one.stateSince)],
              ]}
              className="mt-2 grid-cols-2 gap-x-4 gap-y-2"
              detailsClassName="text-sm tabular-nums"
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function StateBadge({ state, isFed, stopped }: Generation) {
  if (stopped) {
    return (
      <Badge variant="error" icon={OctagonX}>
        Stands before event {countText(stopped.position)}
      </Badge>
    )
  }
  if (state === 'live' && !isFed) {
    return (
      <Badge variant="error" icon={OctagonX}>
        Live, not fed
      </Badge>
    )
  }
  return (
    <Badge
      variant={state === 'live' ? 'success' : 'neutral'}
      icon={state === 'live' ? CircleCheck : CircleDashed}
    >
      {capitalised(state)}
    </Badge>
  )
}
