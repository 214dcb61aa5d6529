import type { ShareLook, ShareView } from '@jaanch/shares/api'
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  KeyRound,
  Plus,
  Share2,
  ShieldAlert,
} from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ConfirmButton } from '@/ui/confirm-button'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'
import { endShare, useShares } from './calls'
import * as texts from './texts'

const MakeShare = lazyDialog(async () => (await import('./make-share')).MakeShare)

/** `?new` opens the dialog; with `person`, `reports` and `trends` (ids and codes, separated by commas) they are chosen. */
export function SharesPage() {
  const [search, setSearch] = useSearchParams()
  const { data: shares, loading } = useShares()
  const open = () => setSearch({ new: '1' })
  const make = (
    <Button icon={Plus} onClick={open}>
      {texts.page.make}
    </Button>
  )
  return (
    <>
      <PageHeading {...texts.page.heading}>{shares && shares.length > 0 && make}</PageHeading>
      {loading && <SkeletonList count={2} className="grid grid-cols-1 gap-4" itemClassName="h-36" />}
      {!loading && !shares && <EmptyState icon={Share2} title={texts.page.failed} />}
      {shares?.length === 0 && (
        <EmptyState icon={Share2} title={texts.page.none} action={make} text={texts.page.noneText} />
      )}
      {shares && shares.length > 0 && (
        <>
          <p className="mb-4 flex items-start gap-2.5 text-ink-soft text-sm">
            <KeyRound className="mt-0.5 size-4 shrink-0 text-brand-ink" aria-hidden />
            {texts.page.shownOnce}
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

const badges: Record<ShareView['state'], BadgeStyle> = {
  open: { label: texts.states.open, variant: 'success', icon: CircleCheck },
  expired: { label: texts.states.expired, variant: 'neutral', icon: Clock },
  ended: { label: texts.states.ended, variant: 'neutral', icon: Ban },
  guessed: { label: texts.states.guessed, variant: 'error', icon: ShieldAlert },
}

/** A link with its content, its end, and who opened it. */
function ShareCard({ share }: { share: ShareView }) {
  const { id, label, familyMember, state, createdAt, endsAt, opened, triesLeft, looks } = share
  const { run, busy } = useCommand({
    send: () => endShare(id),
    succeeded: texts.end.succeeded,
    failed: texts.end.failed,
  })
  const heading = `share-${id}`
  const whose = familyMember ? texts.share.of(familyMember.name) : texts.share.own
  return (
    <Card className="p-5">
      <article aria-labelledby={heading}>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="min-w-0 grow basis-56">
            <h2 id={heading} className="font-semibold text-base [overflow-wrap:anywhere]">
              {label}
            </h2>
            <p className="text-ink-soft text-sm">
              {whose}: {texts.share.what(share)}
            </p>
            <p className="mt-1 text-ink-soft text-xs tabular-nums">
              {texts.share.times(state, instantText(createdAt), instantText(endsAt))}
            </p>
            <p className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
              <StyledBadge {...badges[state]} />
              <span>{texts.share.opened(opened)}</span>
              {state === 'open' && triesLeft < 5 && (
                <span className="font-medium text-accent-ink">{texts.share.triesLeft(triesLeft)}</span>
              )}
            </p>
          </div>
          {state === 'open' && (
            <ConfirmButton
              size="sm"
              className="max-sm:w-full"
              loading={busy}
              {...texts.end.question}
              onConfirm={() => run()}
            >
              <Named of={label}>{texts.share.end}</Named>
            </ConfirmButton>
          )}
        </div>
        {looks.length > 0 && (
          <details className="mt-3 border-t pt-1 text-sm">
            <summary className="w-fit cursor-pointer rounded-lg py-3 text-ink-soft hover:text-ink">
              {texts.share.looks(looks.length)}
              <span className="sr-only"> of {label}</span>
            </summary>
            <ul className="divide-y">
              {looks.map((look) => (
                <Look key={look.id} look={look} />
              ))}
            </ul>
          </details>
        )}
      </article>
    </Card>
  )
}

function Look({ look: { at, network, recipient, result } }: { look: ShareLook }) {
  const Icon = result === 'opened' ? CircleCheck : result === 'wrong' ? CircleX : CircleDashed
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Icon
        className={`mt-0.5 size-4 shrink-0 ${result === 'opened' ? 'text-success' : 'text-error'}`}
        aria-hidden
      />
      <div className="min-w-0">
        <p className="font-medium [overflow-wrap:anywhere]">
          {result ? texts.share.results[result] : texts.share.unfinished}: {recipient}
        </p>
        <p className="text-ink-soft text-xs tabular-nums">
          {instantText(at)} · {texts.share.network(network)}
        </p>
      </div>
    </li>
  )
}
