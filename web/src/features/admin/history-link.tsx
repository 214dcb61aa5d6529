import { History } from 'lucide-react'
import { historyPath } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'

type HistoryLinkProps = { kind: 'prescription' | 'lab'; id: string; name: string }

export function HistoryLink({ kind, id, name }: HistoryLinkProps) {
  return (
    <ButtonLink
      variant="ghost"
      size="icon"
      className="grow-0!"
      to={historyPath(kind, id)}
      aria-label={`History of ${name}`}
      title="History"
    >
      <History aria-hidden />
    </ButtonLink>
  )
}
