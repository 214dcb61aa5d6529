import type { EventView } from '@jaanch/operations/events/api'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useCommand } from '@/components/use-command'
import { useResource } from '@/lib/cache/use-resource'
import { dateText, preciseTimeText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { serverText } from '@/lib/http/api-error'
import { eventPath, eventsOfPath, historyPath, tracePath } from '@/lib/paths'
import { Button, SmallLink } from '@/ui/button'
import { DescriptionList } from '@/ui/description-list'
import { Dialog } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'
import { Timeline } from '../trace/timeline'
import { actorText, streamText, texts } from './texts'

export function EventDialog({ position, onClose }: { position: number; onClose: () => void }) {
  const {
    data: event,
    loading,
    error,
  } = useResource('/api/operations/events/:id', {
    params: { id: String(position) },
  })
  return (
    <Dialog
      onClose={onClose}
      title={event?.type ?? texts.event.title(position)}
      description={
        event && `${texts.event.title(position)}, ${dateText(event.at)}, ${preciseTimeText(event.at)}`
      }
      className="max-sm:h-dvh max-sm:max-h-dvh max-sm:rounded-none sm:max-w-3xl"
    >
      {loading && <Skeleton className="h-96 w-full" />}
      {error !== undefined && (
        <p role="alert" className="py-8 text-center text-ink-soft">
          {serverText(error) ?? texts.event.failed}
        </p>
      )}
      {event && <EventDetails event={event} />}
    </Dialog>
  )
}

function EventDetails({ event }: { event: EventView }) {
  const { streamId, version, actor, actorName, correlationId, appendId, causes, data, effects } = event
  const [, kind, id = ''] = /^(booking|prescription|lab)-(.+)$/.exec(streamId) ?? []
  const request = correlationId ? (
    <TextLink to={tracePath(correlationId)}>{correlationId}</TextLink>
  ) : (
    texts.event.noRequest
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      <DescriptionList
        className="grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2"
        detailsClassName="mt-0.5 [overflow-wrap:anywhere] tabular-nums"
        items={[
          [texts.event.stream, texts.event.streamVersion(streamText(streamId), version)],
          [texts.event.actor, actorName === null ? actorText(actor) : `${actorName} (${actorText(actor)})`],
          [texts.event.request, request],
          [texts.event.append, appendId],
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <SmallLink to={eventsOfPath(streamId)}>{texts.event.allOf(kind)}</SmallLink>
        {(kind === 'booking' || kind === 'prescription' || kind === 'lab') && (
          <SmallLink to={historyPath(kind, id)}>{texts.event.history}</SmallLink>
        )}
        {(kind === 'booking' || kind === 'prescription') && (
          <SmallLink to={tracePath(id)}>{texts.event.trace}</SmallLink>
        )}
      </div>
      <EventData data={data} />
      <Section title={texts.event.cause}>
        {causes.length === 0 ? (
          <p className="text-ink-soft">{correlationId ? texts.event.causeIsRequest : texts.event.noCause}</p>
        ) : (
          <ol className="grid gap-1">
            {causes.map((cause, index) => (
              <li key={cause.position} style={{ paddingInlineStart: `${Math.min(index, 6)}rem` }}>
                <TextLink to={eventPath(cause.position)}>
                  {countText(cause.position)} {cause.type}
                </TextLink>
              </li>
            ))}
          </ol>
        )}
      </Section>
      <Section title={texts.event.effects}>
        {effects.length === 0 ? (
          <p className="text-ink-soft">{texts.event.noEffects}</p>
        ) : (
          <Timeline steps={effects} begin={event.at} />
        )}
      </Section>
    </div>
  )
}

function EventData({ data }: Pick<EventView, 'data'>) {
  const text = JSON.stringify(data, null, 2)
  const { run } = useCommand({ ...texts.copy.command, send: () => navigator.clipboard.writeText(text) })
  return (
    <Section
      title={texts.event.data}
      action={
        <Button icon={Copy} variant="ghost" size="sm" onClick={() => void run()}>
          {texts.copy.label}
        </Button>
      }
    >
      <pre className="whitespace-pre-wrap rounded-lg bg-sunken p-4 font-mono text-xs [overflow-wrap:anywhere]">
        {text}
      </pre>
    </Section>
  )
}

function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex min-h-9 items-center justify-between gap-3">
        <h3 className="font-semibold text-base">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center text-brand-ink underline pointer-fine:sm:min-h-0"
    >
      <span>{children}</span>
    </Link>
  )
}
