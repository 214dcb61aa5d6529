import { type Channel, channels } from '@jaanch/messages/message'
import type { DeadLetterGroupView, DeadLetterView } from '@jaanch/operations/work/api'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { usePages } from '@/lib/cache/use-pages'
import { useResource } from '@/lib/cache/use-resource'
import { instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { call } from '@/lib/http/call'
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
import { EventLink, ReasonButton, useFollow } from '../parts'
import { texts } from './texts'

export function DeadLetterGroups() {
  const { data, loading, mutate } = useResource('/api/operations/dead-letters/groups')
  const refetch = () => void mutate()
  useFollow(refetch)
  if (loading) return <SkeletonList count={1} itemClassName="h-32" className="grid" />
  if (!data) return <p className="text-ink-soft">{texts.letters.unavailable}</p>
  if (data.groups.length === 0) {
    return <EmptyState icon={CircleCheck} title={texts.letters.none} text={texts.letters.noneText} />
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
      {data.isMore && <p className="mt-3 text-ink-soft">{texts.letters.areMore}</p>}
    </>
  )
}

/** The ages that messages may be skipped by, in hours */
const ages = Object.entries(texts.skipAll.ages).map(([value, label]) => ({ value, label }))

function Group({ group, onChange }: { group: DeadLetterGroupView; onChange: () => void }) {
  const { consumer, reason, count, firstAt, lastAt } = group
  const [isOpen, setIsOpen] = useState(false)
  const [hours, setHours] = useState('0')
  const channel = channels.find((one) => one === consumer)
  const what = texts.letters.count(count)
  const mayChange = useMay('operator')

  const { run, busy } = useCommand({
    send: () => call('POST', '/api/operations/dead-letters/retry', { body: { consumer, reason } }),
    done({ retried }) {
      toast.success(texts.retryAll.succeeded(retried), `${consumer}: ${reason}`)
      onChange()
    },
    failed: texts.retryAll.failed,
    onFailure: onChange,
  })

  /** Gives up the dead messages of a channel with this error, all or those that died long ago. */
  async function skipAll(channel: Channel, why: string) {
    const body = { channel, error: reason, olderThanHours: Number(hours), reason: why }
    const { skipped } = await call('POST', '/api/operations/dead-letters/skip', { body })
    if (skipped > 0) toast.success(texts.skipAll.succeeded(skipped))
    else toast.info(texts.skipAll.noneMatched, texts.skipAll.noneMatchedText)
    onChange()
  }

  return (
    <Card className="min-w-0 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-72">
          <p className="flex flex-wrap items-center gap-2">
            <Badge variant="error">{what}</Badge>
            <span className="font-semibold">{consumer}</span>
          </p>
          <h3 className="mt-2 font-mono text-sm [overflow-wrap:anywhere]">
            {reason || texts.letters.noReason}
          </h3>
          <p className="mt-1 text-ink-soft text-xs tabular-nums">
            {texts.letters.period(instantText(firstAt), instantText(lastAt))}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? texts.letters.hide : texts.letters.show}
            <span className="sr-only"> {texts.letters.of(consumer)}</span>
          </Button>
          {mayChange && (
            <ConfirmButton
              size="sm"
              {...texts.retryAll.question(what, consumer)}
              loading={busy}
              onConfirm={run}
            >
              {texts.retryAll.label}
            </ConfirmButton>
          )}
          {mayChange && channel && (
            <ReasonButton
              variant="ghost"
              dialog={{
                ...texts.skipAll.dialog(channel, count),
                isDangerous: true,
                children: (
                  <>
                    <p className="font-mono text-sm [overflow-wrap:anywhere]">
                      {reason || texts.letters.noReason}
                    </p>
                    <Field label={texts.skipAll.age}>
                      <Select value={hours} onChange={setHours} options={ages} />
                    </Field>
                  </>
                ),
              }}
              onReason={(why) => skipAll(channel, why)}
            >
              {texts.skipAll.label}
              <span className="sr-only"> {texts.letters.of(consumer)}</span>
            </ReasonButton>
          )}
        </div>
      </div>
      {isOpen && <DeadLetters consumer={consumer} reason={reason} onChange={onChange} />}
    </Card>
  )
}

type DeadLettersProps = { consumer: string; reason: string; onChange: () => void }

function DeadLetters({ consumer, reason, onChange }: DeadLettersProps) {
  const list = usePages('/api/operations/dead-letters', { consumer, reason, limit: 20 })

  function changed() {
    void list.mutate()
    onChange()
  }

  if (list.loading) return <Skeleton className="mt-4 h-20" />
  return (
    <>
      <ul className="mt-4 divide-y border-t">
        {list.rows.map((letter) => (
          <Letter key={letter.id} letter={letter} onChange={changed} />
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={list.more}>
          {texts.letters.more}
        </Button>
      )}
    </>
  )
}

function Letter({ letter, onChange }: { letter: DeadLetterView; onChange: () => void }) {
  const mayOperate = useMay('operator')
  const { id, consumer, streamId, position, attempts, failedAt, error } = letter
  const params = { id: String(id) }
  const { run: retry } = useCommand({
    send: () => call('POST', '/api/operations/dead-letters/:id/retry', { params }),
    succeeded: texts.retryLetter.succeeded(id),
    done: onChange,
    failed: texts.retryLetter.failed,
    onFailure: onChange,
  })

  async function skip(reason: string) {
    await call('POST', '/api/operations/dead-letters/:id/skip', { params, body: { reason } })
    toast.success(texts.skipLetter.succeeded(id))
    onChange()
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 grow basis-72 text-sm">
        <p className="[overflow-wrap:anywhere]">
          <span className="text-ink-soft">{countText(id)}</span> {streamId}
        </p>
        <p className="text-ink-soft text-xs">
          {position > 0 && (
            <>
              {texts.letter.event} <EventLink position={position} />,{' '}
            </>
          )}
          {texts.letter.attempts(attempts, instantText(failedAt))}
        </p>
        {error.includes('\n') && (
          <details className="mt-1">
            <summary className="min-h-11 cursor-pointer content-center text-ink-soft text-xs md:min-h-0">
              {texts.letter.error}
            </summary>
            <pre className="mt-1 whitespace-pre-wrap text-xs [overflow-wrap:anywhere]">{error}</pre>
          </details>
        )}
      </div>
      <div className={mayOperate ? 'flex gap-2' : 'hidden'}>
        <Button
          variant="outline"
          size="sm"
          aria-label={texts.letter.retryLabel(id)}
          onClick={() => void retry()}
        >
          {texts.letter.retry}
        </Button>
        <ReasonButton
          variant="ghost"
          aria-label={texts.letter.skipLabel(id)}
          dialog={texts.skipLetter.dialog(id, consumer)}
          onReason={skip}
        >
          {texts.letter.skip}
        </ReasonButton>
      </div>
    </li>
  )
}
