import { ChartLine } from 'lucide-react'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { page as texts } from './texts'

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
