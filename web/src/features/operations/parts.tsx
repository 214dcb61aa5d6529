import type { PauseView } from '@jaanch/operations/work/api'
import { CirclePause } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { ReasonDialog } from '@/components/reason-dialog'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { eventPath } from '@/lib/paths'
import { StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { SearchInput } from '@/ui/search-input'
import { toast } from '@/ui/toast-store'
import { continuePaused, pause, useOperations } from './operations-calls'

const texts = {
  label: 'Pause',
  labelOf: (what: string) => `Pause ${what}`,
  dialog: (what: string) => ({
    title: `Pause ${what}?`,
    description: `No worker begins anything of ${what} any more; what has begun ends within seconds. Nothing is lost: it is done when it continues, except messages that expire until then.`,
    submitLabel: 'Pause',
    hint: 'Operators see it until it continues.',
    failure: 'It was not paused',
  }),
  succeeded: (what: string) => `${what} is paused`,
  paused: 'Paused',
  pausedBy: (time: string, by: string, reason: string) => `Since ${time} by ${by}: ${reason}`,
}

const continueTexts = {
  label: 'Continue',
  labelOf: (what: string) => `Continue ${what}`,
  succeeded: (what: string) => `${what} continues`,
  failed: 'It was not continued',
}

const everyMs = 5_000

/** Fetches again after the log has grown, at most every 5 s, and every 15 s: attempts fail without an event. */
export function useFollow(refetch: () => void): void {
  const head = useOperations().data?.head
  const latest = useRef(refetch)
  const at = useRef(Date.now())
  useEffect(() => {
    latest.current = refetch
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new head begins a wait
  useEffect(() => {
    const run = () => {
      at.current = Date.now()
      if (document.visibilityState === 'visible') latest.current()
    }
    const soon = setTimeout(run, Math.max(0, at.current + everyMs - Date.now()))
    const later = setInterval(run, 3 * everyMs)
    return () => {
      clearTimeout(soon)
      clearInterval(later)
    }
  }, [head])
}

export function EventLink({ position }: { position: number }) {
  return (
    <Link
      to={eventPath(position)}
      className="inline-flex min-h-11 items-center whitespace-nowrap font-semibold text-brand-ink tabular-nums underline-offset-4 hover:underline md:min-h-0"
    >
      {countText(position)}
    </Link>
  )
}

type LookupFormProps = {
  /** The text that is looked up; give it as the key, too */
  of: string
  label: string
  hint: string
  submitLabel: string
  onSubmit: (of: string) => void
}

/** Asks for the id of something that is then shown below. */
export function LookupForm({ of, label, hint, submitLabel, onSubmit }: LookupFormProps) {
  const [text, setText] = useState(of)

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit(text.trim())
  }

  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <Field label={label} hint={hint} className="min-w-0 max-w-xl grow basis-64">
          <SearchInput
            value={text}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <Button type="submit" className="mt-7.5 max-sm:mt-0 max-sm:w-full">
          {submitLabel}
        </Button>
      </form>
    </search>
  )
}

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

/** Says who paused it, when and why. */
export function PausedNote({ paused }: { paused: PauseView }) {
  const { since, by, byName, reason } = paused
  return (
    <p className="mt-1 font-normal text-ink-soft text-xs [overflow-wrap:anywhere]">
      <StyledBadge label={texts.paused} variant="accent" icon={CirclePause} />{' '}
      {texts.pausedBy(instantText(since), byName ?? by, reason)}
    </p>
  )
}
