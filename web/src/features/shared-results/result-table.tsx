import type { ResultView } from '@jaanch/contracts/http/results'
import { useId } from 'react'
import { FlagBadge } from '@/components/results/flag-badge'
import { ResultScale } from '@/components/results/result-scale'
import { valueText } from '@/components/results/texts'
import { cn } from '@/lib/class-names'
import { table as texts } from './texts'

type ResultTableProps = {
  title: string
  results: readonly ResultView[]
  /** By code: the panel, where results of several panels stand below each other */
  panels?: ReadonlyMap<string, string> | undefined
  isEmphasised?: boolean
}

/** Results with their intervals; on a phone each is a block of its own. */
export function ResultTable({ title, results, panels, isEmphasised = false }: ResultTableProps) {
  const heading = useId()
  return (
    <div className={cn('border-b py-4 last:border-b-0', isEmphasised && 'bg-accent-soft/40')}>
      <h3 id={heading} className="px-5 font-semibold text-base">
        {title}
      </h3>
      <table aria-labelledby={heading} className="mt-1 block w-full text-left text-sm sm:table print:table">
        <thead className="sr-only sm:not-sr-only sm:table-header-group print:not-sr-only print:table-header-group">
          <tr className="text-ink-soft text-xs">
            {[texts.test, texts.result, texts.interval, texts.scale, texts.flag].map((head) => (
              <th key={head} scope="col" className="px-2 py-2 font-medium first:pl-5 last:pr-5">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block sm:table-row-group print:table-row-group">
          {results.map((result) => (
            <ResultRow key={result.code} result={result} panel={panels?.get(result.code)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cell = 'px-2 sm:table-cell sm:py-2 sm:align-middle print:table-cell print:py-1'

function ResultRow({ result, panel }: { result: ResultView; panel: string | undefined }) {
  const { name, method, interval, isForOtherAges, flag } = result
  return (
    <tr className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-y-1 px-3 py-2.5 sm:table-row print:table-row print:break-inside-avoid">
      <th scope="row" className={cn(cell, 'min-w-0 font-medium sm:w-2/5 sm:pl-5')}>
        {name}
        {panel && <span className="block font-normal text-ink-soft text-xs">{panel}</span>}
        {method && <span className="block font-normal text-ink-soft text-xs">{texts.method(method)}</span>}
      </th>
      <td className={cn(cell, 'text-right font-semibold tabular-nums [overflow-wrap:anywhere] sm:text-left')}>
        {valueText(result)}
      </td>
      <td className={cn(cell, 'text-ink-soft tabular-nums max-sm:text-xs')}>
        {interval || (isForOtherAges ? texts.otherAges : texts.noInterval)}
      </td>
      <td className={cn(cell, 'max-sm:order-last max-sm:col-span-2 sm:w-36')}>
        <ResultScale result={result} />
      </td>
      <td className={cn(cell, 'text-right sm:pr-5 sm:text-left')}>
        <FlagBadge flag={flag} />
      </td>
    </tr>
  )
}
