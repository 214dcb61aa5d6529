import { History } from 'lucide-react'
import { historyPath } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { ButtonLink } from '@/ui/button'
import { history as texts } from './texts'

/** Nothing for admins who do not see histories. */
export function HistoryLink({ kind, id, name }: { kind: 'prescription' | 'lab'; id: string; name: string }) {
  if (!useMay('support', 'operator')) return null
  return (
    <ButtonLink
      variant="ghost"
      size="icon"
      className="grow-0!"
      to={historyPath(kind, id)}
      aria-label={texts.label(name)}
      title={texts.title}
    >
      <History aria-hidden />
    </ButtonLink>
  )
}
