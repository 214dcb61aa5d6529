import { ArrowRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { ShowMore } from '@/components/list/show-more'
import { countText } from '@/lib/format/numbers'
import { Badge } from '@/ui/badge'
import { Panel } from '@/ui/panel'
import { Cell, Row, RowTable } from '@/ui/row-table'
import type { CataloguePreview } from '../calls'
import { type SheetId, difference as texts } from './texts'

type Change = CataloguePreview['changes'][number]
const sheetIds: readonly SheetId[] = ['parameters', 'intervals', 'tests', 'packages']
const groups = ['ended', 'changed', 'added'] as const
const columns = ['added', 'changed', 'ended', 'untouched'] as const
/** So many changes of a kind are shown at once */
const step = 50

/** How many rows a file adds, changes, ends and leaves as they are, and which ones. What ends comes first. */
export function Difference({ changes, counts, pdfOnly }: CataloguePreview) {
  const ending = sheetIds.filter((sheet) => counts[sheet].ended > 0)
  return (
    <div className="grid grid-cols-1 gap-5">
      {ending.length > 0 && (
        <div className="flex items-start gap-3 rounded-lg bg-error-soft p-3.5 text-error">
          <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
          <div className="min-w-0">
            <ul>
              {ending.map((sheet) => (
                <li key={sheet} className="font-semibold">
                  {texts.ended(sheet, counts[sheet].ended)}
                </li>
              ))}
            </ul>
            <p className="mt-1 text-sm">{texts.endedHint}</p>
          </div>
        </div>
      )}
      <RowTable label={texts.counts} heads={Object.values(texts.heads)}>
        {sheetIds.map((sheet) => (
          <Row key={sheet}>
            <Cell className="font-semibold">{texts.sheets[sheet]}</Cell>
            {columns.map((column) => (
              <Cell key={column} label={texts.heads[column]} className="tabular-nums">
                {countText(counts[sheet][column])}
              </Cell>
            ))}
          </Row>
        ))}
      </RowTable>
      {groups.map((kind) => (
        <ChangeGroup
          key={kind}
          kind={kind}
          changes={changes.filter((change) => change.kind === kind)}
          count={sheetIds.reduce((sum, sheet) => sum + counts[sheet][kind], 0)}
        />
      ))}
      {pdfOnly.length > 0 && (
        <Panel title={texts.pdfOnly(pdfOnly.length)}>
          <div className="p-4 sm:p-5">
            <p className="text-ink-soft">{texts.pdfOnlyHint}</p>
            <p className="mt-2 [overflow-wrap:anywhere]">{pdfOnly.join(', ')}</p>
          </div>
        </Panel>
      )}
    </div>
  )
}

type ChangeGroupProps = {
  kind: Change['kind']
  changes: readonly Change[]
  /** How many there are, more than are listed */
  count: number
}

function ChangeGroup({ kind, changes, count }: ChangeGroupProps) {
  const [most, setMost] = useState(step)
  if (count === 0) return null
  return (
    <Panel title={texts.groups[kind](count)}>
      <ul className="divide-y">
        {changes.slice(0, most).map((change) => (
          <ChangeItem key={`${change.sheet} ${change.key}`} change={change} />
        ))}
      </ul>
      <ShowMore
        list={{ hasMore: changes.length > most, more: () => setMost(most + step), failed: false }}
        label={texts.more}
        of={texts.of[kind]}
        className="border-t py-3"
      />
      {changes.length < count && (
        <p className="border-t px-4 py-3 text-ink-soft text-xs sm:px-5">
          {texts.listed(changes.length, count)}
        </p>
      )}
    </Panel>
  )
}

function ChangeItem({ change: { sheet, kind, key, name, fields } }: { change: Change }) {
  return (
    <li className="grid grid-cols-1 gap-1.5 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge variant={kind === 'ended' ? 'error' : 'neutral'}>{texts.sheets[sheet]}</Badge>
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name || key}</span>
        {name && <span className="font-mono text-ink-soft text-xs [overflow-wrap:anywhere]">{key}</span>}
      </div>
      {fields.length > 0 && (
        <ul className="grid grid-cols-1 gap-1 text-sm">
          {fields.map(({ title, from, to }) => (
            <li key={title} className="[overflow-wrap:anywhere]">
              <span className="text-ink-soft">{title}:</span>{' '}
              <del className="text-ink-soft">{from || texts.nothing}</del>
              <ArrowRight className="mx-1.5 inline size-3.5 text-ink-soft" aria-hidden />
              <span className="sr-only"> {texts.to} </span>
              <ins className="font-medium no-underline">{to || texts.nothing}</ins>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
