import type { HealthTrend, TrendPoint } from '@jaanch/report/trends/api'
import { ArrowLeft, ChartLine, ChevronDown, Printer } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { FlagBadge } from '@/features/report/results/badges'
import { ConsentCard } from '@/features/report/results/consent'
import { ResultScale } from '@/features/report/results/result-scale'
import { resultTexts, valueText } from '@/features/report/results/texts'
import { liveQuery, useResource } from '@/lib/cache/use-resource'
import { cn } from '@/lib/class-names'
import { dateText } from '@/lib/format/dates'
import { consentNeededOf, hasCode } from '@/lib/http/api-error'
import { derivedFrom } from '@/lib/live/live-rule'
import { healthPath, reportPath } from '@/lib/paths'
import { useLightPrint } from '@/lib/use-light-print'
import { useTitle } from '@/lib/use-title'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { SkeletonBlocks } from '@/ui/skeleton'
import { letterOf, namesOf } from './chart-geometry'
import { aboutText, ChangeText, Failed } from './parts'
import * as texts from './texts'
import { TrendChart } from './trend-chart'
import { percentText } from './values'

const trend = liveQuery('/api/health-trends/:id', derivedFrom('booking'))

/** All results of one parameter of a person. `?person=` is `self` or a family member. */
export function TrendPage() {
  const { code = '' } = useParams()
  const [search] = useSearchParams()
  const person = search.get('person') ?? 'self'
  useLightPrint()
  return (
    <>
      <Link
        to={healthPath(person)}
        className="-mt-2 mb-2 inline-flex min-h-11 items-center gap-1.5 rounded-lg font-semibold text-brand-ink text-sm print:hidden"
      >
        <ArrowLeft className="size-4" aria-hidden />
        {texts.trend.back}
      </Link>
      {/* nothing of another person or parameter stays */}
      <OfParameter key={`${person} ${code}`} code={code} person={person} />
    </>
  )
}

function OfParameter({ code, person }: { code: string; person: string }) {
  const { data, error, mutate } = useResource(trend, { params: { id: code }, query: { person } })
  useTitle(data?.name ?? texts.page.title)
  if (data) return <Trend trend={data} />
  const needed = consentNeededOf(error)
  if (needed) return <ConsentCard isPage familyMemberId={needed} onGiven={() => void mutate()} />
  return (
    <>
      <h1 className="sr-only">{texts.page.title}</h1>
      {hasCode(error, 'not-found') ? (
        <EmptyState icon={ChartLine} title={texts.trend.notFound} />
      ) : error !== undefined ? (
        <Failed onRetry={() => void mutate()} />
      ) : (
        <SkeletonBlocks
          label={texts.page.loading}
          className="grid grid-cols-1 gap-5"
          blocks={['h-12 rounded-lg', 'h-96 rounded-xl']}
        />
      )}
    </>
  )
}

function Trend({ trend }: { trend: HealthTrend }) {
  const { name, person, points, change, unit } = trend
  const [first, latest] = [points[0], points.at(-1)]
  if (!first || !latest) return null
  return (
    <>
      <PageHeading title={name} description={`${person.name} · ${aboutText(person)}`}>
        <Button
          icon={Printer}
          variant="outline"
          size="sm"
          className="print:hidden"
          onClick={() => window.print()}
        >
          {texts.trend.print}
        </Button>
      </PageHeading>
      <div className="grid grid-cols-1 gap-5">
        <Card className="grid gap-x-8 gap-y-3 p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:p-5">
          <div>
            <h2 className="text-ink-soft text-xs">{texts.trend.last}</h2>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-bold text-xl tabular-nums">{valueText(latest.result)}</span>
              <FlagBadge flag={latest.result.flag} />
              {change && <ChangeText change={change} unit={unit} flag={latest.result.flag} />}
            </p>
            <p className="text-ink-soft text-xs tabular-nums">
              {dateText(latest.at)} · {texts.trend.latest(points.length, dateText(first.at))}
            </p>
          </div>
          <div className="max-w-md">
            <ResultScale result={latest.result} />
            {latest.result.interval !== '' && (
              <p className="text-ink-soft text-xs tabular-nums">{texts.trend.interval(latest.result)}</p>
            )}
          </div>
        </Card>
        <Card className="min-w-0 p-3 sm:p-5">
          <TrendChart trend={trend}>{(point) => <Selected point={point} />}</TrendChart>
          <Legend trend={trend} />
        </Card>
        <TrendTable points={points} />
        <VariationNote trend={trend} />
      </div>
    </>
  )
}

