import type { ReportPageView } from '@jaanch/contracts/http/report-page'
import { ExternalLink, FileText } from 'lucide-react'
import { FileLink } from '@/components/file-link'
import { buttonVariants } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { pdfName } from './pdf-name'
import { pdfOnly as texts } from './texts'

export function PdfOnly({ report }: { report: ReportPageView }) {
  return (
    <EmptyState
      icon={FileText}
      title={texts.title}
      action={
        report.hasFile && (
          <FileLink
            href={report.reportFileUrl}
            name={pdfName(report)}
            className={buttonVariants({ variant: 'soft' })}
          >
            <ExternalLink aria-hidden />
            <span>
              {texts.view}
              <span className="sr-only">{texts.newWindow}</span>
            </span>
          </FileLink>
        )
      }
    >
      {texts.text}
    </EmptyState>
  )
}
