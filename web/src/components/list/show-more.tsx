import { cn } from '@/lib/class-names'
import { Button } from '@/ui/button'

type ShowMoreProps = {
  list: { hasMore: boolean; more: () => void; failed: boolean }
  /** Name of the list for screen readers, if there are several on the screen */
  of?: string
  label?: string
  className?: string
}

export function ShowMore({
  list: { hasMore, more, failed },
  of,
  label = 'Show more',
  className = 'mt-5',
}: ShowMoreProps) {
  if (!hasMore) return null
  return (
    <div className={cn('flex flex-col items-center gap-2', className)}>
      <p role="status" className="text-ink-soft text-sm empty:sr-only">
        {failed && 'The rest could not be loaded.'}
      </p>
      <Button variant="outline" onClick={more}>
        <span>
          {failed ? 'Try again' : label}
          {of && <span className="sr-only"> {of}</span>}
        </span>
      </Button>
    </div>
  )
}