/** The result at the cursor, with the way to its report. */
function Selected({ point: { at, result, labName, reportId, reportVersion } }: { point: TrendPoint }) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-sunken px-3 py-2 text-sm print:hidden">
      <span className="tabular-nums">
        {dateText(at)}: <strong className="font-semibold">{valueText(result)}</strong>
      </span>
      <FlagBadge flag={result.flag} />
      <span className="text-ink-soft text-xs">
        {[labName, result.method, reportVersion > 1 && texts.trend.version(reportVersion)]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <Link
        to={reportPath(reportId)}
        className="ml-auto inline-flex min-h-11 items-center font-semibold text-brand-ink text-xs underline-offset-4 hover:underline pointer-fine:min-h-8"
      >
        {texts.trend.openReport}
      </Link>
    </div>
  )
}

function Legend({ trend: { points, band } }: { trend: HealthTrend }) {
  const labs = namesOf(points, ({ labName }) => labName ?? texts.trend.unknownMethod)
  const methods = namesOf(points, ({ result }) => result.method ?? texts.trend.unknownMethod)
  const hasBand = band.some(({ low, high }) => low !== null || high !== null)
  return (
    <div className="mt-3 grid gap-1 text-ink-soft text-xs">
      {hasBand && (
        <p className="flex items-center gap-2">
          <span className="h-3 w-6 rounded-sm border border-brand/60 border-dashed bg-brand/12" aria-hidden />
          {texts.trend.bandLegend}
        </p>
      )}
      {labs.length > 1 && <Names title={texts.trend.labs} names={labs} labelOf={letterOf} />}
      {methods.length > 1 && (
        <Names title={texts.trend.methods} names={methods} labelOf={(index) => String(index + 1)} />
      )}
      {points.some(({ result }) => result.foreignUnit !== null) && <p>{texts.trend.otherUnitText}</p>}
      <p className="print:hidden">{texts.trend.keys}</p>
    </div>
  )
}

type NamesProps = { title: string; names: readonly string[]; labelOf: (index: number) => string }

function Names({ title, names, labelOf }: NamesProps) {
  return (
    <p>
      {title}: {names.map((name, index) => `${labelOf(index)} ${name}`).join(' · ')}
    </p>
  )
}

const { columns } = texts.trend

/** Every result, the newest first; on paper always. */
function TrendTable({ points }: { points: readonly TrendPoint[] }) {
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
        {isOpen ? texts.trend.hide : texts.trend.table}
      </Button>
      <div id={id} className={cn('mt-3 print:block', !isOpen && 'hidden')}>
        <RowTable label={texts.trend.table} heads={Object.values(columns)}>
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
          {texts.trend.openReport}
          <span className="sr-only"> {dateText(at)}</span>
        </Link>
        {reportVersion > 1 && (
          <span className="ml-2 text-ink-soft text-xs">{texts.trend.version(reportVersion)}</span>
        )}
      </Cell>
    </Row>
  )
}

/** Explains in plain words how much results vary by themselves, and what that says about the last change. */
function VariationNote({ trend: { name, decimals, variation, change } }: { trend: HealthTrend }) {
  // a text has no size
  if (decimals === null) return <p className="text-ink-soft text-xs">{texts.variation.advice}</p>
  return (
    <Card className="break-inside-avoid p-4 sm:p-5">
      <h2 className="font-semibold text-base">{texts.variation.title}</h2>
      <div className="mt-1.5 grid max-w-prose gap-2">
        <p>
          {variation
            ? texts.variation.known(name, percentText(variation.percent))
            : texts.variation.unknown(name)}
        </p>
        {change && <p>{judgement(change)}</p>}
        {variation && (
          <p className="text-ink-soft text-xs">
            {texts.variation.basis(percentText(variation.withinPerson), percentText(variation.measurement))}{' '}
            {texts.variation.source}:{' '}
            <a href={variation.url} target="_blank" rel="noreferrer" className="text-brand-ink underline">
              {variation.source}
            </a>
          </p>
        )}
        <p className="text-ink-soft text-xs">{texts.variation.advice}</p>
      </div>
    </Card>
  )
}

function judgement({
  percent,
  isReal,
  isOtherLab,
  isOtherMethod,
}: NonNullable<HealthTrend['change']>): string {
  const size =
    isReal !== null &&
    percent !== null &&
    (isReal ? texts.variation.exceeded : texts.variation.within)(percentText(percent))
  return [size, isOtherMethod && texts.variation.otherMethod, isOtherLab && texts.variation.otherLab]
    .filter(Boolean)
    .join(' ')
}
