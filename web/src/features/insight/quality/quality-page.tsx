import { qualityDays } from '@jaanch/collection/tube-metrics'
import { istDate } from '@jaanch/contracts/calendar'
import { rejectionReasons } from '@jaanch/contracts/vocabulary'
import type { Quality, QualityRow } from '@jaanch/insight/quality/api'
import { ChartColumn, Download, ShieldCheck, TestTubes, Timer, UserRoundX } from 'lucide-react'
import { rejectionTexts } from '@/components/custody/texts'
import { StatRow } from '@/components/stat-row'
import { useCommand } from '@/components/use-command'
import { useAddressState } from '@/lib/address-state'
import { useResource } from '@/lib/cache/use-resource'
import { csvFile, saveFile } from '@/lib/files'
import { durationText } from '@/lib/format/durations'
import { countText } from '@/lib/format/numbers'
import { useUser } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { Cell, NumberCell, Row, RowTable } from '@/ui/row-table'
import { Segmented } from '@/ui/segmented'
import { SkeletonBlocks } from '@/ui/skeleton'

const texts = {
  title: 'Quality of collections',
  ofLab: 'Tubes that your collectors drew, from the arm to the analyser.',
  ofAll: 'Tubes that the labs drew, from the arm to the analyser.',
  days: 'Days',
  daysOf: (days: number) => `${days} days`,
  export: 'Export',
  exported: ['Export ready', 'The table was saved as a CSV file.'],
  exportFailed: 'Failed to export',
  loading: 'Loading the quality of collections',
  failed: 'This cannot be shown at the moment.',
  none: 'No tubes in these days',
  noneText: 'The numbers begin when a lab records who drew a tube and when it came.',
} as const

const reasonTexts = {
  title: 'Rejected tubes by reason',
  none: 'No tube was rejected.',
  reason: 'Reason',
  tubes: 'Tubes',
  rate: 'Share of decided tubes',
}

const tableTexts = {
  byCollector: 'By collector',
  byLab: 'By lab',
  collector: 'Collector',
  lab: 'Lab',
  nobody: 'Not known',
  drawn: 'Tubes drawn',
  received: 'Tubes received',
  accepted: 'Accepted',
  rejected: 'Rejected',
  rejectedFor: (reason: string) => `Rejected: ${reason}`,
  rate: 'Rejection rate',
  toReceipt: 'Draw to receipt',
  seconds: 'Draw to receipt (mean, s)',
  inTime: 'Within stability',
  identified: 'People identified',
  mismatched: 'Wrong person at first',
}

const unknown = '–'

/** @returns '12.5%', or a dash if the whole is 0 */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? unknown : `${Number(((100 * part) / whole).toFixed(1))}%`
}

/** Tubes on which the lab decided */
export function decidedOf({ accepted, rejected }: Quality): number {
  return accepted + rejected
}

export function qualityTexts(quality: Quality) {
  const { rejected, secondsToReceipt, inTime, received, mismatched, identified } = quality
  return {
    rejected: shareText(rejected, decidedOf(quality)),
    toReceipt:
      secondsToReceipt === null
        ? unknown
        : durationText(Math.max(1, Math.round(secondsToReceipt / 60)) * 60_000),
    inTime: shareText(inTime, received),
    mismatched: shareText(mismatched, identified),
  }
}

/** Nobody waits for these numbers: they are fetched again now and then, ms */
const refreshMs = 120_000

/** How collections went: for a lab by collector, for admins by lab. */
export function QualityPage() {
  const isAdmin = useUser().role === 'admin'
  const [address, setAddress] = useAddressState({ days: '30' })
  const days = qualityDays.find((each) => String(each) === address.days) ?? 30
  const { data, loading } = useResource('/api/quality', { query: { days }, refreshMs })
  const name = isAdmin ? tableTexts.lab : tableTexts.collector
  const { run, busy } = useCommand({
    async send(rows: readonly QualityRow[]) {
      const file = new Blob([qualityCsv(rows, name)], { type: 'text/csv;charset=utf-8' })
      saveFile(file, `jaanch-quality-${days}-days-${istDate(new Date())}.csv`)
    },
    succeeded: texts.exported,
    failed: texts.exportFailed,
  })
  const rows = data?.rows ?? []
  return (
    <>
      <PageHeading title={texts.title} description={isAdmin ? texts.ofAll : texts.ofLab}>
        <div className="flex flex-wrap gap-2">
          <Segmented
            label={texts.days}
            value={String(days)}
            onChange={(value) => setAddress({ days: value })}
            options={qualityDays.map((each) => ({ value: String(each), label: texts.daysOf(each) }))}
          />
          <Button
            variant="outline"
            loading={busy}
            disabled={rows.length === 0}
            onClick={() => void run(rows)}
          >
            {!busy && <Download aria-hidden />}
            {texts.export}
          </Button>
        </div>
      </PageHeading>
      {loading && <SkeletonBlocks label={texts.loading} className="grid gap-6" blocks={['h-24', 'h-64']} />}
      {!loading && !data && <EmptyState icon={ChartColumn} title={texts.failed} />}
      {data && rows.length === 0 && (
        <EmptyState icon={ChartColumn} title={texts.none} text={texts.noneText} />
      )}
      {data && rows.length > 0 && (
        <div className="grid grid-cols-1 gap-6">
          <Totals total={data.total} />
          <section aria-labelledby="reasons">
            <h2 id="reasons" className="mb-3 font-semibold text-base">
              {reasonTexts.title}
            </h2>
            <Reasons total={data.total} />
          </section>
          <section aria-labelledby="rows">
            <h2 id="rows" className="mb-3 font-semibold text-base">
              {isAdmin ? tableTexts.byLab : tableTexts.byCollector}
            </h2>
            <Rows rows={rows} name={name} />
          </section>
        </div>
      )}
    </>
  )
}

