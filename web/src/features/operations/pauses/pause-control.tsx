import type { PauseView } from '@jaanch/contracts/http/operations/pauses'
import { CirclePause } from 'lucide-react'
import { useState } from 'react'
import { ReasonDialog } from '@/components/reason-dialog'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { continuePaused, pause } from '@/lib/resources/operations/pauses'
import { StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast-store'
import { continueTexts, pauseTexts as texts } from './texts'

type PauseControlProps = {
  /** A consumer or a channel */
  name: string
  /** As the page calls it */
  what?: string
  /** undefined: it is not paused */
  paused: PauseView | undefined
  onChange: () => void
}

/** The button that pauses or continues a consumer or a channel. */
export function PauseControl({ name, what = name, paused, onChange }: PauseControlProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { run, busy } = useCommand({
    send: () => continuePaused(name),
    succeeded: continueTexts.succeeded(what),
    done: onChange,
    failed: continueTexts.failed,
    onFailure: onChange,
  })

  async function submit(reason: string) {
    await pause(name, reason)
    toast.success(texts.succeeded(what))
    onChange()
  }

  if (paused) {
    return (
      <Button
        variant="outline"
        size="sm"
        loading={busy}
        aria-label={continueTexts.labelOf(what)}
        onClick={() => void run()}
      >
        {continueTexts.label}
      </Button>
    )
  }
  return (
    <>
      <Button variant="outline" size="sm" aria-label={texts.labelOf(what)} onClick={() => setIsAsking(true)}>
        {texts.label}
      </Button>
      {isAsking && (
        <ReasonDialog {...texts.dialog(what)} onSubmit={submit} onClose={() => setIsAsking(false)} />
      )}
    </>
  )
}

/** Who paused it, when and why. */
export function PausedNote({ paused }: { paused: PauseView }) {
  const { since, by, byName, reason } = paused
  return (
    <p className="mt-1 font-normal text-ink-soft text-xs [overflow-wrap:anywhere]">
      <StyledBadge label={texts.paused} variant="accent" icon={CirclePause} />{' '}
      {texts.pausedBy(instantText(since), byName ?? by, reason)}
    </p>
  )
}
