import { History } from 'lucide-react'
import { historyPath } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { history as texts } from './texts'

type HistoryLinkProps = { kind: 'prescription' | 'lab'; id: string; name: string }

export function HistoryLink({ kind, id, name }: HistoryLinkProps) {
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
