import type { BookingView } from '@jaanch/booking/booking-view'
import { FilePlus2, IndianRupee, ListTree } from 'lucide-react'
import { useState } from 'react'
import { numberText } from '@/components/booking/texts'
import { isUnpaid, isWholeVisit, type VisitGroup } from '@/features/booking/visit/visits'
import { shortId } from '@/lib/format/text'
import { lazyDialog } from '@/ui/lazy-part'
import { Menu, type MenuItem } from '@/ui/menu'
import { forPerson } from './texts'

const texts = {
  label: (number: string) => `More actions for ${number}`,
  labelOfVisit: (id: string) => `More actions for visit ${id}`,
  details: 'View Details',
  payment: 'Record Payment',
  report: 'Attach Report',
}

const RecordPayment = lazyDialog(async () => (await import('./record-payment')).RecordPayment)

const hasResults = ({ status }: BookingView) => status === 'lab-processing' || status === 'completed'

type BookingMenuProps = {
  /** In a visit of several, the person is named beside the action */
  bookings: VisitGroup['bookings']
  nameOf: (index: number) => string
  onOpen: (id: string) => void
  onReport: (booking: BookingView) => void
  more: readonly MenuItem[]
  /** Actions that the user may not take are missing */
  may: { recordPayment: boolean; report: boolean }
}

export function BookingMenu({ bookings, nameOf, onOpen, onReport, more, may }: BookingMenuProps) {
  const [isPaying, setPaying] = useState(false)
  const [first] = bookings
  const isOfSeveral = bookings.length > 1
  const unpaid = bookings.filter(isUnpaid)
  const ofPerson = (label: string, index: number) => forPerson(label, isOfSeveral ? nameOf(index) : undefined)
  return (
    <>
      <Menu
        label={
          isOfSeveral
            ? texts.labelOfVisit(shortId(first.visitId ?? first.id))
            : texts.label(numberText(first))
        }
        items={[
          ...bookings.map(({ id }, index) => ({
            label: ofPerson(texts.details, index),
            icon: ListTree,
            onSelect: () => onOpen(id),
          })),
          ...(may.recordPayment
            ? [
                {
                  label: texts.payment,
                  icon: IndianRupee,
                  disabled: unpaid.length === 0,
                  onSelect: () => setPaying(true),
                },
              ]
            : []),
          ...(may.report ? bookings : []).map((booking, index) => ({
            label: ofPerson(texts.report, index),
            icon: FilePlus2,
            disabled: !hasResults(booking),
            onSelect: () => onReport(booking),
          })),
          ...more,
        ].filter((item: MenuItem) => !isOfSeveral || !item.disabled || item.label === texts.payment)}
      />
      {isPaying && (
        <RecordPayment
          people={{ bookings: unpaid, isWhole: isWholeVisit(bookings) }}
          onClose={() => setPaying(false)}
        />
      )}
    </>
  )
}
