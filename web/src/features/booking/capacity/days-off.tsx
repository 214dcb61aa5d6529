import { istDate } from '@jaanch/contracts/calendar'
import { CalendarX } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { tryAgain } from '@/components/texts'
import { orderText, patientNameOf } from '@/features/booking/staff-bookings/texts'
import { dateText, slotText } from '@/lib/format/dates'
import { bookingsOfDayPath } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { mostOfDay, useOpenBookingsOfDay } from './calls'
import { withDayOff } from './capacity-form'
import { Chips, Group, toggled } from './chosen'

const texts = {
  legend: 'Days off',
  date: 'Date',
  add: 'Add Day Off',
  loading: (date: string) => `Looking for bookings on ${date} …`,
  notLoaded: (date: string) => `The bookings on ${date} could not be loaded.`,
  booked: (date: string) => `Bookings on ${date}`,
  warning: (bookings: number, date: string) =>
    `${bookings === 1 ? '1 booking is' : `${bookings} bookings are`} on ${date}.`,
  stay: 'A day off does not move or cancel them: please move these visits, or give them to another lab.',
  instant: 'Instant',
  open: 'Open these bookings',
  openAll: 'Open all bookings of the day',
}

/** Whether the bookings of a day are known */
export type Look = 'loading' | 'failed' | 'known'

type DaysOffProps = {
  days: string[]
  /** Those that are stored */
  declared: readonly string[]
  /** For an admin: the lab that has the days off */
  lab: string | undefined
  error: string | undefined
  onChange: (days: string[]) => void
  /** Called for each day that is not stored yet */
  onLook: (day: string, look: Look) => void
}

/** Bookings keep their lab on its day off: whoever adds one sees them before it is stored, and later by the link of the day. */
export function DaysOff({ days, declared, lab, error, onChange, onLook }: DaysOffProps) {
  const [day, setDay] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function add() {
    if (day !== '') onChange(withDayOff(days, day))
    setDay('')
    input.current?.focus()
  }

  return (
    <Group legend={texts.legend}>
      <Chips
        label={texts.legend}
        items={days.map((date) => ({ id: date, name: dateText(date), path: bookingsOfDayPath(date, lab) }))}
        onRemove={(date) => onChange(toggled(days, date))}
      />
      {days
        .filter((date) => !declared.includes(date))
        .map((date) => (
          <BookingsOfDay key={date} day={date} lab={lab} onLook={onLook} />
        ))}
      <div className="flex items-end gap-2">
        <Field label={texts.date} error={error} className="min-w-0 grow">
          <Input
            ref={input}
            type="date"
            min={istDate(new Date())}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </Field>
        <Button variant="outline" onClick={add}>
          {texts.add}
        </Button>
      </div>
    </Group>
  )
}

/** Shows nothing if no visit is on that day. */
function BookingsOfDay({ day, lab, onLook }: { day: string } & Pick<DaysOffProps, 'lab' | 'onLook'>) {
  const { rows, data, error, mutate } = useOpenBookingsOfDay(day, lab)
  const look: Look = data ? 'known' : error ? 'failed' : 'loading'
  const report = useEffectEvent(onLook)
  useEffect(() => report(day, look), [day, look])
  if (look === 'loading')
    return (
      <p role="status" className="text-ink-soft text-sm">
        {texts.loading(dateText(day))}
      </p>
    )
  if (look === 'failed')
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-error text-sm">
        <p>{texts.notLoaded(dateText(day))}</p>
        <Button variant="outline" size="sm" onClick={() => void mutate()}>
          {tryAgain}
        </Button>
      </div>
    )
  if (rows.length === 0) return null
  return (
    <section
      role="alert"
      aria-label={texts.booked(dateText(day))}
      className="grid gap-2 rounded-xl bg-accent-soft px-4 py-3 text-accent-ink text-sm"
    >
      <p className="flex gap-2.5 font-semibold">
        <CalendarX className="size-5 shrink-0" aria-hidden />
        {texts.warning(rows.length, dateText(day))}
      </p>
      <p>{texts.stay}</p>
      <ul className="grid max-h-48 gap-1 overflow-y-auto tabular-nums">
        {rows.map((booking) => (
          <li key={booking.id}>
            {[
              booking.scheduledTime ? slotText(booking.scheduledTime) : texts.instant,
              orderText(booking),
              patientNameOf(booking),
            ]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </ul>
      <Link
        to={bookingsOfDayPath(day, lab)}
        target="_blank"
        className="inline-flex min-h-11 items-center font-semibold underline"
      >
        {rows.length < mostOfDay ? texts.open : texts.openAll}
      </Link>
    </section>
  )
}
