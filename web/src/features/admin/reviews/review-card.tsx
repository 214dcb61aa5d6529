import type { ReviewView } from '@jaanch/contracts/http/reviews'
import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { shortId, userName } from '@/lib/format/text'
import { historyPath } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { Stars } from '@/ui/stars'

const ModerationDialog = lazyDialog(async () => (await import('./moderation-dialog')).ModerationDialog)

export function ReviewCard({ review }: { review: ReviewView }) {
  const { id, isHidden } = review
  const [isAsking, setIsAsking] = useState(false)
  const about = review.packageNames.join(', ')
  return (
    <Card>
      <article aria-label={`${about}, ${review.stars} of 5 stars`} className="p-4 sm:p-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Stars stars={review.stars} />
          {isHidden && <Badge icon={EyeOff}>Hidden</Badge>}
          <span className="text-ink-soft text-xs tabular-nums">{instantText(review.createdAt)}</span>
        </div>
        <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 grow basis-72">
            <p className={cn('[overflow-wrap:anywhere]', !review.text && 'text-ink-soft')}>
              {review.text ? `“${review.text}”` : 'Without a text.'}
            </p>
            <p className="mt-1.5 text-ink-soft text-xs">
              {about} at {review.labPartner?.name ?? 'no lab'}, by {userName(review.customerName)},{' '}
              <Link
                to={historyPath('booking', id)}
                className="relative tabular-nums underline after:absolute after:-inset-x-2 after:-inset-y-3.5 hover:text-ink"
              >
                #{shortId(id)}
                <span className="sr-only"> History</span>
              </Link>
            </p>
            {review.reason && (
              <p className="mt-1.5 text-ink-soft text-xs [overflow-wrap:anywhere]">
                {isHidden ? 'Hidden' : 'Shown again'}: {review.reason}
              </p>
            )}
          </div>
          <Button variant="outline" size="sm" className="max-sm:w-full" onClick={() => setIsAsking(true)}>
            <Named of={`the review of ${about}`}>{isHidden ? 'Show again' : 'Hide'}</Named>
          </Button>
        </div>
      </article>
      {isAsking && <ModerationDialog review={review} onClose={() => setIsAsking(false)} />}
    </Card>
  )
}
