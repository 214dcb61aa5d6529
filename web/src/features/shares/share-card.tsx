import type { ShareLook, ShareView } from '@jaanch/contracts/http/shares'
import { Ban, CircleCheck, CircleDashed, CircleX, Clock, ShieldAlert } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { endShare } from '@/lib/resources/shares'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { ConfirmButton } from '@/ui/confirm-button'
import { Named } from '@/ui/named'
import { end as endTexts, states, share as texts } from './texts'

const badges: Record<ShareView['state'], BadgeStyle> = {
  open: { label: states.open, variant: 'success', icon: CircleCheck },
  expired: { label: states.expired, variant: 'neutral', icon: Clock },
  ended: { label: states.ended, variant: 'neutral', icon: Ban },
  guessed: { label: states.guessed, variant: 'error', icon: ShieldAlert },
}

/** A link with what it has, when it ends, and who opened it. */
export function ShareCard({ share }: { share: ShareView }) {
  const { id, label, familyMember, state, createdAt, endsAt, opened, triesLeft, looks } = share
  const { run, busy } = useCommand({
    send: () => endShare(id),
    succeeded: endTexts.succeeded,
    failed: endTexts.failed,
  })
  const heading = `share-${id}`
  const whose = familyMember ? texts.of(familyMember.name) : texts.own
  return (
    <Card className="p-5">
      <article aria-labelledby={heading}>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="min-w-0 grow basis-56">
            <h2 id={heading} className="font-semibold text-base [overflow-wrap:anywhere]">
              {label}
            </h2>
            <p className="text-ink-soft text-sm">
              {whose}: {texts.what(share)}
            </p>
            <p className="mt-1 text-ink-soft text-xs tabular-nums">
              {texts.times(state, instantText(createdAt), instantText(endsAt))}
            </p>
            <p className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
              <StyledBadge {...badges[state]} />
              <span>{texts.opened(opened)}</span>
              {state === 'open' && triesLeft < 5 && (
                <span className="font-medium text-accent-ink">{texts.triesLeft(triesLeft)}</span>
              )}
            </p>
          </div>
          {state === 'open' && (
            <ConfirmButton
              size="sm"
              className="max-sm:w-full"
              loading={busy}
              {...endTexts.question}
              onConfirm={() => run()}
            >
              <Named of={label}>{texts.end}</Named>
            </ConfirmButton>
          )}
        </div>
        {looks.length > 0 && (
          <details className="mt-3 border-t pt-1 text-sm">
            <summary className="w-fit cursor-pointer rounded-lg py-3 text-ink-soft hover:text-ink">
              {texts.looks(looks.length)}
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
          {result ? texts.results[result] : texts.unfinished}: {recipient}
        </p>
        <p className="text-ink-soft text-xs tabular-nums">
          {instantText(at)} · {texts.network(network)}
        </p>
      </div>
    </li>
  )
}
