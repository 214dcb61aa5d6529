import type { ReportDraft } from '@jaanch/report/sign-off/api'
import { Hammer } from 'lucide-react'
import { useId } from 'react'
import { useAddressState } from '@/lib/address-state'
import { instantText } from '@/lib/format/dates'
import { useUser } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Named } from '@/ui/named'
import { PageHeading } from '@/ui/page-heading'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { SkeletonBlocks } from '@/ui/skeleton'
import { useReportDrafts } from './calls'
import { Draft, patientText, StateBadge } from './draft'
import * as texts from './texts'

/** The reports of a lab that wait for its pathologist, or were sent back; `?id=` shows one of them with its results. Without any, the page is as specified. */
export function LabReports() {
  const [{ id }, setAddress] = useAddressState({ id: '' })
  const isPathologist = useUser().labRole === 'pathologist'
  const { rows, loading } = useReportDrafts()
  const open = (chosen: string) => setAddress({ id: chosen })
  if (id) return <Draft key={id} id={id} onClose={() => setAddress({ id: '' })} />
  return (
    <>
      <PageHeading title={texts.page.title} />
      {loading && <SkeletonBlocks label={texts.page.loading} className="" blocks={['h-40 rounded-xl']} />}
      <Drafts
        title={texts.page.waiting}
        text={texts.page.waitingText}
        drafts={rows.filter(({ returned }) => !returned)}
        onOpen={open}
      />
      <Drafts
        title={texts.page.returned}
        text={texts.page.returnedText}
        drafts={rows.filter(({ returned }) => returned)}
        onOpen={open}
      />
      {!loading && rows.length === 0 && (
        <EmptyState
          icon={Hammer}
          title={texts.page.soon}
          text={isPathologist ? `${texts.page.toSign} ${texts.page.soonText}` : texts.page.soonText}
        />
      )}
    </>
  )
}

type DraftsProps = {
  title: string
  text: string
  drafts: readonly ReportDraft[]
  onOpen: (id: string) => void
}

function Drafts({ title, text, drafts, onOpen }: DraftsProps) {
  const heading = useId()
  if (drafts.length === 0) return null
  return (
    <section aria-labelledby={heading} className="mb-6">
      <h2 id={heading} className="font-semibold text-base">
        {title}
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-soft text-sm">{text}</p>
      <RowTable label={title} heads={texts.list.heads}>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onOpen={() => onOpen(draft.id)} />
        ))}
      </RowTable>
    </section>
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
          {[orderNumber, isFile && texts.list.pdf, version > 1 && texts.list.version(version)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </Cell>
      <Cell label={texts.list.submitted} className="tabular-nums">
        {instantText(draftedAt)}
        {draftedBy && <span className="block text-ink-soft text-xs">{texts.list.by(draftedBy)}</span>}
      </Cell>
      <Cell>
        <StateBadge draft={draft} />
      </Cell>
      <Cell className="md:text-right">
        <Button variant="soft" size="sm" className="max-md:mt-1 max-md:w-full" onClick={onOpen}>
          <Named of={`${patient.name}, ${tests.join(', ')}`}>{texts.list.open}</Named>
        </Button>
      </Cell>
    </Row>
  )
}
