import type { CataloguePreview } from '@/lib/resources/catalogue'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { problems as texts } from './texts'

type ProblemTableProps = {
  problems: CataloguePreview['problems']
  /** How many there are, more than are listed */
  count: number
}

/** What is wrong in a file, each problem at its cell. */
export function ProblemTable({ problems, count }: ProblemTableProps) {
  return (
    <>
      <RowTable label={texts.label} heads={Object.values(texts.heads)}>
        {problems.map(({ sheet, cell, text }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two can be the same, and they never change
          <Row key={n}>
            <Cell label={texts.heads.sheet} className="whitespace-nowrap">
              {sheet}
            </Cell>
            <Cell label={texts.heads.cell} className="whitespace-nowrap font-semibold tabular-nums">
              {cell ?? texts.wholeSheet}
            </Cell>
            <Cell>{text}</Cell>
          </Row>
        ))}
      </RowTable>
      {count > problems.length && (
        <p className="mt-2 text-ink-soft text-xs tabular-nums">{texts.shown(problems.length, count)}</p>
      )}
    </>
  )
}
