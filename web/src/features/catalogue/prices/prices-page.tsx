import type { PriceListSummary } from '@jaanch/catalogue/price-lists/api'
import { CircleCheck, CircleX, Clock, Tags } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useAddressState } from '@/lib/address-state'
import { countText } from '@/lib/format/numbers'
import { paths } from '@/lib/paths'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button, OutlineLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { Cell, NowrapCell, NumberCell, Row, RowTable } from '@/ui/row-table'
import { SkeletonList } from '@/ui/skeleton'
import { usePriceLists } from './calls'
import { validityText } from './prices'
import { kindTexts, listTexts, pageTexts } from './texts'

const PriceListEditor = lazyPart(
  async () => (await import('./price-list-editor')).PriceListEditor,
  'min-h-60',
)
const AddListDialog = lazyDialog(async () => (await import('./dialogs')).AddListDialog)

const badges: Record<PriceListSummary['state'], BadgeStyle> = {
  applies: { label: listTexts.states.applies, variant: 'success', icon: CircleCheck },
  begins: { label: listTexts.states.begins, variant: 'info', icon: Clock },
  ended: { label: listTexts.states.ended, variant: 'neutral', icon: CircleX },
}

const noFilter = { list: '' }

/** Managers give tests other prices. Reached from the packages. */
export function PricesPage() {
  const [{ list: opened }, show] = useAddressState(noFilter)
  if (opened)
    return (
      <Suspense fallback={<SkeletonList count={4} itemClassName="h-14" />}>
        <PriceListEditor key={opened} id={opened} onClose={() => show({ list: '' })} />
      </Suspense>
    )
  return <PriceLists onOpen={(id) => show({ list: id })} />
}

function PriceLists({ onOpen }: { onOpen: (id: string) => void }) {
  const { rows, loading, data } = usePriceLists()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <PageHeading {...pageTexts.heading}>
        <div className="flex flex-wrap gap-2.5">
          <OutlineLink to={paths.adminPackages}>{pageTexts.back}</OutlineLink>
          <Button icon={Tags} onClick={() => setIsAdding(true)}>
            {pageTexts.add}
          </Button>
        </div>
      </PageHeading>
      {loading && <SkeletonList count={4} itemClassName="h-14" />}
      {!loading && rows.length === 0 && (
        <EmptyState
          icon={Tags}
          title={data ? pageTexts.none : pageTexts.failed}
          text={data && pageTexts.noneText}
        />
      )}
      {rows.length > 0 && (
        <RowTable label={pageTexts.heading.title} heads={Object.values(listTexts.heads)}>
          {rows.map((list) => (
            <ListRow key={list.id} list={list} onOpen={() => onOpen(list.id)} />
          ))}
        </RowTable>
      )}
      {isAdding && (
        <AddListDialog
          onAdded={({ id }) => {
            setIsAdding(false)
            onOpen(id)
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  )
}

function ListRow({ list, onOpen }: { list: PriceListSummary; onOpen: () => void }) {
  return (
    <Row>
      <Cell>
        <button
          type="button"
          onClick={onOpen}
          className="relative text-left font-semibold underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
        >
          {list.name}
        </button>
      </Cell>
      <Cell label={listTexts.heads.subject}>
        {[kindTexts[list.kind], list.subjectName].filter(Boolean).join(': ')}
      </Cell>
      <NumberCell label={listTexts.heads.validity}>{validityText(list)}</NumberCell>
      <NowrapCell label={listTexts.heads.tests}>{countText(list.tests)}</NowrapCell>
      <Cell>
        <StyledBadge {...badges[list.state]} />
      </Cell>
    </Row>
  )
}
