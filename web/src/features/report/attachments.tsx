import type { ReportPageView } from '@jaanch/contracts/http/report-page'
import { FileText } from 'lucide-react'
import { instantText } from '@/lib/format/dates'
import { Panel } from '@/ui/panel'
import { attachments as texts } from './texts'

/** The files that the lab added to the results; nothing without any. */
export function Attachments({ files }: { files: ReportPageView['attachments'] }) {
  if (files.length === 0) return null
  return (
    <Panel title={texts.title}>
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
              {texts.view(instantText(addedAt))}
              <span className="sr-only">{texts.newWindow}</span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
