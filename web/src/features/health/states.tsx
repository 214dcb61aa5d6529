import { ChartLine, UserRoundCheck } from 'lucide-react'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { consent as consentTexts, empty, page as texts } from './texts'

export function ConsentNeeded({ name }: { name: string }) {
  return (
    <EmptyState
      icon={UserRoundCheck}
      title={consentTexts.title(name)}
      action={<ButtonLink to={paths.reports}>{empty.openReports}</ButtonLink>}
    >
      {consentTexts.text}
    </EmptyState>
  )
}

export function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={ChartLine}
      title={texts.failed}
      action={
        <Button variant="outline" onClick={onRetry}>
          {texts.retry}
        </Button>
      }
    />
  )
}
