import { ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import type { IntervalsOfParameter } from '@/lib/resources/lab-intervals'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { CriticalTable } from './critical-table'
import { limitsText, statusOf } from './describe'
import { IntervalRow } from './interval-row'
import { row as rowTexts, parameter as texts } from './texts'

const AddDialog = lazyDialog(async () => (await import('./add-dialog')).AddDialog)

type ParameterCardProps = { parameter: IntervalsOfParameter; isOpen: boolean; mayChange: boolean }

/** A parameter, which opens to its intervals and critical limits. */
export function ParameterCard({ parameter, isOpen: opensAtFirst, mayChange }: ParameterCardProps) {
  const [chosen, setChosen] = useState<boolean>()
  const [isAdding, setAdding] = useState(false)
  const { name, unit, code, intervals, decimals } = parameter
  const reference = intervals.filter(({ kind }) => kind === 'reference')
  const isOpen = chosen ?? opensAtFirst
  const own = intervals.filter((each) => statusOf(each) === 'own').length
  const offered = intervals.filter((each) => statusOf(each) === 'offered').length
  const ofCatalogue = intervals.filter((each) => statusOf(each) === 'catalogue').length
  const { heads } = texts
  return (
    <Card className="overflow-hidden">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setChosen(!isOpen)}
          className="flex min-h-14 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-left hover:bg-sunken"
        >
          <span className="min-w-0 grow basis-40">
            <span className="font-semibold">{name}</span>
            <span className="ml-2 text-ink-soft text-xs">{[unit, code].filter(Boolean).join(' · ')}</span>
          </span>
          {own > 0 && <Badge variant="brand">{texts.own(own)}</Badge>}
          {offered > 0 && <Badge variant="accent">{texts.offered(offered)}</Badge>}
          <span className="text-ink-soft text-xs tabular-nums">
            {ofCatalogue === 0 ? texts.adultsOnly : texts.rows(ofCatalogue)}
          </span>
          <ChevronDown
            className={`size-4 shrink-0 text-ink-soft transition-transform ${isOpen ? 'rotate-180' : ''}`}
            aria-hidden
          />
        </button>
      </h2>
      {isOpen && (
        <div className="grid gap-3 border-t bg-sunken/40 p-3 sm:p-4">
          <RowTable
            heads={[
              heads.who,
              heads.interval,
              heads.method,
              heads.source,
              heads.status,
              ...(mayChange ? [''] : []),
            ]}
            label={texts.table(name)}
          >
            {reference.map((interval) => (
              <IntervalRow
                key={interval.id}
                interval={interval}
                parameter={parameter}
                mayChange={mayChange}
              />
            ))}
            {ofCatalogue === 0 && <AdultRows parameter={parameter} mayChange={mayChange} />}
          </RowTable>
          {mayChange && (
            <Button variant="outline" className="justify-self-start" onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              <Named of={texts.of(name)}>{texts.add}</Named>
            </Button>
          )}
          {decimals !== null && <CriticalTable parameter={parameter} mayChange={mayChange} />}
        </div>
      )}
      {isAdding && <AddDialog parameter={parameter} kind="reference" onClose={() => setAdding(false)} />}
    </Card>
  )
}

/** Without rows of the catalogue, its two intervals apply to adults. */
function AdultRows({ parameter, mayChange }: Pick<ParameterCardProps, 'parameter' | 'mayChange'>) {
  const { male, female, normal } = parameter
  const isSame = male?.low === female?.low && male?.high === female?.high
  const rows = [
    ...(male ? [{ who: isSame ? '' : rowTexts.sexes.male, text: limitsText(male, parameter) }] : []),
    ...(female && !isSame ? [{ who: rowTexts.sexes.female, text: limitsText(female, parameter) }] : []),
  ]
  const shown =
    rows.length > 0
      ? rows.map(({ who, text }) => ({ who: texts.adults(who), text }))
      : normal
        ? [{ who: rowTexts.allAges, text: normal }]
        : []
  return shown.map(({ who, text }) => (
    <Row key={who}>
      <Cell className="font-medium">{who}</Cell>
      <Cell label={texts.heads.interval} className="tabular-nums">
        {text}
      </Cell>
      <Cell label={texts.heads.method}>{rowTexts.anyMethod}</Cell>
      <Cell className="text-ink-soft text-xs">{texts.catalogueSource}</Cell>
      <Cell>
        <Badge>{rowTexts.status.catalogue}</Badge>
      </Cell>
      {mayChange && <Cell />}
    </Row>
  ))
}
