import type { ResultView } from '@jaanch/report/results/api'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/class-names'
import { FlagBadge } from './badges'
import { ResultScale } from './result-scale'
import * as texts from './texts'

type ResultRowsProps = {
  label: string
  results: readonly ResultView[]
  /** Explanations of the parameters by code; rows without anything to tell do not open */
  explanations?: Readonly<Record<string, string>>
  /** Former results by code, as texts */
  earlier?: ReadonlyMap<string, string>
  /** Panels by code, where results of several panels stand below each other */
  panels?: ReadonlyMap<string, string> | undefined
  /** @returns the path to all results of a parameter, which an opened row links to */
  trendPathOf?: (code: string) => string
}

/** Results below each other: name, value, flag, the scale with its interval. */
export function ResultRows({ label, results, explanations, earlier, panels, trendPathOf }: ResultRowsProps) {
  return (
    <ul aria-label={label}>
      {results.map((result) => (
        <ResultRow
          key={result.code}
          result={result}
          explanation={explanations?.[result.code]}
          before={earlier?.get(result.code)}
          panel={panels?.get(result.code)}
          trendPath={trendPathOf?.(result.code)}
        />
      ))}
    </ul>
  )
}

const grid =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 md:grid-cols-[minmax(0,1.2fr)_minmax(0,0.9fr)_8.5rem_minmax(9rem,1fr)_2.75rem]'

type ResultRowProps = {
  result: ResultView
  explanation: string | undefined
  before: string | undefined
  panel: string | undefined
  trendPath: string | undefined
}

function ResultRow({ result, explanation, before, panel, trendPath }: ResultRowProps) {
  const { name, flag, bounds } = result
  const details = useId()
  const [isOpen, setOpen] = useState(false)
  const remarks = remarksOf(result)
  const hasRemarks = bounds !== null || remarks.length > 0
  const canOpen = explanation !== undefined || trendPath !== undefined || hasRemarks
  return (
    <li
      className={cn(
        'border-b px-4 py-2.5 last:border-b-0 sm:px-5 print:break-inside-avoid print:py-1.5',
        flag?.startsWith('critical') && 'bg-error-soft/40',
      )}
    >
      <div className={grid}>
        <p className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {name}
          {panel && <span className="block font-normal text-ink-soft text-xs">{panel}</span>}
        </p>
        <p className="order-2 min-w-0 text-base tabular-nums [overflow-wrap:anywhere]">
          <Value result={result} />
          {before && <span className="block text-ink-soft text-xs">{before}</span>}
        </p>
        <p className="order-3 justify-self-end md:justify-self-start">
          <FlagBadge flag={flag} />
        </p>
        <div className="order-4 col-span-2 min-w-0 md:col-span-1">
          <ResultScale result={result} />
          <p className="text-ink-soft text-xs tabular-nums">{intervalOf(result)}</p>
        </div>
        {canOpen && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => setOpen(!isOpen)}
            className="order-1 -my-1 -mr-2.5 grid size-11 place-items-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink justify-self-end md:order-5 md:mr-0 print:hidden"
          >
            <ChevronDown className={cn('size-5 transition-transform', isOpen && 'rotate-180')} aria-hidden />
            <span className="sr-only">
              {texts.resultTexts.about} {name}
            </span>
          </button>
        )}
      </div>
      <div id={details} hidden={!isOpen} className="max-w-prose pt-1 pb-2 text-ink-soft text-sm">
        {explanation && <p>{explanation}</p>}
        {hasRemarks && (
          <p className="mt-1 text-xs">
            {bounds && <Source bounds={bounds} />} {remarks.join(' ')}
          </p>
        )}
        {trendPath && (
          <Link
            to={trendPath}
            className="inline-flex min-h-11 items-center font-semibold text-brand-ink underline-offset-4 hover:underline print:hidden"
          >
            {texts.resultTexts.trend}
            <span className="sr-only"> {name}</span>
          </Link>
        )}
      </div>
    </li>
  )
}

/** The address of a source of the catalogue as a link that names its site; what labs enter stays text. */
function Source({ bounds: { source, isOfLab } }: { bounds: NonNullable<ResultView['bounds']> }) {
  const text = texts.resultTexts.source(source, isOfLab)
  const address = isOfLab ? undefined : /https?:\/\/([^\s)/]+)[^\s)]*/.exec(text)
  if (!address) return text
  const [url, site] = address
  return (
    <>
      {text.slice(0, address.index)}
      <a href={url} target="_blank" rel="noreferrer" className="text-brand-ink underline">
        {site}
        <span className="sr-only">{texts.newWindow}</span>
      </a>
      {text.slice(address.index + url.length)}
    </>
  )
}

function Value({ result }: { result: ResultView }) {
  const unit = result.foreignUnit ?? result.unit
  return (
    <>
      <span className="font-semibold">{result.text}</span>
      {unit && <span className="text-ink-soft text-sm"> {unit}</span>}
    </>
  )
}

/** @returns '12.0–15.0', with a mark if it spans both sexes; what is expected of a text; why there is nothing to compare with */
function intervalOf(result: ResultView): string {
  const { interval, bounds, isForOtherAges, isWidest, foreignUnit } = result
  if (foreignUnit !== null) return texts.resultTexts.foreignUnit(foreignUnit)
  if (isForOtherAges) return texts.resultTexts.forOtherAges
  if (interval === '') return texts.resultTexts.noInterval
  if (!bounds) return texts.resultTexts.expected(interval)
  return `${texts.resultTexts.interval} ${interval}${isWidest ? ' *' : ''}`
}

function remarksOf({ isWidest, method }: ResultView): string[] {
  return [isWidest && `* ${texts.resultTexts.widest}`, method && texts.resultTexts.method(method)].filter(
    (remark) => remark !== null && remark !== false,
  )
}

type Section = { title: string; results: readonly ResultView[] }

/**
 * Out of its panel, a name can mean several things: glucose of blood or of urine.
 * @returns by code: the title of the panel; undefined: the report has one panel only
 */
export function panelsOf(sections: readonly Section[]): ReadonlyMap<string, string> | undefined {
  if (sections.length < 2) return undefined
  return new Map(sections.flatMap(({ title, results }) => results.map(({ code }) => [code, title])))
}
