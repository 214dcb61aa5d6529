import type { Quality, QualityRow } from '@jaanch/contracts/http/quality'
import { qualityDays } from '@jaanch/contracts/quality'
import { rejectionReasons } from '@jaanch/contracts/vocabulary'
import { ChartColumn, Download, ShieldCheck, TestTubes, Timer, UserRoundX } from 'lucide-react'
import { rejectionTexts } from '@/components/custody/texts'
import { StatRow } from '@/components/stat-row'
import { useCommand } from '@/components/use-command'
import { useAddressState } from '@/lib/address-state'
import { countText } from '@/lib/format/numbers'
import { useQuality } from '@/lib/resources/quality'
import { useUser } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { Segmented } from '@/ui/segmented'
import { Skeleton } from '@/ui/skeleton'
import { decidedOf, qualityTexts, shareText } from './quality-numbers'
import { reasons as reasonTexts, stats as statTexts, table as tableTexts, page as texts } from './texts'

/** How collections went: for a lab by collector, for admins by lab. */
export function QualityPage() {
  const isAdmin = useUser().role === 'admin'
  const [address, setAddress] = useAddressState({ days: '30' })
  const days = qualityDays.find((each) => String(each) === address.days) ?? 30
  const { data, loading } = useQuality(days)
  const name = isAdmin ? tableTexts.lab : tableTexts.collector
  const { run, busy } = useCommand({
    async send(rows: readonly QualityRow[]) {
      const { exportQuality } = await import('./export-quality')
      exportQuality(rows, name, days)
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
      {loading && (
        <div role="status" aria-label={texts.loading} className="grid gap-6">
          <Skeleton className="h-24" />
          <Skeleton className="h-64" />
        </div>
      )}
      {!loading && !data && <EmptyState icon={ChartColumn} title={texts.failed} />}
      {data && rows.length === 0 && (
        <EmptyState icon={ChartColumn} title={texts.none}>
          {texts.noneText}
        </EmptyState>
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
        { name: statTexts.rejected, value: rejected, icon: TestTubes },
        { name: statTexts.toReceipt, value: toReceipt, icon: Timer },
        { name: statTexts.inTime, value: inTime, icon: ShieldCheck },
        { name: statTexts.mismatched, value: mismatched, icon: UserRoundX },
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
          <Cell label={reasonTexts.tubes} className="tabular-nums">
            {countText(tubes)}
          </Cell>
          <Cell label={reasonTexts.rate} className="tabular-nums">
            {shareText(tubes, decidedOf(total))}
          </Cell>
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
            <Cell label={drawn} className="tabular-nums">
              {countText(row.drawn)}
            </Cell>
            <Cell label={rate} className="tabular-nums">
              {numbers.rejected}
            </Cell>
            <Cell label={toReceipt} className="tabular-nums">
              {numbers.toReceipt}
            </Cell>
            <Cell label={inTime} className="tabular-nums">
              {numbers.inTime}
            </Cell>
            <Cell label={mismatched} className="tabular-nums">
              {numbers.mismatched}
            </Cell>
          </Row>
        )
      })}
    </RowTable>
  )
}
