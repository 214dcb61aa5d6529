import { type Channel, channels } from '@jaanch/messages/channels'
import type { DeadLetterGroupView, DeadLetterView } from '@jaanch/operations/work/api'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { ReasonDialog } from '@/components/reason-dialog'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { useMay } from '@/lib/session/staff'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ConfirmButton } from '@/ui/confirm-button'
import { EmptyState } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { Select } from '@/ui/select'
import { Skeleton, SkeletonList } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { EventLink, useFollow } from '../parts'
import {
  retryDeadLetter,
  retryDeadLetters,
  skipDeadLetter,
  skipDeadMessages,
  useDeadLetterGroups,
  useDeadLetters,
} from './calls'
import {
  letters as lettersTexts,
  letter as letterTexts,
  retryLetter as retryLetterTexts,
  skipAll as skipAllTexts,
  skipLetter as skipTexts,
  retryAll as texts,
} from './texts'

export function DeadLetterGroups() {
  const { data, loading, mutate } = useDeadLetterGroups()
  const refetch = () => void mutate()
  useFollow(refetch)
  if (loading) return <SkeletonList count={1} itemClassName="h-32" className="grid" />
  if (!data) return <p className="text-ink-soft">{lettersTexts.unavailable}</p>
  if (data.groups.length === 0) {
    return <EmptyState icon={CircleCheck} title={lettersTexts.none} text={lettersTexts.noneText} />
  }
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {data.groups.map((group) => (
          <li key={`${group.consumer} ${group.reason}`}>
            <Group group={group} onChange={refetch} />
          </li>
        ))}
      </ul>
      {data.isMore && <p className="mt-3 text-ink-soft">{lettersTexts.areMore}</p>}
    </>
  )
}

function Group({ group, onChange }: { group: DeadLetterGroupView; onChange: () => void }) {
  const { consumer, reason, count, firstAt, lastAt } = group
  const [isOpen, setIsOpen] = useState(false)
  const [isSkipping, setIsSkipping] = useState(false)
  const channel = channels.find((one) => one === consumer)
  const what = lettersTexts.count(count)
  const mayChange = useMay('operator')

  const { run, busy } = useCommand({
    send: () => retryDeadLetters(consumer, reason),
    done(retried) {
      toast.success(texts.succeeded(retried), `${consumer}: ${reason}`)
      onChange()
    },
    failed: texts.failed,
    onFailure: onChange,
  })

  return (
    <Card className="min-w-0 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-72">
          <p className="flex flex-wrap items-center gap-2">
            <Badge variant="error">{what}</Badge>
            <span className="font-semibold">{consumer}</span>
          </p>
          <h3 className="mt-2 font-mono text-sm [overflow-wrap:anywhere]">
            {reason || lettersTexts.noReason}
          </h3>
          <p className="mt-1 text-ink-soft text-xs tabular-nums">
            {lettersTexts.period(instantText(firstAt), instantText(lastAt))}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? lettersTexts.hide : lettersTexts.show}
            <span className="sr-only"> {lettersTexts.of(consumer)}</span>
          </Button>
          {mayChange && (
            <ConfirmButton size="sm" {...texts.question(what, consumer)} loading={busy} onConfirm={run}>
              {texts.label}
            </ConfirmButton>
          )}
          {mayChange && channel && (
            <Button variant="ghost" size="sm" onClick={() => setIsSkipping(true)}>
              {skipAllTexts.label}
              <span className="sr-only"> {lettersTexts.of(consumer)}</span>
            </Button>
          )}
        </div>
      </div>
      {channel && isSkipping && (
        <SkipAllDialog
          channel={channel}
          error={reason}
          count={count}
          onClose={() => setIsSkipping(false)}
          onDone={onChange}
        />
      )}
      {isOpen && <DeadLetters consumer={consumer} reason={reason} onChange={onChange} />}
    </Card>
  )
}

type DeadLettersProps = { consumer: string; reason: string; onChange: () => void }

