import type { BookingView } from '@jaanch/booking/booking-view'
import { slotStart } from '@jaanch/contracts/calendar'
import { type BookingStatus, customerMoves } from '@jaanch/contracts/vocabulary'
import { CalendarPlus, ExternalLink } from 'lucide-react'
import { pleaseTryAgain } from '@/components/texts'
import { useCommand } from '@/components/use-command'
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

type Movable = Pick<BookingView, 'status' | 'scheduledDate' | 'scheduledTime' | 'customerMoves'>

const movableStatuses: readonly BookingStatus[] = ['pending', 'pending_customer_confirmation', 'confirmed']

const twoHours = 2 * 3_600_000

/** Whether the collection has not begun: then an admin can move the visit. */
export function isBeforeCollection({ status }: Pick<BookingView, 'status'>): boolean {
  return movableStatuses.includes(status)
}

/** @returns why its customer cannot move a visit that has not begun; undefined if they can */
export function whyNotMovable(booking: Movable, now: Date): string | undefined {
  const { scheduledDate: date, scheduledTime: time } = booking
  if (booking.customerMoves >= customerMoves) {
    return 'You have moved this visit three times. Please call us to move it again.'
  }
  if (date !== null && time !== null && slotStart(date, time).getTime() - now.getTime() < twoHours) {
    return 'A visit can be moved until two hours before it begins.'
  }
  return undefined
}
