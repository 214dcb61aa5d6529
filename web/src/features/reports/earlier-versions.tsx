import type { HealthReportView } from '@jaanch/contracts/http/health-reports'
import { ExternalLink } from 'lucide-react'
import { testsText } from '@/components/booking/texts'
import { FileLink } from '@/components/file-link'
import { instantText } from '@/lib/format/dates'
import { reportFileName } from './file-name'
import { report as texts } from './texts'

/** The superseded versions of an amended report, collapsed. */
export function EarlierVersions({ report: { booking, earlier } }: { report: HealthReportView }) {
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
            <FileLink
              href={reportFileUrl}
              name={reportFileName({ booking, createdAt, version })}
              className="inline-flex min-h-11 items-center gap-2 rounded-lg font-medium text-brand-ink underline-offset-4 hover:underline sm:min-h-9"
            >
              <ExternalLink className="size-4 shrink-0" aria-hidden />
              <span className="tabular-nums">
                {texts.version(version, instantText(createdAt))}
                <span className="sr-only">{texts.newWindow}</span>
              </span>
            </FileLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
