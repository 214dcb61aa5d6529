import type { PauseView } from '@jaanch/operations/work/api'
import { CirclePause } from 'lucide-react'
import {
  type ComponentProps,
  type FormEvent,
  Fragment,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router-dom'
import { ShowMore } from '@/components/list/show-more'
import { useCommand } from '@/components/use-command'
import type { usePages } from '@/lib/cache/use-pages'
import { useResource } from '@/lib/cache/use-resource'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { call } from '@/lib/http/call'
import { operationsWatch } from '@/lib/live/watch'
import { eventPath } from '@/lib/paths'
import { StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { lazyDialog } from '@/ui/lazy-part'
import { RowTable } from '@/ui/row-table'
import { SearchInput } from '@/ui/search-input'
import { SkeletonList } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'

const texts = {
  pause: 'Pause',
  pauseOf: (what: string) => `Pause ${what}`,
  dialog: (what: string) => ({
    title: `Pause ${what}?`,
    description: `No worker begins anything of ${what} any more; what has begun ends within seconds. Nothing is lost: it is done when it continues, except messages that expire until then.`,
    submitLabel: 'Pause',
    hint: 'Operators see it until it continues.',
    failure: 'It was not paused',
  }),
  isPaused: (what: string) => `${what} is paused`,
  paused: 'Paused',
  pausedBy: (time: string, by: string, reason: string) => `Since ${time} by ${by}: ${reason}`,
  continue: 'Continue',
  continueOf: (what: string) => `Continue ${what}`,
  continues: (what: string) => `${what} continues`,
  notContinued: 'It was not continued',
}

/** The state of the log and of all its readers, live: at most one change a second while a component uses it. */
export function useOperations() {
  useEffect(() => operationsWatch.watch(true), [])
  return useResource('/api/operations/now')
}

/** The consumers and channels that operators have stopped. `of`: undefined for one that is not paused */
export function usePauses() {
  const { data, mutate } = useResource('/api/operations/pauses')
  return { mutate, of: (name: string) => data?.find((pause) => pause.name === name) }
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

type RowLinkProps = { to: string; className?: string; children: ReactNode }

/** A link in a row, as high as a finger needs it on a phone. */
export function RowLink({ to, className, children }: RowLinkProps) {
  return (
    <Link
      to={to}
      className={cn(
        'inline-flex min-h-11 items-center font-semibold text-brand-ink underline-offset-4 hover:underline md:min-h-0',
        className,
      )}
    >
      {children}
    </Link>
  )
}

export function EventLink({ position }: { position: number }) {
  return (
    <RowLink to={eventPath(position)} className="whitespace-nowrap tabular-nums">
      {countText(position)}
    </RowLink>
  )
}

const ReasonDialog = lazyDialog(async () => (await import('@/components/reason-dialog')).ReasonDialog)

type ReasonButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  dialog: Omit<ComponentProps<typeof ReasonDialog>, 'onSubmit' | 'onClose'>
  /** Does it, and says so */
  onReason: (reason: string) => Promise<void>
}

/** The button of an action that an operator gives a reason for. */
export function ReasonButton({ dialog, onReason, ...button }: ReasonButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button size="sm" {...button} onClick={() => setIsAsking(true)} />
      {isAsking && <ReasonDialog {...dialog} onSubmit={onReason} onClose={() => setIsAsking(false)} />}
    </>
  )
}

type PagedRowsProps<Row extends { id: string }> = {
  list: Pick<ReturnType<typeof usePages>, 'loading' | 'hasMore' | 'more' | 'failed'> & {
    rows: readonly Row[]
    mutate: () => Promise<unknown>
  }
  label: string
  heads: readonly string[]
  skeletons: { count: number; itemClassName: string }
  empty: ReactNode
  /** The label of the button below the rows */
  more?: string
  children: (row: Row) => ReactNode
}

/** A table that is fetched again as the log grows, in all its states, with the pages that were asked for. */
export function PagedRows<Row extends { id: string }>({
  list,
  label,
  heads,
  skeletons,
  empty,
  more = 'Show more',
  children,
}: PagedRowsProps<Row>) {
  useFollow(() => void list.mutate())
  if (list.loading) return <SkeletonList {...skeletons} className="grid gap-2" />
  return (
    <>
      {list.rows.length === 0 && !list.hasMore ? (
        empty
      ) : (
        <RowTable label={label} heads={heads}>
          {list.rows.map((row) => (
            <Fragment key={row.id}>{children(row)}</Fragment>
          ))}
        </RowTable>
      )}
      <ShowMore list={list} label={more} className="mt-4" />
    </>
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
  const { run, busy } = useCommand({
    send: () => call('POST', '/api/operations/pauses/:id/continue', { params: { id: name } }),
    succeeded: texts.continues(what),
    done: onChange,
    failed: texts.notContinued,
    onFailure: onChange,
  })

  async function pause(reason: string) {
    await call('POST', '/api/operations/pauses/:id', { params: { id: name }, body: { reason } })
    toast.success(texts.isPaused(what))
    onChange()
  }

  return paused ? (
    <Button
      variant="outline"
      size="sm"
      loading={busy}
      aria-label={texts.continueOf(what)}
      onClick={() => void run()}
    >
      {texts.continue}
    </Button>
  ) : (
    <ReasonButton
      variant="outline"
      aria-label={texts.pauseOf(what)}
      dialog={texts.dialog(what)}
      onReason={pause}
    >
      {texts.pause}
    </ReasonButton>
  )
}

/** Says who paused it, when and why. */
export function PausedNote({ paused }: { paused: PauseView | undefined }) {
  if (!paused) return null
  const { since, by, byName, reason } = paused
  return (
    <p className="mt-1 font-normal text-ink-soft text-xs [overflow-wrap:anywhere]">
      <StyledBadge label={texts.paused} variant="accent" icon={CirclePause} />{' '}
      {texts.pausedBy(instantText(since), byName ?? by, reason)}
    </p>
  )
}
