import type { ReportPageView } from '@jaanch/contracts/http/report-page'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { instantText } from '@/lib/format/dates'
import { reportPath } from '@/lib/paths'
import { Panel } from '@/ui/panel'
import { versions as texts } from './texts'

/** All versions of the report, and what the one that is shown changed; nothing if there is one version. */
export function Versions({ report }: { report: ReportPageView }) {
  const { id, versions, changes } = report
  if (versions.length < 2) return null
  return (
    <Panel title={texts.title}>
      <ul className="px-4 py-2 sm:px-5">
        {versions.map((each) => (
          <li key={each.id} className="flex min-h-11 flex-wrap items-center gap-x-3 tabular-nums">
            {each.id === id ? (
              <strong className="font-semibold">{texts.version(each.version)}</strong>
            ) : (
              <Link
                to={reportPath(each.id)}
                className="inline-flex min-h-11 items-center rounded-lg font-medium text-brand-ink underline-offset-4 hover:underline"
              >
                {texts.version(each.version)}
              </Link>
            )}
            <span className="text-ink-soft text-sm">
              {texts.released(instantText(each.releasedAt))}
              {each.id === id && `, ${texts.shown}`}
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
      <h3 className="font-semibold text-sm">{texts.changes}</h3>
      {changes.length === 0 && <p className="mt-1 text-ink-soft text-sm">{texts.noChanges}</p>}
      {changes.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {changes.map(({ code, name, before, after }) => (
            <li key={code} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
              <span className="font-medium">{name}</span>
              <span className="flex items-center gap-2 tabular-nums">
                <span className="sr-only">{texts.before}:</span>
                <span className="text-ink-soft">{before ?? texts.added}</span>
                <ArrowRight className="size-4 shrink-0 text-ink-soft" aria-hidden />
                <span className="sr-only">{texts.after}:</span>
                <span className="font-semibold">{after ?? texts.withdrawn}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
