import type { ReportDraft } from '@jaanch/contracts/http/report-sign-off'
import { Hammer } from 'lucide-react'
import { useAddressState } from '@/lib/address-state'
import { instantText } from '@/lib/format/dates'
import { useReportDrafts } from '@/lib/resources/report-drafts'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Named } from '@/ui/named'
import { PageHeading } from '@/ui/page-heading'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { Skeleton } from '@/ui/skeleton'
import { Draft } from './draft'
import { patientText } from './patient-text'
import { StateBadge } from './state-badge'
import { list as listTexts, page as texts } from './texts'

/** The reports of a lab that wait for its pathologist (`?id=` one of them with its results), above what is specified. */
export function LabReports() {
  const [{ id }, setAddress] = useAddressState({ id: '' })
  const list = useReportDrafts()
  if (id) return <Draft key={id} id={id} onClose={() => setAddress({ id: '' })} />
  if (list.loading) {
    return (
      <>
        <PageHeading title={texts.title} />
        <div role="status" aria-label={texts.loading}>
          <Skeleton className="h-40 rounded-xl" />
        </div>
      </>
    )
  }
  return (
    <>
      <PageHeading title={texts.title} />
      {list.rows.length > 0 && (
        <section aria-labelledby="waiting" className="mb-6">
          <h2 id="waiting" className="font-semibold text-base">
            {texts.waiting}
          </h2>
          <p className="mt-1 mb-3 max-w-prose text-ink-soft text-sm">{texts.description}</p>
          <RowTable label={listTexts.label} heads={listTexts.heads}>
            {list.rows.map((row) => (
              <DraftRow key={row.id} draft={row} onOpen={() => setAddress({ id: row.id })} />
            ))}
          </RowTable>
        </section>
      )}
      <EmptyState icon={Hammer} title={texts.soon}>
        {texts.soonText}
      </EmptyState>
    </>
  )
}

function DraftRow({ draft, onOpen }: { draft: ReportDraft; onOpen: () => void }) {
  const { patient, tests, orderNumber, draftedAt, draftedBy, version, isFile } = draft
  return (
    <Row>
      <Cell className="font-medium">
        {patient.name}
        <span className="block font-normal text-ink-soft text-xs">{patientText(patient)}</span>
      </Cell>
      <Cell>
        {tests.join(', ')}
        <span className="block text-ink-soft text-xs tabular-nums">
          {[orderNumber, isFile && listTexts.pdf, version > 1 && listTexts.version(version)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </Cell>
      <Cell label={listTexts.submitted} className="tabular-nums">
        {instantText(draftedAt)}
        {draftedBy && <span className="block text-ink-soft text-xs">{listTexts.by(draftedBy)}</span>}
      </Cell>
      <Cell>
        <StateBadge draft={draft} />
      </Cell>
      <Cell className="md:text-right">
        <Button variant="soft" size="sm" className="max-md:mt-1 max-md:w-full" onClick={onOpen}>
          <Named of={`${patient.name}, ${tests.join(', ')}`}>{listTexts.open}</Named>
        </Button>
      </Cell>
    </Row>
  )
}