function DeadLetters({ consumer, reason, onChange }: DeadLettersProps) {
  const list = useDeadLetters({ consumer, reason })
  const [skipped, setSkipped] = useState<DeadLetterView | null>(null)

  function changed() {
    void list.mutate()
    onChange()
  }

  const { run: retry } = useCommand({
    send: retryDeadLetter,
    done(_, id) {
      toast.success(retryLetterTexts.succeeded(id))
      changed()
    },
    failed: retryLetterTexts.failed,
    onFailure: changed,
  })

  if (list.loading) return <Skeleton className="mt-4 h-20" />
  return (
    <>
      <ul className="mt-4 divide-y border-t">
        {list.rows.map((letter) => (
          <Letter
            key={letter.id}
            letter={letter}
            onRetry={() => void retry(letter.id)}
            onSkip={() => setSkipped(letter)}
          />
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={list.more}>
          {lettersTexts.more}
        </Button>
      )}
      {skipped && (
        <ReasonDialog
          {...skipTexts.dialog(skipped.id, consumer)}
          onSubmit={async (reason) => {
            await skipDeadLetter(skipped.id, reason)
            toast.success(skipTexts.succeeded(skipped.id))
            changed()
          }}
          onClose={() => setSkipped(null)}
        />
      )}
    </>
  )
}

type LetterProps = { letter: DeadLetterView; onRetry: () => void; onSkip: () => void }

function Letter({ letter, onRetry, onSkip }: LetterProps) {
  const mayOperate = useMay('operator')
  const { id, streamId, position, attempts, failedAt, error } = letter
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 grow basis-72 text-sm">
        <p className="[overflow-wrap:anywhere]">
          <span className="text-ink-soft">{countText(id)}</span> {streamId}
        </p>
        <p className="text-ink-soft text-xs">
          {position > 0 && (
            <>
              {letterTexts.event} <EventLink position={position} />,{' '}
            </>
          )}
          {letterTexts.attempts(attempts, instantText(failedAt))}
        </p>
        {error.includes('\n') && (
          <details className="mt-1">
            <summary className="min-h-11 cursor-pointer content-center text-ink-soft text-xs md:min-h-0">
              {letterTexts.error}
            </summary>
            <pre className="mt-1 whitespace-pre-wrap text-xs [overflow-wrap:anywhere]">{error}</pre>
          </details>
        )}
      </div>
      <div className={mayOperate ? 'flex gap-2' : 'hidden'}>
        <Button variant="outline" size="sm" aria-label={letterTexts.retryLabel(id)} onClick={onRetry}>
          {letterTexts.retry}
        </Button>
        <Button variant="ghost" size="sm" aria-label={letterTexts.skipLabel(id)} onClick={onSkip}>
          {letterTexts.skip}
        </Button>
      </div>
    </li>
  )
}

type SkipAllDialogProps = {
  channel: Channel
  /** The first line of their errors */
  error: string
  /** How many have it */
  count: number
  onClose: () => void
  onDone: () => void
}

const ages = Object.entries(skipAllTexts.ages).map(([value, label]) => ({ value, label }))

/** Gives up the dead messages of a channel with one error, all or those that died long ago. */
function SkipAllDialog({ channel, error, count, onClose, onDone }: SkipAllDialogProps) {
  const [hours, setHours] = useState('0')

  async function submit(reason: string) {
    const skipped = await skipDeadMessages(channel, error, Number(hours), reason)
    if (skipped > 0) toast.success(skipAllTexts.succeeded(skipped))
    else toast.info(skipAllTexts.noneMatched, skipAllTexts.noneMatchedText)
    onDone()
  }

  return (
    <ReasonDialog {...skipAllTexts.dialog(channel, count)} isDangerous onSubmit={submit} onClose={onClose}>
      <p className="font-mono text-sm [overflow-wrap:anywhere]">{error || lettersTexts.noReason}</p>
      <Field label={skipAllTexts.age}>
        <Select value={hours} onChange={setHours} options={ages} />
      </Field>
    </ReasonDialog>
  )
}
