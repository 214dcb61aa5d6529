import { Check } from 'lucide-react'
import { BeforeVisit } from '@/components/booking/before-visit'
import { labText, noLabYet, patientText, paymentTexts, whenText } from '@/components/booking/texts'
import { CalendarLinks } from '@/components/move-visit/calendar-links'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { bookingPathFor, paths } from '@/lib/paths'
import { useBooking } from '@/lib/resources/bookings'
import { ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import type { BookedSummary } from '../draft'
import { confirmation as texts } from '../texts'
import { UnverifiedContacts } from '../unverified-contacts'

/** What was booked, with what follows as it becomes known: order number and lab. */
export function ConfirmationStep({ booked }: { booked: BookedSummary }) {
  const { people, total, fastingHours } = booked
  const { data: booking } = useBooking(booked.id)
  const visit = booking ?? booked
  const tests = people[0]?.tests ?? [booked.packageName]
  const isAlone = people.length <= 1
  const rows = [
    [texts.when, whenText(visit)],
    [texts.lab, booking ? labText(booking) : noLabYet],
    [texts.address, [booked.street, booked.city].filter(Boolean).join(', ')],
    [texts.payment, paymentTexts[booked.paymentMethod]],
    [texts.total, rupeesText(total)],
    ...(isAlone
      ? ([
          [texts.test, tests.join(', ')],
          [texts.patient, patientText(booked.familyMember)],
          [texts.order, booking?.orderNumber ?? texts.noOrder],
          [texts.id, shortId(booked.id)],
        ] as const)
      : []),
  ] as const
  const toPrepare = {
    ...visit,
    paymentStatus: booking?.paymentStatus ?? 'pending',
    finalAmount: total,
    fastingHours,
  }
  return (
    <div className="mx-auto max-w-lg lg:col-span-2">
      <div className="grid justify-items-center text-center">
        <span className="grid size-16 place-items-center rounded-full bg-success-soft text-success">
          <Check className="size-8" aria-hidden />
        </span>
        <h1 className="mt-4 font-bold text-xl outline-none">{texts.title}</h1>
      </div>
      <UnverifiedContacts />
      <p className="mt-3 text-balance text-center text-ink-soft">{texts.text}</p>
      <Card className="mt-6 p-5">
        {!isAlone && (
          <ul className="mb-4 grid gap-4 border-b pb-4">
            {people.map(({ id, familyMember, tests }) => (
              <li key={id}>
                <h2 className="font-semibold">{patientText(familyMember)}</h2>
                <p className="mt-0.5 text-ink-soft">{tests.join(', ')}</p>
                <PersonNumbers id={id} />
              </li>
            ))}
          </ul>
        )}
        <DescriptionList
          layout="row"
          items={rows}
          className="grid-cols-1 gap-3"
          detailsClassName="font-medium tabular-nums"
        />
      </Card>
      <Card className="mt-4 p-5">
        <h2 className="font-semibold">{texts.before}</h2>
        <BeforeVisit bookings={[toPrepare]} className="mt-3" />
        <div className="min-h-14">{booking && <CalendarLinks booking={booking} />}</div>
      </Card>
      <ButtonLink to={bookingPathFor('customer', booked.id)} variant="outline" className="mt-6 w-full">
        {texts.toBooking}
      </ButtonLink>
      <ButtonLink to={paths.dashboard} size="lg" className="mt-3 w-full">
        {texts.toDashboard}
      </ButtonLink>
    </div>
  )
}

function PersonNumbers({ id }: { id: string }) {
  const { data } = useBooking(id)
  return (
    <p className="mt-0.5 text-ink-soft text-xs tabular-nums">
      {texts.order} {data?.orderNumber ?? texts.noOrder}, {texts.id} {shortId(id)}
    </p>
  )
}
