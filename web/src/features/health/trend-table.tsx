import type { TrendPoint } from '@jaanch/contracts/http/health-trends'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { FlagBadge } from '@/components/results/flag-badge'
import { results as resultTexts, valueText } from '@/components/results/texts'
import { cn } from '@/lib/class-names'
import { dateText } from '@/lib/format/dates'
import { reportPath } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { trend as texts } from './texts'

const { columns } = texts

/** Every result, the newest first; on paper always. */
export function TrendTable({ points }: { points: readonly TrendPoint[] }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <Button
        variant="soft"
        aria-expanded={isOpen}
        aria-controls={id}
        className="print:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown className={cn('transition-transform', isOpen && 'rotate-180')} aria-hidden />
        {isOpen ? texts.hide : texts.table}
      </Button>
      <div id={id} className={cn('mt-3 print:block', !isOpen && 'hidden')}>
        <RowTable label={texts.table} heads={Object.values(columns)}>
          {points.toReversed().map((point) => (
            <PointRow key={point.reportId} point={point} />
          ))}
        </RowTable>
      </div>
    </div>
  )
}

function PointRow({ point: { at, result, labName, reportId, reportVersion } }: { point: TrendPoint }) {
  const interval = result.interval || (result.isForOtherAges ? resultTexts.forOtherAges : '')
  return (
    <Row>
      <Cell className="whitespace-nowrap tabular-nums max-md:text-ink-soft">{dateText(at)}</Cell>
      <Cell className="font-semibold tabular-nums">{valueText(result)}</Cell>
      <Cell>{result.flag && <FlagBadge flag={result.flag} />}</Cell>
      <Cell label={columns.interval} className="tabular-nums">
        {interval}
      </Cell>
      <Cell>{labName}</Cell>
      <Cell>{result.method}</Cell>
      <Cell className="print:hidden">
        <Link
          to={reportPath(reportId)}
          className="inline-flex min-h-11 items-center font-semibold text-brand-ink underline-offset-4 hover:underline pointer-fine:min-h-8"
        >
          {texts.openReport}
          <span className="sr-only"> {dateText(at)}</span>
        </Link>
        {reportVersion > 1 && (
          <span className="ml-2 text-ink-soft text-xs">{texts.version(reportVersion)}</span>
        )}
      </Cell>
    </Row>
  )
}
