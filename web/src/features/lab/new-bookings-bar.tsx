import { Sparkles } from 'lucide-react'
import { useUnseenBookings } from '@/lib/unseen-bookings'
import { Button } from '@/ui/button'

/** Shows the number of new bookings and a button that scrolls to them. */
export function NewBookingsBar({ onShow }: { onShow: () => void }) {
  const count = useUnseenBookings().size
  if (count === 0) return null
  return (
    <div
      role="status"
      className="sticky top-19 z-10 mb-4 flex animate-rise flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl border border-accent bg-accent-soft py-2 pr-2 pl-4 text-accent-ink shadow-card"
    >
      <span className="flex items-center gap-2 font-semibold">
        <Sparkles className="size-4" aria-hidden />
        {count === 1 ? '1 new booking' : `${count} new bookings`}
      </span>
      <Button variant="accent" size="sm" onClick={onShow}>
        Show
      </Button>
    </div>
  )
}
