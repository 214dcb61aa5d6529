import type { ShareSnapshot } from '@jaanch/contracts/share-snapshot'
import { Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { instantText } from '@/lib/format/dates'
import { useLightPrint } from '@/lib/use-light-print'
import { Button } from '@/ui/button'
import { SharedReport } from './shared-report'
import { SharedTrend } from './shared-trend'
import { view as texts, trend as trendTexts } from './texts'

/** Everything of a link, readable on a screen and on paper. */
export function SharedResults({ snapshot }: { snapshot: ShareSnapshot }) {
  const { patient, madeAt, reports, trends } = snapshot
  useLightPrint()
  const heading = useRef<HTMLHeadingElement>(null)
  // the form that had the focus is gone
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <p className="text-ink-soft text-xs">{texts.patient}</p>
          <h1
            ref={heading}
            tabIndex={-1}
            className="font-bold text-3xl outline-none [overflow-wrap:anywhere]"
          >
            {patient.name}
          </h1>
          <p className="text-ink-soft">{texts.patientText(patient)}</p>
        </div>
        <Button variant="outline" className="print:hidden" onClick={() => print()}>
          <Printer aria-hidden />
          {texts.print}
        </Button>
      </div>
      {reports.map((report) => (
        <SharedReport key={`${report.orderNumber} ${report.releasedAt}`} report={report} />
      ))}
      {trends.length > 0 && (
        <section aria-labelledby="trends" className="grid grid-cols-1 gap-4">
          <h2 id="trends" className="font-bold text-xl">
            {trendTexts.heading}
          </h2>
          {trends.map((trend) => (
            <SharedTrend key={trend.code} trend={trend} />
          ))}
        </section>
      )}
      <p className="text-ink-soft text-xs">
        {texts.copied(instantText(madeAt))} {texts.notAdvice}
      </p>
    </div>
  )
}
