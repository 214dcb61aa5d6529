import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { IntervalsOfParameter } from '@/lib/resources/lab-intervals'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { agesText, criticalText } from './describe'
import { IntervalRow } from './interval-row'
import { row as rowTexts, critical as texts } from './texts'

const AddDialog = lazyDialog(async () => (await import('./add-dialog')).AddDialog)

/** The critical limits of a parameter with numbers: the lab's own, which can only be stricter, and those of the catalogue. */
export function CriticalTable({
  parameter,
  mayChange,
}: {
  parameter: IntervalsOfParameter
  mayChange: boolean
}) {
  const [isAdding, setAdding] = useState(false)
  const { name, critical, intervals } = parameter
  const own = intervals.filter(({ kind }) => kind === 'critical')
  const { heads } = texts
  return (
    <>
      <h3 className="font-semibold text-ink-soft text-xs">{texts.title}</h3>
      {own.length + critical.length === 0 ? (
        <p className="text-ink-soft text-sm">{texts.none}</p>
      ) : (
        <RowTable
          heads={[heads.who, heads.limits, heads.source, heads.status, ...(mayChange ? [''] : [])]}
          label={texts.table(name)}
        >
          {own.map((interval) => (
            <IntervalRow key={interval.id} interval={interval} parameter={parameter} mayChange={mayChange} />
          ))}
          {critical.map((band) => (
            <Row key={band.ageFrom}>
              <Cell className="font-medium">{agesText(band.ageFrom, band.ageTo)}</Cell>
              <Cell label={heads.limits} className="tabular-nums">
                {criticalText(band, parameter)}
              </Cell>
              <Cell className="text-ink-soft text-xs">{texts.catalogueSource}</Cell>
              <Cell>
                <Badge>{rowTexts.status.catalogue}</Badge>
              </Cell>
              {mayChange && <Cell />}
            </Row>
          ))}
        </RowTable>
      )}
      {mayChange && (
        <Button variant="outline" className="justify-self-start" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          <Named of={texts.of(name)}>{texts.add}</Named>
        </Button>
      )}
      {isAdding && <AddDialog parameter={parameter} kind="critical" onClose={() => setAdding(false)} />}
    </>
  )
}
