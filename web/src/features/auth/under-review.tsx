import { Hourglass } from 'lucide-react'
import { Button } from '@/ui/button'

export const underReview = 'Your lab partner application is under review. You will be notified once approved.'

export function UnderReview({ message, onBack }: { message: string; onBack: () => void }) {
  return (
    <div className="grid justify-items-center py-4 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent-ink">
        <Hourglass className="size-6" aria-hidden />
      </span>
      <h2 className="mt-4 font-semibold text-base">Application Under Review</h2>
      <p className="mt-1 text-ink-soft">{message}</p>
      <Button look="outline" className="mt-6" onClick={onBack}>
        Back to Login
      </Button>
    </div>
  )
}
