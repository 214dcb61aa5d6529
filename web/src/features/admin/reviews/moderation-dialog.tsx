import type { ReviewView } from '@jaanch/contracts/http/reviews'
import { ReasonDialog } from '@/components/reason-dialog'
import { moderateReview } from '@/lib/resources/reviews'
import { toast } from '@/ui/toast-store'
import { moderation as texts } from './texts'

export function ModerationDialog({ review, onClose }: { review: ReviewView; onClose: () => void }) {
  const what = review.isHidden ? 'show' : 'hide'
  return (
    <ReasonDialog
      {...texts[what].dialog}
      onSubmit={async (reason) => {
        await moderateReview(review.id, what, reason)
        toast.success(texts[what].succeeded)
      }}
      onClose={onClose}
    />
  )
}
