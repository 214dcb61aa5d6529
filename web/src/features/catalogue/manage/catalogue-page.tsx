import { FileSpreadsheet, Plus, ScrollText } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCommand } from '@/components/use-command'
import { useAddressState } from '@/lib/address-state'
import { paths } from '@/lib/paths'
import { Button, ButtonLink, OutlineLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyPart } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { TypedSearchInput } from '@/ui/search-input'
import { Skeleton, SkeletonList } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { toast } from '@/ui/toast-store'
import { type CatalogueView, loadStarterCatalogue, reloadCatalogue, useCatalogue } from './calls'
import { CatalogueList } from './catalogue-list'
import { entriesOf, type Tab, tabs } from './describe'
import { countsText, emptyTexts, pageTexts, unpricedTexts } from './texts'

// the forms weigh more than the lists
const ParameterEditor = lazyPart(async () => (await import('./edit/parameter-editor')).ParameterEditor)
const ItemEditor = lazyPart(async () => (await import('./edit/item-editor')).ItemEditor)

const defaults = { tab: 'tests', q: '', open: '' }
/** In place of a code, which has no small letters */
const added = 'new'

/** Managers see and change what labs measure and what is sold. Reached from the packages. */
export function CataloguePage() {
  const { data: catalogue, loading } = useCatalogue()
  const [address, show] = useAddressState(defaults)
  /** How often the catalogue was looked at again for the editor */
  const [generation, setGeneration] = useState(0)
  const [lastOpened, setLastOpened] = useState('')
  const tab: Tab = tabs.find((each) => each === address.tab) ?? 'tests'
  if (catalogue && address.open) {
    const editor = {
      code: address.open === added ? null : address.open,
      catalogue,
      onClose() {
        setLastOpened(address.open)
        show({ open: '' })
      },
      async onReload() {
        await reloadCatalogue()
        setGeneration(generation + 1)
      },
    }
    const key = `${address.open} ${generation}`
    return (
      <Suspense fallback={<SkeletonList count={4} itemClassName="mb-3 h-40" />}>
        {tab === 'parameters' ? (
          <ParameterEditor key={key} {...editor} />
        ) : (
          <ItemEditor key={key} {...editor} kind={tab === 'tests' ? 'test' : 'package'} />
        )}
      </Suspense>
    )
  }
  const isEmpty = catalogue?.items.length === 0 && catalogue.parameters.length === 0
  return (
    <>
      <PageHeading {...pageTexts.heading}>
        <div className="flex flex-wrap gap-2.5">
          <OutlineLink to={paths.adminPackages}>{pageTexts.back}</OutlineLink>
          <OutlineLink to={paths.adminCatalogueImport}>{pageTexts.import}</OutlineLink>
          <OutlineLink to={paths.adminCataloguePrices}>{pageTexts.prices}</OutlineLink>
          <Button icon={Plus} disabled={!catalogue} onClick={() => show({ open: added })}>
            {pageTexts.add[tab]}
          </Button>
        </div>
      </PageHeading>
      {loading && <Loading />}
      {!loading && !catalogue && <EmptyState icon={ScrollText} title={pageTexts.failed} />}
      {isEmpty && <EmptyCatalogue />}
      {catalogue && !isEmpty && (
        <>
          <Unpriced {...catalogue} />
          <Tabs
            label={pageTexts.parts}
            tabs={tabs.map((value) => ({
              value,
              label: pageTexts.tabs[value],
              count: entriesOf(catalogue, value).length,
            }))}
            value={tab}
            onChange={(value) => show({ tab: value, q: '' })}
          >
            <search className="mb-4 block">
              <TypedSearchInput
                key={tab}
                value={address.q}
                onText={(q) => show({ q }, 'replace')}
                aria-label={pageTexts.search[tab]}
                placeholder={pageTexts.searchExample}
                maxLength={100}
              />
            </search>
            <CatalogueList
              key={`${tab} ${address.q}`}
              {...{ tab, catalogue }}
              query={address.q}
              returnTo={lastOpened}
              onReturned={() => setLastOpened('')}
              onOpen={(code) => show({ open: code })}
              onClear={() => show({ q: '' }, 'replace')}
            />
          </Tabs>
        </>
      )}
    </>
  )
}

function Loading() {
  return (
    <div role="status" aria-label={pageTexts.loading} className="grid gap-2">
      {Array.from({ length: 10 }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <Skeleton key={n} className="h-14" />
      ))}
    </div>
  )
}

function EmptyCatalogue() {
  const { run, busy } = useCommand({
    send: loadStarterCatalogue,
    done: (counts) => toast.success(emptyTexts.succeeded, countsText(counts)),
    failed: emptyTexts.failed,
  })
  return (
    <EmptyState
      icon={ScrollText}
      title={emptyTexts.title}
      text={emptyTexts.text}
      action={
        <div className="flex flex-wrap justify-center gap-2.5">
          <Button loading={busy} onClick={() => void run()}>
            {emptyTexts.load}
          </Button>
          <ButtonLink icon={FileSpreadsheet} to={paths.adminCatalogueImport} variant="outline">
            {emptyTexts.import}
          </ButtonLink>
        </div>
      }
    />
  )
}

/** Says why tests are not offered, such as those of the starter catalogue. */
function Unpriced({ items }: Pick<CatalogueView, 'items'>) {
  const count = items.filter(({ price }) => price === null).length
  if (count === 0) return null
  return (
    <p className="mb-5 rounded-lg bg-accent-soft p-3.5 text-accent-ink">
      {unpricedTexts.text(count, items.length)}{' '}
      <Link to={paths.adminCataloguePrices} className="font-semibold underline underline-offset-4">
        {unpricedTexts.link}
      </Link>
    </p>
  )
}
