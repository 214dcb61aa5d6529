import { istDate } from '@jaanch/contracts/calendar'
import type { QualityRow } from '@jaanch/contracts/http/quality'
import { rejectionReasons } from '@jaanch/contracts/vocabulary'
import { rejectionTexts } from '@/components/custody/texts'
import { csvFile } from '@/lib/csv'
import { saveFile } from '@/lib/files'
import { table as texts } from './texts'

type Column = readonly [heading: string, value: (row: QualityRow) => string | number]

const columns: readonly Column[] = [
  [texts.drawn, ({ drawn }) => drawn],
  [texts.received, ({ received }) => received],
  [texts.seconds, ({ secondsToReceipt }) => secondsToReceipt ?? ''],
  [texts.inTime, ({ inTime }) => inTime],
  [texts.accepted, ({ accepted }) => accepted],
  [texts.rejected, ({ rejected }) => rejected],
  ...rejectionReasons.map(
    (reason): Column => [
      texts.rejectedFor(rejectionTexts[reason]),
      ({ rejectedFor }) => rejectedFor[reason] ?? 0,
    ],
  ),
  [texts.identified, ({ identified }) => identified],
  [texts.mismatched, ({ mismatched }) => mismatched],
]

/** The table in counts, from which shares follow. @param name heading of its first column */
export function qualityCsv(rows: readonly QualityRow[], name: string): string {
  const all: readonly Column[] = [[name, (row) => row.name ?? texts.nobody], ...columns]
  return csvFile([all.map(([heading]) => heading), ...rows.map((row) => all.map(([, value]) => value(row)))])
}

export function exportQuality(rows: readonly QualityRow[], name: string, days: number): void {
  const file = new Blob([qualityCsv(rows, name)], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `jaanch-quality-${days}-days-${istDate(new Date())}.csv`)
}
