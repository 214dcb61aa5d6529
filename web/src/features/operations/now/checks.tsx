import type { OperationsView } from '@jaanch/contracts/http/operations/now'
import { CircleCheck, CircleHelp, Minus, OctagonX } from 'lucide-react'
import { Badge } from '@/ui/badge'
import { Panel } from '@/ui/panel'
import { checks as texts } from './texts'

const styles = {
  well: { variant: 'success', icon: CircleCheck },
  trouble: { variant: 'error', icon: OctagonX },
  off: { variant: 'neutral', icon: Minus },
  unknown: { variant: 'accent', icon: CircleHelp },
} as const

/** What is looked at besides the log and its readers. */
export function Checks({ view: { checks } }: { view: OperationsView }) {
  if (!checks) return null
  return (
    <Panel title={texts.title}>
      <ul className="divide-y">
        {checks.map(({ name, state, text }) => (
          <li key={name} className="px-4 py-3 sm:px-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-sm">{texts.names[name]}</h3>
              <Badge {...styles[state]}>{texts.states[state]}</Badge>
            </div>
            <p className="mt-1 break-words text-ink-soft text-sm">{text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
