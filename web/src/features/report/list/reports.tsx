import type { BookingView } from '@jaanch/booking/booking-view'
import { CalendarPlus, ChartLine, FileClock, FileText } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { numberText, patientText, testsText, whenText } from '@/components/booking/texts'
import { ShowMore } from '@/components/list/show-more'
import { useBooking, useBookingCounts, useOwnBookings } from '@/features/booking/bookings-calls'
import { offersReport, StatusBadge } from '@/features/booking/visit/status'
import { VisitCard } from '@/features/booking/visit/visit-card'
import { groupVisits, type Visit } from '@/features/booking/visit/visits'
import { useHealthReports } from '@/features/report/reports-calls'
import { ShareLink } from '@/features/shares/share-link/share-link'
import { rupeesText } from '@/lib/format/numbers'
import { bookingPathFor, paths, reportOfPath } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { lazyPart } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { ReportCard } from './report-card'

const texts = {
  heading: { title: 'Reports and Bookings', description: 'Reports are promised within 24 to 48 hours.' },
  trends: 'Health trends',
  tabs: { label: 'Reports and bookings', bookings: 'My Bookings', reports: 'Health Reports' },
}

const listTexts = {
  none: 'No health reports yet',
  noneText: 'A report shows here as soon as its lab releases it, within 24 to 48 hours of the collection.',
  browse: 'Browse tests',
  thisReport: 'This report',
  notReleased: 'has no report yet. It shows here as soon as the lab releases it.',
}

const ownBookingsTexts = {
  none: 'No bookings yet',
  noneText: 'Every test that you book is kept here.',
  browse: listTexts.browse,
  report: 'View Report',
}

const FamilyDueTests = lazyPart(async () => (await import('./family-due-tests')).FamilyDueTests)

/** `?booking=` shows the report of one booking first, `?tab=bookings` opens the other tab. */
export function Reports() {
  const [search, setSearch] = useSearchParams()
  const counts = useBookingCounts()
  const reports = useHealthReports()
  const tab = search.get('tab') === 'bookings' ? 'bookings' : 'reports'
  const bookingCount = counts.upcoming === undefined ? undefined : counts.upcoming + (counts.past ?? 0)

  return (
    <>
      <PageHeading {...texts.heading}>
        {/* in one row from 360 px, also while the font is not loaded yet */}
        <div className="flex flex-wrap gap-2 min-[360px]:flex-nowrap">
          <ShareLink size="sm" />
          <ButtonLink icon={ChartLine} to={paths.health} variant="outline" size="sm">
            {texts.trends}
          </ButtonLink>
        </div>
      </PageHeading>
      <Tabs
        label={texts.tabs.label}
        tabs={[
          { value: 'bookings', label: texts.tabs.bookings, count: bookingCount },
          { value: 'reports', label: texts.tabs.reports, count: countReports(reports) },
        ]}
        value={tab}
        onChange={(next) => setSearch(next === 'bookings' ? { tab: next } : {}, { replace: true })}
      >
        {tab === 'bookings' ? (
          <OwnBookings />
        ) : (
          <ReportList list={reports} bookingId={search.get('booking')} />
        )}
      </Tabs>
    </>
  )
}

/** There is no call that counts reports: the number of loaded rows. */
function countReports({ rows, loading, hasMore }: ReturnType<typeof useHealthReports>) {
  if (loading) return undefined
  return hasMore ? `${rows.length}+` : rows.length
}

type ReportListProps = {
  list: ReturnType<typeof useHealthReports>
  /** The booking of the address: its report comes first */
  bookingId: string | null
}

