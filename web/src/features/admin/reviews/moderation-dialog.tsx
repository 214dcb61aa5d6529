import type { ReviewView } from '@jaanch/contracts/http/reviews'
import { ReasonDialog } from '@/components/reason-dialog'
import { moderateReview } from '@/lib/resources/reviews'
import { toast } from '@/ui/toast-store'

/** Asks why a review is hidden, or shown again. */
export function ModerationDialog({ review, onClose }: { review: ReviewView; onClose: () => void }) {
  const what = review.isHidden ? 'show' : 'hide'
  const [title, description, done] = review.isHidden
    ? ['Show this review again?', 'Its stars count again, and its lab reads it.', 'Review is shown again']
    : [
        'Hide this review?',
        'Its stars no longer count, and its lab no longer reads it. Its customer sees that it is hidden.',
        'Review is hidden',
      ]
  return (
    <ReasonDialog
      title={title}
      description={description}
      submitLabel={review.isHidden ? 'Show again' : 'Hide review'}
      failure="Failed to change the review"
      hint="Other admins see it here and in the audit trail. It is not sent to anybody."
      onSubmit={async (reason) => {
        await moderateReview(review.id, what, reason)
        toast.success(done)
      }}
      onClose={onClose}
    />
  )
}
