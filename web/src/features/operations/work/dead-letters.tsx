import type { DeadLetterView } from '@jaanch/contracts/http/operations/work'
import { useState } from 'react'
import { ReasonDialog } from '@/components/reason-dialog'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { retryDeadLetter, skipDeadLetter, useDeadLetters } from '@/lib/resources/operations/work'
import { useMay } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { EventLink } from '../event-link'
import {
  letters as lettersTexts,
  letter as letterTexts,
  skipLetter as skipTexts,
  retryLetter as texts,
} from './texts'

type DeadLettersProps = { consumer: string; reason: string; onChange: () => void }

export function DeadLetters({ consumer, reason, onChange }: DeadLettersProps) {
  const list = useDeadLetters({ consumer, reason })
  const [skipped, setSkipped] = useState<DeadLetterView | null>(null)

  function changed() {
    void list.mutate()
    onChange()
  }

  const { run: retry } = useCommand({
    send: retryDeadLetter,
    done(_, id) {
      toast.success(texts.succeeded(id))
      changed()
    },
    failed: texts.failed,
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
      {skipped && <SkipDialog letter={skipped} onClose={() => setSkipped(null)} onDone={changed} />}
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

type SkipDialogProps = { letter: DeadLetterView; onClose: () => void; onDone: () => void }

function SkipDialog({ letter: { id, consumer }, onClose, onDone }: SkipDialogProps) {
  async function submit(reason: string) {
    await skipDeadLetter(id, reason)
    toast.success(skipTexts.succeeded(id))
    onDone()
  }

  return <ReasonDialog {...skipTexts.dialog(id, consumer)} onSubmit={submit} onClose={onClose} />
}
