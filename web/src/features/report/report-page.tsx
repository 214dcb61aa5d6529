import type { ReportPageView } from '@jaanch/contracts/http/report-page'
import { ArrowLeft, FileQuestion, TriangleAlert } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { FhirDownload } from '@/components/export/fhir-download'
import { ConsentCard } from '@/components/results/consent-card'
import { ConsentNote } from '@/components/results/consent-note'
import { instantText } from '@/lib/format/dates'
import { consentNeededOf, hasCode, serverText } from '@/lib/http/api-error'
import { paths, reportPath } from '@/lib/paths'
import { useReportPage } from '@/lib/resources/report-page'
import { useLightPrint } from '@/lib/use-light-print'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { Attachments } from './attachments'
import { Comments } from './comments'
import { pdfName } from './pdf-name'
import { PdfOnly } from './pdf-only'
import { ReportHeader } from './report-header'
import { ReportResults } from './report-results'
import { page as texts } from './texts'
import { Versions } from './versions'

/** A report as a page: what is out of range, each result on its interval, comments and versions. */
export function ReportPage() {
  const { id = '' } = useParams()
  const { data, error, loading, mutate } = useReportPage(id)
  useLightPrint()
  return (
    <div className="mx-auto max-w-4xl print:max-w-none">
      <ButtonLink to={paths.reports} variant="ghost" size="sm" className="mb-3 -ml-3.5 print:hidden">
        <ArrowLeft aria-hidden />
        {texts.back}
      </ButtonLink>
      {!data && !consentNeededOf(error) && <h1 className="sr-only">{texts.title}</h1>}
      {loading && <PageSkeleton />}
      {/* a report that is fetched again is shown until the answer is there; one that may be shown no longer is not */}
      {error !== undefined && !data && <Failure error={error} onRetry={() => void mutate()} />}
      {data && <Report report={data} />}
    </div>
  )
}

function Report({ report }: { report: ReportPageView }) {
  const { sections, versions, version, doctorComments, patient, consentGivenAt } = report
  const [latest] = versions
  return (
    <article className="grid grid-cols-1 gap-5 print:gap-3">
      {latest && latest.version > version && (
        <p className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-accent bg-accent-soft px-4 py-2.5 text-accent-ink">
          <span className="flex items-center gap-2">
            <TriangleAlert className="size-5 shrink-0" aria-hidden />
            {texts.newer(latest.version, instantText(latest.releasedAt))}
          </span>
          <ButtonLink to={reportPath(latest.id)} variant="outline" size="sm">
            {texts.openNewer}
          </ButtonLink>
        </p>
      )}
      <ReportHeader report={report} />
      {sections.length === 0 ? (
        <PdfOnly report={report} />
      ) : (
        <ReportResults key={report.id} report={report} />
      )}
      {sections.length === 0 && doctorComments && <Comments text={doctorComments} />}
      <Attachments files={report.attachments} />
      <Versions report={report} />
      {consentGivenAt !== null && patient.familyMemberId !== null && (
        <ConsentNote familyMemberId={patient.familyMemberId} name={patient.name} givenAt={consentGivenAt} />
      )}
      <FhirDownload
        id={report.id}
        of={report.tests.join(', ')}
        name={pdfName(report).replace(/pdf$/, 'json')}
        className="print:hidden"
      />
    </article>
  )
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const familyMemberId = consentNeededOf(error)
  if (familyMemberId) return <ConsentCard isPage familyMemberId={familyMemberId} onGiven={onRetry} />
  if (hasCode(error, 'not-found', 'malformed', 'invalid')) {
    return (
      <EmptyState
        icon={FileQuestion}
        title={texts.notFound}
        action={<ButtonLink to={paths.reports}>{texts.back}</ButtonLink>}
      >
        {texts.notFoundText}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={TriangleAlert}
      title={texts.failed}
      action={<Button onClick={onRetry}>{texts.tryAgain}</Button>}
    >
      {serverText(error)}
    </EmptyState>
  )
}

function PageSkeleton() {
  return (
    <div role="status" aria-label={texts.loading} className="grid gap-5">
      <Skeleton className="h-48 rounded-xl" />
      <Skeleton className="h-20 rounded-xl" />
      <Skeleton className="h-96 rounded-xl" />
    </div>
  )
}