function ReportList({ list, bookingId }: ReportListProps) {
  const { rows, loading, hasMore, more, failed } = list
  const linked = rows.find(({ booking }) => booking.id === bookingId)
  // The report of an old booking may be on a later page. The number of rows runs the effect again after each page.
  const searchedRows =
    !loading && bookingId !== null && !linked && hasMore && !failed ? rows.length : undefined
  useEffect(() => {
    if (searchedRows !== undefined) more()
  }, [searchedRows, more])
  if (loading) return <SkeletonList count={3} className="grid grid-cols-1 gap-4" itemClassName="h-36" />
  const shown = linked ? [linked, ...rows.filter((row) => row !== linked)] : rows
  return (
    <>
      {bookingId && !linked && !hasMore && <NotReleased bookingId={bookingId} />}
      {rows.length === 0 && (
        <EmptyState
          icon={FileText}
          title={listTexts.none}
          action={<ButtonLink to={paths.tests}>{listTexts.browse}</ButtonLink>}
          text={listTexts.noneText}
        />
      )}
      <ul className="grid grid-cols-1 gap-4">
        {shown.map((report) => (
          <li key={report.id} className="min-w-0 animate-rise">
            <ReportCard report={report} isHighlighted={report === linked} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
      {rows.length > 0 && (
        <Suspense>
          <div className="mt-8">
            <FamilyDueTests />
          </div>
        </Suspense>
      )}
    </>
  )
}

function NotReleased({ bookingId }: { bookingId: string }) {
  const { data } = useBooking(bookingId)
  return (
    <p role="status" className="mb-4 flex items-start gap-3 rounded-xl border bg-surface p-4">
      <FileClock className="mt-0.5 size-5 shrink-0 text-brand-ink" aria-hidden />
      <span>
        <strong className="font-semibold">{data?.packageName ?? listTexts.thisReport}</strong>{' '}
        {listTexts.notReleased}
      </span>
    </p>
  )
}

function OwnBookings() {
  const list = useOwnBookings()
  const { rows, loading } = list
  if (loading)
    return <SkeletonList count={4} className="grid grid-cols-1 gap-3" itemClassName="h-28 sm:h-24" />
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={CalendarPlus}
        title={ownBookingsTexts.none}
        action={<ButtonLink to={paths.tests}>{ownBookingsTexts.browse}</ButtonLink>}
        text={ownBookingsTexts.noneText}
      />
    )
  }
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {groupVisits(rows, list.hasMore).map((visit) => (
          <li key={visit.id} className="min-w-0 animate-rise">
            <OwnVisit visit={visit} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  )
}

function OwnVisit({ visit }: { visit: Visit }) {
  const isInVisit = visit.bookings.length > 1
  const rows = visit.bookings.map((booking) => (
    <OwnBooking key={booking.id} booking={booking} isInVisit={isInVisit} />
  ))
  return isInVisit ? <VisitCard visit={visit}>{rows}</VisitCard> : rows
}

type OwnBookingProps = { booking: BookingView; isInVisit: boolean }

function OwnBooking({ booking, isInVisit }: OwnBookingProps) {
  const Heading = isInVisit ? 'h3' : 'h2'
  const heading = `own-booking-${booking.id}`
  return (
    <Card className="relative p-4 transition-colors hover:border-brand sm:px-5">
      <article aria-labelledby={heading} className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <Heading id={heading} className="font-semibold">
            {/* The link covers the card; the report link lies above it */}
            <Link
              to={bookingPathFor('customer', booking.id)}
              className="after:absolute after:inset-0 after:rounded-xl"
            >
              {testsText(booking)}
            </Link>
          </Heading>
          <p className="text-ink-soft text-xs tabular-nums">
            {whenText(booking)} · {patientText(booking.familyMember)} · {numberText(booking)}
          </p>
        </div>
        <span className="sm:w-44">
          <StatusBadge status={booking.status} />
        </span>
        <span className="font-semibold tabular-nums max-sm:ml-auto sm:w-20 sm:text-right">
          {rupeesText(booking.finalAmount)}
        </span>
        <span className="flex justify-end max-sm:w-full max-sm:empty:hidden sm:w-28">
          {offersReport(booking) && (
            <ButtonLink
              variant="soft"
              size="sm"
              to={reportOfPath(booking.id)}
              className="relative max-sm:w-full"
            >
              <Named of={testsText(booking)}>{ownBookingsTexts.report}</Named>
            </ButtonLink>
          )}
        </span>
      </article>
    </Card>
  )
}
