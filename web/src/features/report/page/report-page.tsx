import { infantAgeText } from '@jaanch/contracts/calendar'
import type { ReportPageView } from '@jaanch/report/page/api'
import { ArrowLeft, ArrowRight, FileQuestion, FileText, Printer, TriangleAlert } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import { ReportBadges } from '@/features/report/results/badges'
import { ConsentCard, ConsentNote } from '@/features/report/results/consent'

import { DownloadButton, FhirDownload, PdfLink, reportFileName } from '@/features/report/results/report-files'
import { newWindow, sexWords } from '@/features/report/results/texts'
import { ShareLink } from '@/features/shares/share-link/share-link'
import { liveQuery, useResource } from '@/lib/cache/use-resource'
import { dateText, instantText } from '@/lib/format/dates'
import { countedText } from '@/lib/format/text'
import { consentNeededOf, hasCode, serverText } from '@/lib/http/api-error'
import { derivedFrom } from '@/lib/live/live-rule'
import { paths, reportPath } from '@/lib/paths'
import { useLightPrint } from '@/lib/use-light-print'
import { Button, ButtonLink, buttonVariants } from '@/ui/button'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { EmptyState } from '@/ui/empty-state'
import { Panel } from '@/ui/panel'
import { SkeletonBlocks } from '@/ui/skeleton'
import { Comments, ReportResults } from './report-results'
import * as texts from './texts'

/** Fetched again when a booking changes: another version may have replaced this one. */
const report = liveQuery('/api/health-reports/:id', derivedFrom('booking'))

/** A report as a page: what is out of range, each result on its interval, comments and versions. */
export function ReportPage() {
  const { id = '' } = useParams()
  const { data, error, loading, mutate } = useResource(report, { params: { id } })
  useLightPrint()
  return (
    <div className="mx-auto max-w-4xl print:max-w-none">
      <ButtonLink
        icon={ArrowLeft}
        to={paths.reports}
        variant="ghost"
        size="sm"
        className="mb-3 -ml-3.5 print:hidden"
      >
        {texts.page.back}
      </ButtonLink>
      {!data && !consentNeededOf(error) && <h1 className="sr-only">{texts.page.title}</h1>}
      {loading && (
        <SkeletonBlocks
          label={texts.page.loading}
          className="grid gap-5"
          blocks={['h-48 rounded-xl', 'h-20 rounded-xl', 'h-96 rounded-xl']}
        />
      )}
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
            {texts.page.newer(latest.version, instantText(latest.releasedAt))}
          </span>
          <ButtonLink to={reportPath(latest.id)} variant="outline" size="sm">
            {texts.page.openNewer}
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
      <FhirDownload id={report.id} of={report.tests.join(', ')} name={fileNameOf(report, 'json')} />
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
        title={texts.page.notFound}
        action={<ButtonLink to={paths.reports}>{texts.page.back}</ButtonLink>}
        text={texts.page.notFoundText}
      />
    )
  }
  return (
    <EmptyState
      icon={TriangleAlert}
      title={texts.page.failed}
      action={<Button onClick={onRetry}>{texts.page.tryAgain}</Button>}
      text={serverText(error)}
    />
  )
}

/** Says whose report it is, who released it and when; and has its PDF. */
function ReportHeader({ report }: { report: ReportPageView }) {
  const { tests, lab, releasedBy, releasedAt, collectedAt, orderNumber, version, change } = report
  return (
    <Card className="p-4 sm:p-5 print:border-0 print:p-0 print:shadow-none">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 grow basis-72">
          <h1 className="text-balance font-bold text-xl">{tests.join(', ')}</h1>
          <ReportBadges
            {...report}
            versionText={change === 'more' ? texts.header.more(version) : texts.header.amended(version)}
          />
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full print:hidden">
          <Button icon={Printer} variant="outline" className="max-sm:grow" onClick={() => window.print()}>
            {texts.page.print}
          </Button>
          {report.hasFile && (
            <DownloadButton id={report.id} name={fileNameOf(report)}>
              {texts.page.download}
            </DownloadButton>
          )}
          {/* a PDF has no values that a link could show */}
          {report.sections.length > 0 && (
            <ShareLink
              person={report.patient.familyMemberId ?? 'self'}
              reports={[report.id]}
              className="max-sm:grow"
            />
          )}
        </div>
      </div>
      <DescriptionList
        className="mt-5 grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3"
        detailsClassName="[overflow-wrap:anywhere]"
        items={[
          [texts.header.patient, patientText(report)],
          [
            texts.header.lab,
            lab ? [lab.name, lab.address].filter(Boolean).join(', ') : texts.header.byJaanch,
          ],
          [texts.header.releasedBy, texts.releaserText(releasedBy)],
          [texts.header.released, instantText(releasedAt)],
          ...(collectedAt ? [[texts.header.collected, dateText(collectedAt)] as const] : []),
          ...(orderNumber ? [[texts.header.order, orderNumber] as const] : []),
        ]}
      />
      {report.patient.correction !== null && (
        <p className="mt-3 text-ink-soft text-sm">{report.patient.correction}.</p>
      )}
    </Card>
  )
}

