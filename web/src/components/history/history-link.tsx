import { History } from 'lucide-react'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/class-names'
import { shortId } from '@/lib/format/text'
import { historyPath } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { ButtonLink } from '@/ui/button'

/** Apart from the other texts of admins: pages that show only a booking's number load these alone. */
const texts = { title: 'History', label: (name: string) => `History of ${name}` }

/** Admins who do not see histories get no link. */
export function HistoryLink({ kind, id, name }: { kind: 'prescription' | 'lab'; id: string; name: string }) {
  if (!useMay('support', 'operator')) return null
  return (
    <ButtonLink
      icon={History}
      variant="ghost"
      size="icon"
      className="grow-0!"
      to={historyPath(kind, id)}
      aria-label={texts.label(name)}
      title={texts.title}
    />
  )
}

/** The short id of a booking, which leads to its history where the admin sees it. */
export function BookingNumber({ id, className }: { id: string; className: string }) {
  const seesHistory = useMay('support', 'operator')
  if (!seesHistory) return <span className="tabular-nums">#{shortId(id)}</span>
  return (
    <Link
      to={historyPath('booking', id)}
      className={cn('relative after:absolute after:-inset-x-2 after:-inset-y-3.5 hover:text-ink', className)}
    >
      #{shortId(id)}
      <span className="sr-only"> {texts.title}</span>
    </Link>
  )
}
