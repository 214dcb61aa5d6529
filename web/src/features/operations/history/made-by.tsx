import type { HistoryStep } from '@jaanch/contracts/http/operations/history'
import { Link } from 'react-router-dom'
import { countText } from '@/lib/format/numbers'
import { eventPath } from '@/lib/paths'

export function MadeBy({ event: { type, position } }: { event: Pick<HistoryStep, 'type' | 'position'> }) {
  return (
    <Link to={eventPath(position)} className="text-brand-ink underline underline-offset-2">
      {type} {countText(position)}
    </Link>
  )
}