function Totals({ total }: { total: Quality }) {
  const { rejected, toReceipt, inTime, mismatched } = qualityTexts(total)
  return (
    <StatRow
      stats={[
        { name: tableTexts.rejected, value: rejected, icon: TestTubes },
        { name: 'From draw to receipt', value: toReceipt, icon: Timer },
        { name: tableTexts.inTime, value: inTime, icon: ShieldCheck },
        { name: tableTexts.mismatched, value: mismatched, icon: UserRoundX },
      ]}
    />
  )
}

function Reasons({ total }: { total: Quality }) {
  if (total.rejected === 0) return <p className="text-ink-soft">{reasonTexts.none}</p>
  const found = rejectionReasons
    .map((reason) => ({ reason, tubes: total.rejectedFor[reason] ?? 0 }))
    .filter(({ tubes }) => tubes > 0)
    .toSorted((a, b) => b.tubes - a.tubes)
  return (
    <RowTable label={reasonTexts.title} heads={[reasonTexts.reason, reasonTexts.tubes, reasonTexts.rate]}>
      {found.map(({ reason, tubes }) => (
        <Row key={reason}>
          <Cell className="font-medium">{rejectionTexts[reason]}</Cell>
          <NumberCell label={reasonTexts.tubes}>{countText(tubes)}</NumberCell>
          <NumberCell label={reasonTexts.rate}>{shareText(tubes, decidedOf(total))}</NumberCell>
        </Row>
      ))}
    </RowTable>
  )
}

function Rows({ rows, name }: { rows: readonly QualityRow[]; name: string }) {
  const { drawn, rate, toReceipt, inTime, mismatched } = tableTexts
  return (
    <RowTable label={name} heads={[name, drawn, rate, toReceipt, inTime, mismatched]}>
      {rows.map((row) => {
        const numbers = qualityTexts(row)
        return (
          <Row key={row.id ?? ''}>
            <Cell className="font-medium">{row.name ?? tableTexts.nobody}</Cell>
            <NumberCell label={drawn}>{countText(row.drawn)}</NumberCell>
            <NumberCell label={rate}>{numbers.rejected}</NumberCell>
            <NumberCell label={toReceipt}>{numbers.toReceipt}</NumberCell>
            <NumberCell label={inTime}>{numbers.inTime}</NumberCell>
            <NumberCell label={mismatched}>{numbers.mismatched}</NumberCell>
          </Row>
        )
      })}
    </RowTable>
  )
}

type Column = readonly [heading: string, value: (row: QualityRow) => string | number]

const columns: readonly Column[] = [
  [tableTexts.drawn, ({ drawn }) => drawn],
  [tableTexts.received, ({ received }) => received],
  [tableTexts.seconds, ({ secondsToReceipt }) => secondsToReceipt ?? ''],
  [tableTexts.inTime, ({ inTime }) => inTime],
  [tableTexts.accepted, ({ accepted }) => accepted],
  [tableTexts.rejected, ({ rejected }) => rejected],
  ...rejectionReasons.map(
    (reason): Column => [
      tableTexts.rejectedFor(rejectionTexts[reason]),
      ({ rejectedFor }) => rejectedFor[reason] ?? 0,
    ],
  ),
  [tableTexts.identified, ({ identified }) => identified],
  [tableTexts.mismatched, ({ mismatched }) => mismatched],
]

/** The table in counts, from which shares follow. @param name heading of its first column */
export function qualityCsv(rows: readonly QualityRow[], name: string): string {
  const all: readonly Column[] = [[name, (row) => row.name ?? tableTexts.nobody], ...columns]
  return csvFile([all.map(([heading]) => heading), ...rows.map((row) => all.map(([, value]) => value(row)))])
}
