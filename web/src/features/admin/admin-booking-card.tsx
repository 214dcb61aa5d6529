import type { BookingView } from '@jaanch/contracts/http/bookings'
import { MapPin, Microscope } from 'lucide-react'
import { useState } from 'react'
import { cancelDialogTexts, patientText } from '@/components/booking/texts'
import type { VisitGroup } from '@/components/booking/visits'
import { BookingMenu } from '@/components/staff-bookings/booking-menu'
import { visit as visitTexts } from '@/components/staff-bookings/texts'
import { useAdvance } from '@/components/staff-bookings/use-advance'
import { VisitSummary } from '@/components/staff-bookings/visit-summary'
import { useCommand } from '@/components/use-command'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { changeBookingStatus } from '@/lib/resources/bookings'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { IconListItem } from '@/ui/icon-list'
import { lazyDialog } from '@/ui/lazy-part'
import { canBeAssigned, useAdminItems } from './admin-booking-items'
import { changeStatus, booking as texts } from './texts'

const Question = lazyDialog(async () => (await import('@/components/staff-bookings/question')).Question)
const MoveVisitDialog = lazyDialog(
  async () => (await import('@/components/move-visit/move-visit-dialog')).MoveVisitDialog,
)

type AdminBookingCardProps = {
  /** Of one visit */
  bookings: VisitGroup['bookings']
  onAssign: (booking: BookingView) => void
  onOpen: (id: string) => void
  onReport: (booking: BookingView) => void
}

export function AdminBookingCard({ bookings, onAssign, onOpen, onReport }: AdminBookingCardProps) {
  const [first] = bookings
  const [asking, setAsking] = useState<BookingView | null>(null)
  const [isMoving, setMoving] = useState(false)
  const { advance, question } = useAdvance({ texts: changeStatus })
  const cancel = useCommand({ ...changeStatus, send: (id: string) => changeBookingStatus(id, 'cancelled') })
  const nameOf = (index: number) => {
    const member = bookings[index]?.familyMember
    return member ? patientText(member) : visitTexts.customer
  }
  const items = useAdminItems({
    bookings,
    nameOf,
    advance,
    onMove: () => setMoving(true),
    onCancel: setAsking,
  })
  const awaited = bookings.find(canBeAssigned)
  const heading = `booking-${first.id}`

  return (
    <Card>
      <article
        aria-labelledby={heading}
        className={cn(
          'flex flex-col gap-4 p-4 sm:p-5',
          bookings.length === 1 && 'md:flex-row md:items-center md:justify-between',
        )}
      >
        <VisitSummary
          bookings={bookings}
          headingId={heading}
          unpaidText={texts.unpaid}
          note={texts.booked(instantText(first.createdAt))}
          nameOf={nameOf}
        >
          {first.city && (
            <IconListItem>
              <MapPin aria-hidden />
              {first.city}
            </IconListItem>
          )}
          <IconListItem>
            <Microscope aria-hidden />
            {(awaited ?? first).labPartnerName ?? texts.noLab}
          </IconListItem>
        </VisitSummary>
        <div className="flex items-center gap-2">
          {awaited && (
            <Button
              variant={awaited.labPartnerId ? 'outline' : 'primary'}
              className="max-md:grow"
              onClick={() => onAssign(awaited)}
            >
              {awaited.labPartnerId ? texts.changeLab : texts.assignLab}
            </Button>
          )}
          <span className="ml-auto">
            <BookingMenu
              bookings={bookings}
              nameOf={nameOf}
              onOpen={onOpen}
              onReport={onReport}
              more={items}
            />
          </span>
        </div>
      </article>
      {isMoving && awaited && (
        <MoveVisitDialog booking={awaited} by="admin" onClose={() => setMoving(false)} />
      )}
      {question}
      {asking && (
        <Question
          onClose={() => setAsking(null)}
          {...cancelDialogTexts(asking)}
          onConfirm={() => cancel.run(asking.id)}
        />
      )}
    </Card>
  )
}
