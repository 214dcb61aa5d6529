import type { HealthReportView } from '@jaanch/report/api'
import { ChartNoAxesColumn, FileText } from 'lucide-react'
import { numberText, patientText, testsText } from '@/components/booking/texts'
import { ReportBadges } from '@/features/report/results/badges'
import { DownloadButton, PdfLink, reportFileName } from '@/features/report/results/report-files'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { reportPath } from '@/lib/paths'
import { ButtonLink, buttonVariants } from '@/ui/button'
import { Card } from '@/ui/card'
import { IconSpot } from '@/ui/icon-spot'
import { Named } from '@/ui/named'

const texts = {
  open: 'Open results',
  view: 'View',
  download: 'Download',
  comments: "Doctor's comments",
  needsConsent: 'This person has to agree before the results are shown.',
  released: (time: string) => `Released ${time}`,
  toCome: (names: readonly string[]) => `Still to come: ${names.join(', ')}`,
  newest: (version: number) => `Version ${version}`,
  earlier: (count: number) => `Earlier versions (${count})`,
  version: (version: number, time: string) => `Version ${version}, released ${time}`,
}

type ReportCardProps = { report: HealthReportView; isHighlighted?: boolean }

export function ReportCard({ report, isHighlighted = false }: ReportCardProps) {
  const { id, booking, createdAt, doctorComments, needsConsent } = report
  const heading = `report-${id}`
  return (
    <Card className={cn('p-5', isHighlighted && 'border-brand ring-1 ring-brand')}>
      <article aria-labelledby={heading} className="flex flex-wrap items-start gap-x-4 gap-y-4">
        <IconSpot icon={FileText} className="size-12 shrink-0 rounded-lg bg-brand-soft text-brand-ink" />
        <div className="min-w-0 grow basis-44">
          <h2 id={heading} className="font-semibold text-base">
            {testsText(booking)}
          </h2>
          <p className="text-ink-soft text-sm">
            {[patientText(booking.familyMember), booking.labPartnerName].filter(Boolean).join(' · ')}
          </p>
          {needsConsent && <p className="mt-1 text-sm">{texts.needsConsent}</p>}
          <p className="mt-1 text-ink-soft text-xs tabular-nums">
            {texts.released(instantText(createdAt))} · {numberText(booking)}
          </p>
          <ReportBadges {...report} versionText={texts.newest(report.version)} className="mt-2.5" />
          {report.toCome.length > 0 && (
            <p className="mt-1.5 text-ink-soft text-sm">{texts.toCome(report.toCome)}</p>
          )}
        </div>
        <div className="flex flex-wrap gap-3 max-sm:order-1 max-sm:w-full">
          <ButtonLink
            icon={ChartNoAxesColumn}
            to={reportPath(id)}
            variant="soft"
            size="sm"
            className="max-sm:w-full"
          >
            <Named of={testsText(booking)}>{texts.open}</Named>
          </ButtonLink>
          {!needsConsent && (
            <>
              <PdfLink
                text={texts.view}
                of={testsText(booking)}
                href={report.reportFileUrl}
                name={fileNameOf(report)}
                className={cn(buttonVariants({ variant: 'outline', size: 'sm' }), 'max-sm:grow')}
              />
              <DownloadButton id={id} name={fileNameOf(report)} size="sm">
                <Named of={testsText(booking)}>{texts.download}</Named>
              </DownloadButton>
            </>
          )}
        </div>
        {doctorComments && (
          <div className="w-full rounded-xl bg-sunken p-4">
            <h3 className="font-semibold text-sm">{texts.comments}</h3>
            <p className="mt-1 whitespace-pre-line">{doctorComments}</p>
          </div>
        )}
        {!needsConsent && <EarlierVersions report={report} />}
      </article>
    </Card>
  )
}

function EarlierVersions({ report: { booking, earlier } }: { report: HealthReportView }) {
  if (earlier.length === 0) return null
  return (
    <details className="order-2 -my-2 w-full text-sm">
      <summary className="w-fit cursor-pointer rounded-lg py-2.5 text-ink-soft hover:text-ink">
        {texts.earlier(earlier.length)}
        <span className="sr-only"> of {testsText(booking)}</span>
      </summary>
      <ul>
        {earlier.map(({ id, version, reportFileUrl, createdAt }) => (
          <li key={id}>
            <PdfLink
              text={texts.version(version, instantText(createdAt))}
              href={reportFileUrl}
              name={fileNameOf({ booking, createdAt, version })}
              className="inline-flex min-h-11 items-center gap-2 rounded-lg font-medium text-brand-ink tabular-nums underline-offset-4 hover:underline pointer-fine:sm:min-h-9 [&>svg]:size-4 [&>svg]:shrink-0"
            />
          </li>
        ))}
      </ul>
    </details>
  )
}

function fileNameOf({
  booking,
  createdAt,
  version,
}: Pick<HealthReportView, 'booking' | 'createdAt' | 'version'>): string {
  const { id, packageName, orderNumber } = booking
  return reportFileName({ test: packageName, at: createdAt, orderNumber, bookingId: id, version })
}
