import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { CalendarPlus, ExternalLink } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { cn } from '@/lib/class-names'
import { saveFile } from '@/lib/files'
import { download } from '@/lib/http/download'
import { Button, buttonVariants } from '@/ui/button'
import { googleCalendarUrl } from './google-calendar'
import { calendarFile as texts } from './texts'
import { isBeforeCollection } from './why-not-movable'

export function CalendarLinks({ booking }: { booking: BookingView }) {
  const { run } = useCommand({
    ...texts,
    send: async () => saveFile(await download(`/api/bookings/${booking.id}/calendar`), 'jaanch-visit.ics'),
  })
  if (!isBeforeCollection(booking)) return null
  const srName = <span className="sr-only"> {booking.packageName}</span>
  return (
    <div className="mt-3 -ml-2 flex flex-wrap gap-x-1 sm:-ml-3.5">
      <Button variant="ghost" size="sm" className="max-sm:px-2" onClick={() => void run()}>
        <CalendarPlus aria-hidden />
        <span>
          {texts.label}
          {srName}
        </span>
      </Button>
      <a
        className={cn(buttonVariants({ variant: 'ghost', size: 'sm' }), 'max-sm:px-2')}
        href={googleCalendarUrl(booking, window.location.origin)}
        target="_blank"
        rel="noopener noreferrer"
      >
        <ExternalLink aria-hidden />
        <span>
          <span className="max-sm:sr-only">Add to </span>Google Calendar{srName}
        </span>
      </a>
    </div>
  )
}
