import { LoaderCircle } from 'lucide-react'
import { Button } from '@/ui/button'
import type { PagedRows } from './use-window-rows'

/** Below rows that load further pages by themselves. */
export function MoreRows({
  list: { hasMore, failed, more },
}: {
  list: Pick<PagedRows<unknown>, 'hasMore' | 'failed' | 'more'>
}) {
  if (!hasMore) return null
  return (
    <div className="flex min-h-20 items-center justify-center">
      {failed ? (
        <Button variant="outline" onClick={more}>
          Show more
        </Button>
      ) : (
        <LoaderCircle className="size-5 animate-spin text-ink-soft" aria-label="Loading more" />
      )}
    </div>
  )
}
