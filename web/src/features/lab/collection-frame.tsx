import { Skeleton } from '@/ui/skeleton'
import { collection as texts } from './texts'

export const gridClass =
  'grid grid-cols-1 gap-x-6 gap-y-3.5 sm:grid-cols-2 xl:grid-cols-[1.1fr_1.5fr_1.1fr_1.2fr_0.8fr]'

export function ClosedCollection({ why }: { why: string }) {
  return <p className="text-ink-soft text-xs">{why}</p>
}

export function PanelSkeleton() {
  return (
    <div role="status" aria-label={texts.loading} className={gridClass}>
      {['w-2/3', 'w-full', 'w-1/2', 'w-3/4', 'w-1/3'].map((width) => (
        <div key={width} className="h-12">
          <Skeleton className="h-4 w-20" />
          <Skeleton className={`mt-2 h-4 ${width}`} />
        </div>
      ))}
    </div>
  )
}
