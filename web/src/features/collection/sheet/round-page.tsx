import { addDays, istDate } from '@jaanch/contracts/calendar'
import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Logo } from '@/components/brand/logo'
import { useRound } from '@/features/booking/bookings-calls'
import { dateText } from '@/lib/format/dates'
import { serverText } from '@/lib/http/api-error'
import { paths } from '@/lib/paths'
import { useMayInLab } from '@/lib/session/staff'
import { Button, ButtonLink } from '@/ui/button'
import { Input } from '@/ui/input'
import { Skeleton } from '@/ui/skeleton'
import { PrintLabels } from '../labels/print-labels'
import { RoundTable, VisitSheet } from './sheets'
import { round as texts } from './texts'

/**
 * What a collector takes along on paper: the round of a day (`?date=` an IST date, `today` or `tomorrow`; with `?only=` the visits of these
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
        {seesBookings ? (
          <ButtonLink icon={ArrowLeft} to={paths.labBookings} variant="outline">
            {texts.back}
          </ButtonLink>
        ) : (
          <ButtonLink icon={ArrowLeft} to={paths.labRound} variant="outline">
            {texts.backToRound}
          </ButtonLink>
        )}
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

/** On each sheet: a round is carried by its collector, whoever prints it. */
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

/** Paper is light: dark colours would print light letters. */
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
