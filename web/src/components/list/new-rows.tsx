import { ArrowUp } from 'lucide-react'
import { useWaitingRows } from '@/lib/cache/use-pages'
import { Button } from '@/ui/button'
import { newRows as texts } from './texts'

/** Above a list while its reader is below the first row, and rows have arrived there: it shows them. It takes no place. */
export function NewRows({ of, onShow }: { of: string; onShow: () => void }) {
  const count = useWaitingRows(of)
  if (count === 0) return null
  return (
    <div className="sticky top-20 z-10 flex h-0 justify-center print:hidden">
      <Button size="sm" className="animate-rise rounded-full tabular-nums shadow-high" onClick={onShow}>
        <ArrowUp aria-hidden />
        {texts.show(count)}
      </Button>
    </div>
  )
}
