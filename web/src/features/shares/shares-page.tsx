import { KeyRound, Plus, Share2 } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { useShares } from '@/lib/resources/shares'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'
import { ShareCard } from './share-card'
import { page as texts } from './texts'

const MakeShare = lazyDialog(async () => (await import('./make-share')).MakeShare)

/** `?new` opens the dialog; with `person`, `reports` and `trends` (ids and codes, separated by commas) they are chosen. */
export function SharesPage() {
  const [search, setSearch] = useSearchParams()
  const { data: shares, loading } = useShares()
  const open = () => setSearch({ new: '1' })
  const make = (
    <Button onClick={open}>
      <Plus aria-hidden />
      {texts.make}
    </Button>
  )
  return (
    <>
      <PageHeading {...texts.heading}>{shares && shares.length > 0 && make}</PageHeading>
      {loading && <SkeletonList count={2} className="grid grid-cols-1 gap-4" itemClassName="h-36" />}
      {!loading && !shares && <EmptyState icon={Share2} title={texts.failed} />}
      {shares?.length === 0 && (
        <EmptyState icon={Share2} title={texts.none} action={make}>
          {texts.noneText}
        </EmptyState>
      )}
      {shares && shares.length > 0 && (
        <>
          <p className="mb-4 flex items-start gap-2.5 text-ink-soft text-sm">
            <KeyRound className="mt-0.5 size-4 shrink-0 text-brand-ink" aria-hidden />
            {texts.shownOnce}
          </p>
          <ul className="grid grid-cols-1 gap-4">
            {shares.map((share) => (
              <li key={share.id} className="min-w-0 animate-rise">
                <ShareCard share={share} />
              </li>
            ))}
          </ul>
        </>
      )}
      {search.has('new') && (
        <MakeShare
          person={search.get('person')}
          reports={listOf(search.get('reports'))}
          trends={listOf(search.get('trends'))}
          onClose={() => setSearch({}, { replace: true })}
        />
      )}
    </>
  )
}

function listOf(text: string | null): string[] {
  return text?.split(',').filter(Boolean) ?? []
}
