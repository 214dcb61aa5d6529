import { ArrowUp } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { waitingCounts } from '@/lib/cache/live-cache'
import { Button } from '@/ui/button'
import { newRows as texts } from './texts'

/** Above a list while its reader is below the first row, and rows have arrived there: it shows them. It takes no place. */
export function NewRows({ of, label, onShow }: { of: string; label: string; onShow: () => void }) {
  const count = useSyncExternalStore(
    waitingCounts.subscribe,
    () => waitingCounts.get().get(of) ?? 0,
    () => 0,
  )
  return (
    <div role="status" className="sticky top-20 z-10 flex h-0 justify-center print:hidden">
      {count > 0 && (
        <Button size="sm" className="animate-rise rounded-full tabular-nums shadow-high" onClick={onShow}>
          <ArrowUp aria-hidden />
          {texts.show(count)}
          <span className="sr-only">: {label}</span>
        </Button>
      )}
    </div>
  )
}
