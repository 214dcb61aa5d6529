import { infantAgeText, istDate } from '@jaanch/contracts/calendar'
import type { ReportPageView } from '@jaanch/report/page/api'
import { Download, Printer } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { downloadReport } from '@/features/report/reports-calls'
import { ReportBadges } from '@/features/report/results/report-badges'
import { ShareLink } from '@/features/shares/share-link/share-link'
import { saveFile } from '@/lib/files'
import { dateText, instantText } from '@/lib/format/dates'
import { shortId } from '@/lib/format/text'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { page as pageTexts, releaserText, header as texts } from './texts'

/** Whose report it is, who released it and when; and its PDF. */
export function ReportHeader({ report }: { report: ReportPageView }) {
  const { tests, lab, releasedBy, releasedAt, collectedAt, orderNumber, version, change } = report
  return (
    <Card className="p-4 sm:p-5 print:border-0 print:p-0 print:shadow-none">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 grow basis-72">
          <h1 className="text-balance font-bold text-xl">{tests.join(', ')}</h1>
          <ReportBadges
            {...report}
            versionText={change === 'more' ? texts.more(version) : texts.amended(version)}
          />
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full print:hidden">
          <Button icon={Printer} variant="outline" className="max-sm:grow" onClick={() => window.print()}>
            {pageTexts.print}
          </Button>
          {report.hasFile && <DownloadButton report={report} />}
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
          [texts.patient, patientText(report)],
          [texts.lab, lab ? [lab.name, lab.address].filter(Boolean).join(', ') : texts.byJaanch],
          [texts.releasedBy, releaserText(releasedBy)],
          [texts.released, instantText(releasedAt)],
          ...(collectedAt ? [[texts.collected, dateText(collectedAt)] as const] : []),
          ...(orderNumber ? [[texts.order, orderNumber] as const] : []),
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
    infantAge ? infantAgeText(infantAge) : age !== null && texts.age(age),
    sex && texts.sexes[sex],
  ]
    .filter(Boolean)
    .join(', ')
}

function DownloadButton({ report }: { report: ReportPageView }) {
  const { run, busy } = useCommand({
    send: async () => saveFile(await downloadReport(report.id), pdfName(report)),
    failed: pageTexts.downloadFailed,
  })
  return (
    <Button icon={Download} loading={busy} className="max-sm:grow" onClick={() => void run()}>
      {pageTexts.download}
    </Button>
  )
}

type Named = Pick<ReportPageView, 'releasedAt' | 'orderNumber' | 'bookingId' | 'version'>

/** @returns 'jaanch-report-2026-11-21-JN-2026-000123.pdf', with '-v2' for a later version; no personal names */
export function pdfName({ releasedAt, orderNumber, bookingId, version }: Named): string {
  const parts = ['jaanch-report', istDate(new Date(releasedAt)), orderNumber ?? shortId(bookingId)]
  if (version > 1) parts.push(`v${version}`)
  return `${parts.join('-')}.pdf`
}
