import { Button } from '@/ui/button'

const most = 500

type ShowMoreProps = { shown: number; limit: number; onMore: (limit: number) => void }

/** Lists come in pages of 50; the API gives 500 rows at most. */
export function ShowMore({ shown, limit, onMore }: ShowMoreProps) {
  if (shown < limit || limit >= most) return null
  return (
    <div className="mt-5 flex justify-center">
      <Button look="outline" onClick={() => onMore(Math.min(limit * 2, most))}>
        Show more
      </Button>
    </div>
  )
}
