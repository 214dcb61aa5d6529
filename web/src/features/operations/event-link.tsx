import { Link } from 'react-router-dom'
import { countText } from '@/lib/format/numbers'
import { eventPath } from '@/lib/paths'

export function EventLink({ position }: { position: number }) {
  return (
    <Link
      to={eventPath(position)}
      className="inline-flex min-h-11 items-center whitespace-nowrap font-semibold text-brand-ink tabular-nums underline-offset-4 hover:underline md:min-h-0"
    >
      {countText(position)}
    </Link>
  )
}