/** @returns 'Ravi Rao (Father), 62 years, male' */
function patientText({ patient }: ReportPageView): string {
  const { name, relationship, age, infantAge, sex } = patient
  return [
    relationship ? `${name} (${relationship})` : name,
    infantAge ? infantAgeText(infantAge) : age !== null && countedText(age, 'year'),
    sex && sexWords[sex],
  ]
    .filter(Boolean)
    .join(', ')
}

/** The files that the lab added to the results; nothing without any. */
function Attachments({ files }: { files: ReportPageView['attachments'] }) {
  if (files.length === 0) return null
  return (
    <Panel title={texts.attachments.title}>
      <ul className="px-4 py-2 sm:px-5">
        {files.map(({ url, addedAt }) => (
          <li key={url} className="flex min-h-11 items-center gap-2 tabular-nums">
            <FileText className="size-4 shrink-0 text-ink-soft" aria-hidden />
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center rounded-lg font-medium text-brand-ink underline-offset-4 hover:underline"
            >
              {texts.attachments.view(instantText(addedAt))}
              <span className="sr-only">{newWindow}</span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function PdfOnly({ report }: { report: ReportPageView }) {
  return (
    <EmptyState
      icon={FileText}
      title={texts.pdfOnly.title}
      text={texts.pdfOnly.text}
      action={
        report.hasFile && (
          <PdfLink
            text={texts.pdfOnly.view}
            href={report.reportFileUrl}
            name={fileNameOf(report)}
            className={buttonVariants({ variant: 'soft' })}
          />
        )
      }
    />
  )
}

/** All versions of the report, and what the one that is shown changed; nothing if there is one version. */
function Versions({ report }: { report: ReportPageView }) {
  const { id, versions, changes } = report
  if (versions.length < 2) return null
  return (
    <Panel title={texts.versions.title}>
      <ul className="px-4 py-2 sm:px-5">
        {versions.map((each) => (
          <li key={each.id} className="flex min-h-11 flex-wrap items-center gap-x-3 tabular-nums">
            {each.id === id ? (
              <strong className="font-semibold">{texts.versions.version(each.version)}</strong>
            ) : (
              <Link
                to={reportPath(each.id)}
                className="inline-flex min-h-11 items-center rounded-lg font-medium text-brand-ink underline-offset-4 hover:underline"
              >
                {texts.versions.version(each.version)}
              </Link>
            )}
            <span className="text-ink-soft text-sm">
              {texts.versions.released(instantText(each.releasedAt))}
              {each.id === id && `, ${texts.versions.shown}`}
            </span>
          </li>
        ))}
      </ul>
      {changes && <Changes changes={changes} />}
    </Panel>
  )
}

function Changes({ changes }: { changes: NonNullable<ReportPageView['changes']> }) {
  return (
    <div className="border-t px-4 py-4 sm:px-5">
      <h3 className="font-semibold text-sm">{texts.versions.changes}</h3>
      {changes.length === 0 && <p className="mt-1 text-ink-soft text-sm">{texts.versions.noChanges}</p>}
      {changes.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {changes.map(({ code, name, before, after }) => (
            <li key={code} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
              <span className="font-medium">{name}</span>
              <span className="flex items-center gap-2 tabular-nums">
                <span className="sr-only">{texts.versions.before}:</span>
                <span className="text-ink-soft">{before ?? texts.versions.added}</span>
                <ArrowRight className="size-4 shrink-0 text-ink-soft" aria-hidden />
                <span className="sr-only">{texts.versions.after}:</span>
                <span className="font-semibold">{after ?? texts.versions.withdrawn}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function fileNameOf({ releasedAt, ...report }: ReportPageView, type?: 'json'): string {
  return reportFileName({ ...report, at: releasedAt }, type)
}
