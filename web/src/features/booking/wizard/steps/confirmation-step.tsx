import type { Channel } from '@jaanch/messages/message'
import { Check, MailWarning } from 'lucide-react'
import { useState } from 'react'
import { labText, noLabYet, patientText, paymentTexts, whenText } from '@/components/booking/texts'
import { useBooking } from '@/features/booking/bookings-calls'
import { CalendarLinks } from '@/features/booking/move-visit/calendar-links'
import { BeforeVisit } from '@/features/booking/visit/before-visit'
import { rupeesText } from '@/lib/format/numbers'
import { phoneText } from '@/lib/format/phone'
import { shortId } from '@/lib/format/text'
import { bookingPathFor, paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { IconSpot } from '@/ui/icon-spot'
import { lazyDialog } from '@/ui/lazy-part'
import type { BookedSummary } from '../draft'

const texts = {
  unverified: 'Not everything can reach you yet',
  notVerified: (address: string) => `${address} is not verified: nothing is sent there.`,
  verify: 'Verify',
  noPhone: 'Your profile has no phone number: no SMS is sent.',
  addPhone: 'Add a phone number',
  title: 'Your booking is placed',
  text: 'A confirmation will reach you by SMS and e-mail.',
  id: 'Booking ID',
  order: 'Order',
  noOrder: 'Being made',
  lab: 'Lab',
  before: 'Before the visit',
  toBooking: 'See your booking',
  test: 'Test',
  patient: 'Patient',
  when: 'Date and time',
  address: 'Address',
  payment: 'Payment',
  total: 'Total',
  toDashboard: 'Go to Dashboard',
}

/** Sums up the booking, and adds order number and lab as they become known. */
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
        <IconSpot icon={Check} className="size-16 rounded-full bg-success-soft text-success [&_svg]:size-8" />
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

const ContactCodeDialog = lazyDialog(
  async () => (await import('@/features/account/contact/contact-code-dialog')).ContactCodeDialog,
)

/** Lists the customer's addresses that get no confirmation, with the way to verify them. */
export function UnverifiedContacts() {
  const { email, phone, isEmailProven, isPhoneProven } = useUser()
  const [verifying, setVerifying] = useState<{ channel: Channel; address: string } | null>(null)
  const contacts = [
    ...(isEmailProven ? [] : [{ channel: 'email' as const, address: email, shown: email }]),
    ...(isPhoneProven || !phone
      ? []
      : [{ channel: 'sms' as const, address: phone, shown: phoneText(phone) }]),
  ]
  if (contacts.length === 0 && phone) return null
  return (
    <section
      aria-label={texts.unverified}
      className="mt-5 grid gap-2 rounded-xl bg-accent-soft px-4 py-3 text-accent-ink"
    >
      <p className="flex gap-3 font-semibold">
        <MailWarning className="mt-0.5 size-5 shrink-0" aria-hidden />
        {texts.unverified}
      </p>
      <ul className="grid gap-2">
        {contacts.map(({ channel, address, shown }) => (
          <li key={channel} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 grow basis-52 break-words">{texts.notVerified(shown)}</span>
            <Button variant="outline" onClick={() => setVerifying({ channel, address })}>
              {texts.verify}
              <span className="sr-only"> {shown}</span>
            </Button>
          </li>
        ))}
        {!phone && (
          <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 grow basis-52">{texts.noPhone}</span>
            <ButtonLink variant="outline" to={paths.profile}>
              {texts.addPhone}
            </ButtonLink>
          </li>
        )}
      </ul>
      {verifying && <ContactCodeDialog {...verifying} onClose={() => setVerifying(null)} />}
    </section>
  )
}
