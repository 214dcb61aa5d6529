import { Button } from '@/ui/button'

type ShowMoreProps = {
  list: { hasMore: boolean; more: () => void; failed: boolean }
  /** More of what, where several lists share a screen */
  of?: string
}

/** Below a list that goes on; nothing below one that does not. */
export function ShowMore({ list: { hasMore, more, failed }, of }: ShowMoreProps) {
  if (!hasMore) return null
  return (
    <div className="mt-5 flex flex-col items-center gap-2">
      <p role="status" className="text-ink-soft text-sm empty:sr-only">
        {failed && 'The rest could not be loaded.'}
      </p>
      <Button variant="outline" onClick={more}>
        <span>
          {failed ? 'Try again' : 'Show more'}
          {of && <span className="sr-only"> {of}</span>}
        </span>
      </Button>
    </div>
  )
}
