import type { RoundView } from '@jaanch/collection/rounds/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Logo } from '@/components/brand/logo'
import { useRound } from '@/features/booking/bookings-calls'
import { personTexts } from '@/features/booking/staff-bookings/texts'
import { dateText, slotText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { phoneText } from '@/lib/format/phone'
import { ageText, countedText } from '@/lib/format/text'
import { serverText } from '@/lib/http/api-error'
import { paths } from '@/lib/paths'
import { useMayInLab } from '@/lib/session/staff'
import { Button, ButtonLink } from '@/ui/button'
import { Input } from '@/ui/input'
import { Skeleton } from '@/ui/skeleton'
import { PrintLabels } from '../labels/print-labels'

const texts = {
  title: 'Collection round',
  sheet: 'Collection sheet',
  noCollector: 'No collector yet',
  /** The collector, the date and the lab of a round */
  head: (...parts: (string | undefined)[]) => parts.filter(Boolean).join(', '),
  day: 'Day of the round',
  back: 'Bookings',
  backToRound: 'Round',
  print: 'Print',
  failed: 'The round could not be loaded.',
  none: 'No visits on this day.',
  noVisit: 'This visit is not in your list. It may have been given to another lab, or cancelled.',
  cut: 'There are more visits than are shown: work through these, then print again.',
  totals: (visits: number, people: number, due: string) =>
    `${countedText(visits, 'visit')}, ${people === 1 ? '1 person' : `${people} people`}, ${due} to collect`,
  heads: ['Time', 'Address', 'People, tests and tubes', 'To collect', 'Done'],
  instant: 'Instant',
  onePerson: 'One person',
  fasting: (hours: number) => `Fasting: ${hours} hours`,
  paid: 'Paid',
}

const sheetTexts = {
  time: 'Time',
  payment: 'Payment',
  collect: (amount: string) => `${amount} to collect`,
  address: 'Address',
  contact: 'Contact',
  none: 'Not given',
  fasting: 'Fasting',
  noFasting: 'Not required',
  fastingHours: (hours: number) => `Required, ${hours} hours`,
  instructions: 'Instructions',
  heads: ['Tube', 'For', 'Label', 'Filled at'],
  signature: 'Collector: name and signature',
}

/**
 * The sheet that a collector takes along on paper: the round of a day (`?date=` an IST date, `today` or `tomorrow`; with `?only=` the visits of these
 * bookings), or the sheet of the visit of one booking (`?booking=` its id). Without menus, readable without colours.
 */
export function RoundPage() {
  const seesBookings = useMayInLab('front-desk', 'technician', 'pathologist')
  const [search, setSearch] = useSearchParams()
  const booking = search.get('booking') ?? undefined
  const date = dateOf(search.get('date'))
  const { data: round, loading, error } = useRound(booking ? { booking } : { date })
  const only = search.get('only')?.split(',')
  const visits = (round?.visits ?? []).filter(
    ({ people }) => !only || people.some(({ bookingId }) => only.includes(bookingId)),
  )
  const [visit] = visits
  const title = booking ? texts.sheet : texts.title
  const rounds = [...Map.groupBy(visits, ({ collectorId }) => collectorId)]
  const people = visits.flatMap((each) => each.people.filter(({ patient }) => patient !== null))
  useLightTheme()

  return (
    <main className="mx-auto min-h-dvh max-w-[210mm] bg-surface px-4 py-6 text-ink text-sm sm:px-8 print:max-w-none print:p-0">
      <div className="mb-6 flex flex-wrap items-center gap-3 print:hidden">
        <ButtonLink icon={ArrowLeft} to={seesBookings ? paths.labBookings : paths.labRound} variant="outline">
          {seesBookings ? texts.back : texts.backToRound}
        </ButtonLink>
        {!booking && (
          <Input
            type="date"
            aria-label={texts.day}
            value={date}
            className="w-44"
            onChange={({ target }) => target.value && setSearch({ date: target.value }, { replace: true })}
          />
        )}
        <div className="ml-auto flex flex-wrap items-center gap-3">
          {people.length > 0 && (
            <PrintLabels people={people.map((each) => ({ ...each, tubes: each.specimens.length }))} />
          )}
          <Button icon={Printer} disabled={!visit} onClick={() => window.print()}>
            {texts.print}
          </Button>
        </div>
      </div>
      {!visit && <SheetHead title={title} text={texts.head(dateText(round?.date ?? date), round?.lab)} />}
      {loading && <Skeleton className="h-96 w-full" />}
      {!loading && !round && <p>{serverText(error) ?? texts.failed}</p>}
      {round && !visit && <p>{booking ? texts.noVisit : texts.none}</p>}
      {round &&
        rounds.map(([collectorId, ofCollector]) => (
          <section key={collectorId} className="mb-8 break-after-page last:mb-0 last:break-after-auto">
            <SheetHead
              title={title}
              text={texts.head(
                ofCollector[0]?.collector ?? texts.noCollector,
                dateText(round.date),
                round.lab,
              )}
            />
            {booking ? (
              ofCollector.map((each) => <VisitSheet key={each.id} visit={each} />)
            ) : (
              <RoundTable visits={ofCollector} />
            )}
          </section>
        ))}
      {round?.isCut && <p className="mt-3 font-semibold">{texts.cut}</p>}
    </main>
  )
}

/** Heads each sheet: a round is carried by its collector, whoever prints it. */
function SheetHead({ title, text }: { title: string; text: string }) {
  return (
    <header className="mb-4 flex items-end justify-between gap-4 border-ink border-b-2 pb-2">
      <div>
        <h1 className="font-bold text-xl">{title}</h1>
        <p>{text}</p>
      </div>
      <Logo />
    </header>
  )
}

/** Shows the page in light colours: dark ones would print light letters on paper. */
function useLightTheme(): void {
  useEffect(() => {
    const { classList } = document.documentElement
    const wasDark = classList.contains('dark')
    classList.remove('dark')
    return () => void classList.toggle('dark', wasDark)
  }, [])
}

function dateOf(named: string | null): string {
  const today = istDate(new Date())
  if (named === 'tomorrow') return addDays(today, 1)
  return named && /^\d{4}-\d\d-\d\d$/.test(named) ? named : today
}

/** A row for each visit: when, where, who, which tubes, what to collect, and a box to tick. */
function RoundTable({ visits }: Pick<RoundView, 'visits'>) {
  const people = visits.reduce((sum, visit) => sum + visit.people.length, 0)
  const due = visits.reduce((sum, visit) => sum + visit.due, 0)
  return (
    <>
      <p className="mb-2">{texts.totals(visits.length, people, rupeesText(due))}</p>
      <table className="w-full border-collapse text-left align-top text-xs leading-snug">
        <thead>
          <tr className="border-ink border-b">
            {texts.heads.map((head) => (
              <th key={head} scope="col" className="py-1 pr-3 font-bold last:pr-0">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visits.map((visit) => (
            <Visit key={visit.id} visit={visit} />
          ))}
        </tbody>
      </table>
    </>
  )
}

type RoundVisit = RoundView['visits'][number]
type Person = RoundVisit['people'][number]

const cell = 'py-1.5 pr-3 align-top'

function Visit({ visit }: { visit: RoundVisit }) {
  return (
    <tr className="break-inside-avoid border-line-strong border-b">
      <td className={`${cell} whitespace-nowrap font-bold`}>{timeText(visit.time)}</td>
      <td className={cell}>
        {addressText(visit)}
        {visit.contactNumber && <div className="font-bold">{phoneText(visit.contactNumber)}</div>}
        {visit.instructions && <div className="italic">{visit.instructions}</div>}
      </td>
      <td className={cell}>
        {visit.people.map((person) => (
          <div key={person.bookingId} className="mb-1 last:mb-0">
            <span className="font-bold">{personText(person)}</span>{' '}
            <span className="whitespace-nowrap">{person.orderNumber}</span>
            <div>{person.tests.join(', ')}</div>
            <div>{person.specimens.map((tube) => `☐ ${tubeText(tube)}`).join('  ')}</div>
          </div>
        ))}
        {visit.fastingHours !== null && <div>{texts.fasting(visit.fastingHours)}</div>}
      </td>
      <td className={`${cell} whitespace-nowrap font-bold tabular-nums`}>
        {visit.due > 0 ? rupeesText(visit.due) : texts.paid}
      </td>
      <td className="py-1.5 align-top">
        <span className="block size-5 border-2 border-ink" aria-hidden />
      </td>
    </tr>
  )
}

/** One visit on a page: each person with their tubes, a place for the tube's label and the time at which it was filled. */
function VisitSheet({ visit }: { visit: RoundVisit }) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        {factsOf(visit).map(([name, text]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs">{name}</dt>
            <dd className="font-bold [overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
      </dl>
      {visit.people.map((person) => (
        <section key={person.bookingId} className="mt-5 break-inside-avoid">
          <h2 className="border-ink border-b font-bold text-base">
            {personText(person)} <span className="whitespace-nowrap font-normal">{person.orderNumber}</span>
          </h2>
          <p className="my-1.5">{person.tests.join(', ')}</p>
          <table className="w-full border-collapse text-left text-xs">
            <thead>
              <tr>
                {sheetTexts.heads.map((head) => (
                  <th key={head} scope="col" className="border border-line-strong px-2 py-1 font-bold">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {person.specimens.map((tube) => (
                <tr key={`${tube.specimen} ${tube.container}`} className="h-11">
                  <td className="border border-line-strong px-2">{tubeText(tube)}</td>
                  <td className="border border-line-strong px-2">{tube.tests.join(', ')}</td>
                  <td className="w-40 border border-line-strong" />
                  <td className="w-24 border border-line-strong" />
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
      <p className="mt-8 border-ink border-t pt-1 text-xs">{sheetTexts.signature}</p>
    </>
  )
}

function factsOf(visit: RoundVisit): [name: string, text: string][] {
  const { time, due, contactNumber, fastingHours, instructions } = visit
  return [
    [sheetTexts.time, timeText(time)],
    [sheetTexts.payment, due > 0 ? sheetTexts.collect(rupeesText(due)) : texts.paid],
    [sheetTexts.address, addressText(visit)],
    [sheetTexts.contact, contactNumber ? phoneText(contactNumber) : sheetTexts.none],
    [
      sheetTexts.fasting,
      fastingHours === null ? sheetTexts.noFasting : sheetTexts.fastingHours(fastingHours),
    ],
    ...(instructions ? [[sheetTexts.instructions, instructions] as [string, string]] : []),
  ]
}

function timeText(time: RoundVisit['time']): string {
  return time ? slotText(time) : texts.instant
}

/** @returns the whole address, or only the area if the lab may not see more */
function addressText({ address, area, closed }: Pick<RoundVisit, 'address' | 'area' | 'closed'>): string {
  if (!address) return [area, closed].filter(Boolean).join('. ')
  const { line1, line2, landmark, city, pincode } = address
  return [line1, line2, landmark, `${city} ${pincode}`].filter(Boolean).join(', ')
}

/** @returns 'Kamala Patel, 65 years, Female' */
function personText({ patient }: Pick<Person, 'patient'>): string {
  if (!patient) return texts.onePerson
  const { name, age, sex } = patient
  return [name, age === null ? null : ageText(age), sex && personTexts.sexes[sex]].filter(Boolean).join(', ')
}

function tubeText({ specimen, container }: Person['specimens'][number]): string {
  return container ? `${specimen}: ${container}` : specimen
}
