import type { ReportDraft } from '@jaanch/contracts/http/report-sign-off'
import { FileClock, Undo2 } from 'lucide-react'
import { Badge } from '@/ui/badge'
import { list as texts } from './texts'

export function StateBadge({ draft: { returned } }: { draft: Pick<ReportDraft, 'returned'> }) {
  return returned ? (
    <Badge variant="error" icon={Undo2}>
      {texts.returned}
    </Badge>
  ) : (
    <Badge variant="accent" icon={FileClock}>
      {texts.waiting}
    </Badge>
  )
}
