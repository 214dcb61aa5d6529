import type { BookingView } from '@jaanch/booking/booking-view'
import { slotStart } from '@jaanch/contracts/calendar'
import { CalendarPlus, ExternalLink } from 'lucide-react'
import { pleaseTryAgain } from '@/components/texts'
import { useCommand } from '@/components/use-command'
import { isBeforeCollection } from '@/features/booking/visit/status'
import { cn } from '@/lib/class-names'
import { saveFile } from '@/lib/files'
import { download } from '@/lib/http/download'
import { Button, buttonVariants } from '@/ui/button'

const texts = {
  label: 'Add to calendar',
  failed: 'The calendar file could not be downloaded',
  fallback: pleaseTryAgain,
}

export function CalendarLinks({ booking }: { booking: BookingView }) {
  const { run } = useCommand({
    ...texts,
    send: async () => saveFile(await download(`/api/bookings/${booking.id}/calendar`), 'jaanch-visit.ics'),
  })
  if (!isBeforeCollection(booking)) return null
  const srName = <span className="sr-only"> {booking.packageName}</span>
  return (
    <div className="mt-3 -ml-2 flex flex-wrap gap-x-1 sm:-ml-3.5">
      <Button
        icon={CalendarPlus}
        variant="ghost"
        size="sm"
        className="max-sm:px-2"
        onClick={() => void run()}
      >
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

const hour = 3_600_000

/** @returns the page of Google Calendar that offers to add the visit, without its tests: calendars are shared */
export function googleCalendarUrl(
  booking: Pick<BookingView, 'id' | 'orderNumber' | 'scheduledDate' | 'scheduledTime' | 'createdAt'>,
  origin: string,
): string {
  const [from, to] = timesOf(booking)
  const url = new URL('https://calendar.google.com/calendar/render')
  url.search = new URLSearchParams({
    action: 'TEMPLATE',
    text: `Jaanch: your visit${booking.orderNumber ? ` (${booking.orderNumber})` : ''}`,
    dates: `${utcText(from)}/${utcText(to)}`,
    details: `${origin}/booking?id=${booking.id}`,
  }).toString()
  return url.href
}

/** An instant collection takes place in the four hours from its booking on; a time without an end takes a slot's two hours. */
function timesOf({
  scheduledDate: date,
  scheduledTime: time,
  createdAt,
}: Pick<BookingView, 'scheduledDate' | 'scheduledTime' | 'createdAt'>): [Date, Date] {
  if (date === null || time === null) {
    return [new Date(createdAt), new Date(Date.parse(createdAt) + 4 * hour)]
  }
  const from = slotStart(date, time)
  const end = time.split('-')[1]
  return [from, end ? slotStart(date, end) : new Date(from.getTime() + 2 * hour)]
}

function utcText(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}
