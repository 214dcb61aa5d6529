import type { ReviewView } from '@jaanch/contracts/http/reviews'
import { ReasonDialog } from '@/components/reason-dialog'
import { moderateReview } from '@/lib/resources/reviews'
import { toast } from '@/ui/toast-store'

const shared = {
  failure: 'Failed to change the review',
  hint: 'Other admins see it here and in the audit trail. It is not sent to anybody.',
}

const moderation = {
  show: {
    dialog: {
      ...shared,
      title: 'Show this review again?',
      description: 'Its stars count again, and its lab reads it.',
      submitLabel: 'Show again',
    },
    succeeded: 'Review is shown again',
  },
  hide: {
    dialog: {
      ...shared,
      title: 'Hide this review?',
      description:
        'Its stars no longer count, and its lab no longer reads it. Its customer sees that it is hidden.',
      submitLabel: 'Hide review',
    },
    succeeded: 'Review is hidden',
  },
}

export function ModerationDialog({ review, onClose }: { review: ReviewView; onClose: () => void }) {
  const what = review.isHidden ? 'show' : 'hide'
  return (
    <ReasonDialog
      {...moderation[what].dialog}
      onSubmit={async (reason) => {
        await moderateReview(review.id, what, reason)
        toast.success(moderation[what].succeeded)
      }}
      onClose={onClose}
    />
  )
}
