import { notificationKinds } from '@jaanch/booking/notifications/kinds'
import type { MessageRowView, OpenedMessageView } from '@jaanch/operations/outbox/api'
import type { PauseView } from '@jaanch/operations/work/api'
import { MailOpen } from 'lucide-react'
import { useState } from 'react'
import { ShowMore } from '@/components/list/show-more'
import { useCommand, useDialogCommand } from '@/components/use-command'
import { usePauses } from '@/features/operations/operations-calls'
import { useAddressState } from '@/lib/address-state'
import { usePages } from '@/lib/cache/use-pages'
import { useResource } from '@/lib/cache/use-resource'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { call } from '@/lib/http/call'
import { useMay } from '@/lib/session/staff'
import { StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { Dialog } from '@/ui/dialog'
import { EmptyState } from '@/ui/empty-state'
import { Cell, NumberCell, Row, RowTable } from '@/ui/row-table'
import { TypedSearchInput } from '@/ui/search-input'
import { Select } from '@/ui/select'
import { Skeleton, SkeletonList } from '@/ui/skeleton'
import { EventLink, PauseControl, PausedNote, useFollow } from '../parts'
import {
  channelNames,
  counts as countsTexts,
  filters as filterTexts,
  hiddenTexts,
  kindText,
  list as listTexts,
  message as messageTexts,
  openMessageTexts,
  stateStyles,
  retryMessageTexts as texts,
} from './texts'

const noFilter = { channel: '', state: '', kind: '', booking: '' }

export function MessagesPage() {
  const [filter, setFilter] = useAddressState(noFilter)
  const [opened, setOpened] = useState<MessageRowView | null>(null)
  const booking = bookingId(filter.booking)
  const list = useMessages({ ...filter, booking })
  const refetch = () => void list.mutate()
  useFollow(refetch)
  return (
    <>
      <MessageCounts onChoose={(channel, state) => setFilter({ ...noFilter, channel, state })} />
      <MessageFilters filter={filter} onFilter={setFilter} />
      {list.loading ? (
        <SkeletonList count={6} itemClassName="h-40 md:h-14" className="grid gap-2" />
      ) : list.rows.length === 0 && !list.hasMore ? (
        <EmptyState
          icon={MailOpen}
          title={listTexts.none}
          onClear={() => setFilter(noFilter)}
          text={listTexts.noneText}
        />
      ) : (
        <MessageRows rows={list.rows} onOpen={setOpened} onChange={refetch} />
      )}
      <ShowMore list={list} label={listTexts.older} className="mt-4" />
      {opened && <MessageDialog row={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** @returns '' until the text is the beginning of an id */
function bookingId(text: string): string {
  const id = text.trim().toLowerCase()
  return /^[0-9a-f-]{8,36}$/.test(id) ? id : ''
}

const channels = Object.entries(channelNames).map(([value, label]) => ({ value, label }))

const states = Object.entries(stateStyles).map(([value, { label }]) => ({ value, label }))

const kinds = [
  ...notificationKinds.map((value) => ({ value: value as string, label: kindText(value) })),
  { value: 'account', label: kindText(null) },
]

const choices = [
  { name: 'channel', options: channels, emptyLabel: filterTexts.allChannels },
  { name: 'state', options: states, emptyLabel: filterTexts.allStates },
  { name: 'kind', options: kinds, emptyLabel: filterTexts.allKinds },
] as const

type MessageFiltersProps = { filter: MessageFilter; onFilter: (filter: MessageFilter) => void }

function MessageFilters({ filter, onFilter }: MessageFiltersProps) {
  const change = (name: keyof MessageFilter) => (value: string) => onFilter({ ...filter, [name]: value })
  return (
    <search className="mb-4 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-[10rem_10rem_14rem_1fr]">
      {choices.map(({ name, ...choice }) => (
        <Select
          key={name}
          {...choice}
          label={filterTexts[name]}
          value={filter[name]}
          onChange={change(name)}
        />
      ))}
      <TypedSearchInput
        aria-label={filterTexts.booking}
        placeholder={filterTexts.bookingExample}
        maxLength={36}
        value={filter.booking}
        onText={change('booking')}
      />
    </search>
  )
}

function MessageCounts({ onChoose }: { onChoose: (channel: string, state: string) => void }) {
  const mayOperate = useMay('operator')
  const { data, loading, mutate } = useMessageCounts()
  const pauses = usePauses()
  function refetch() {
    void mutate()
    void pauses.mutate()
  }
  useFollow(refetch)
  if (loading) return <Skeleton className="mb-6 h-40 sm:h-28" />
  if (!data) return null
  const pausedOf = (channel: string) => pauses.data?.find(({ name }) => name === channel)
  const countOf = (channel: string, state: string) =>
    data.counts.find((one) => one.channel === channel && one.state === state)?.count ?? 0
  return (
    <section aria-label={countsTexts.label} className="mb-6 grid grid-cols-1 gap-3 lg:grid-cols-2">
      {Object.entries(channelNames).map(([channel, name]) => (
        <div key={channel} className="rounded-xl border bg-surface p-4 shadow-card">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <h2 className="font-semibold">{name}</h2>
            {mayOperate && (
              <PauseControl name={channel} what={name} paused={pausedOf(channel)} onChange={refetch} />
            )}
          </div>
          <ChannelNote
            paused={pausedOf(channel)}
            lacksProvider={data.withoutProvider.some((one) => one === channel)}
          />
          <ul className="mt-2 -ml-3 flex flex-wrap gap-x-1 gap-y-1">
            {Object.entries(stateStyles).map(([state, { label }]) => (
              <li key={state}>
                <button
                  type="button"
                  className="grid min-h-11 min-w-20 content-center rounded-lg px-3 py-1.5 text-left hover:bg-sunken"
                  onClick={() => onChoose(channel, state)}
                >
                  <span
                    className={cn(
                      'font-semibold text-lg tabular-nums',
                      ['dead', 'failing'].includes(state) && countOf(channel, state) > 0 && 'text-error',
                    )}
                  >
                    {countText(countOf(channel, state))}
                  </span>
                  <span className="text-ink-soft text-xs">{label}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className="text-ink-soft text-xs lg:col-span-2">
        {countsTexts.period}
        {data.isMore && ` ${countsTexts.areMore}`}
      </p>
    </section>
  )
}

function ChannelNote({ paused, lacksProvider }: { paused: PauseView | undefined; lacksProvider: boolean }) {
  return (
    <>
      {paused && <PausedNote paused={paused} />}
      {lacksProvider && <p className="mt-1 text-error text-sm">{countsTexts.withoutProvider}</p>}
    </>
  )
}

type MessageRowsProps = {
  rows: readonly MessageRowView[]
  onOpen: (row: MessageRowView) => void
  onChange: () => void
}

function MessageRows({ rows, onOpen, onChange }: MessageRowsProps) {
  return (
    <RowTable label={listTexts.label} heads={[...Object.values(listTexts.heads), '']}>
      {rows.map((row) => (
        <MessageRow key={row.id} row={row} onOpen={onOpen} onChange={onChange} />
      ))}
    </RowTable>
  )
}

type MessageRowProps = Omit<MessageRowsProps, 'rows'> & { row: MessageRowView }

function MessageRow({ row, onOpen, onChange }: MessageRowProps) {
  const mayOperate = useMay('operator')
  const { kind, channel, state, attempts, createdAt, sentAt, position, to, error } = row
  return (
    <Row>
      <Cell>
        <span className="font-semibold">{kindText(kind)}</span>
        <span className="ml-2 text-ink-soft text-xs md:ml-0 md:block">{channelNames[channel]}</span>
      </Cell>
      <Cell label={listTexts.heads.to} className="md:min-w-36">
        {to ?? listTexts.noAddress}
      </Cell>
      <Cell>
        <StyledBadge {...stateStyles[state]} />
        {error && state !== 'sent' && <p className="mt-1 text-ink-soft text-xs">{error.split('\n')[0]}</p>}
      </Cell>
      <NumberCell label={listTexts.heads.attempts}>{countText(attempts)}</NumberCell>
      <Cell
        label={listTexts.heads.created}
        className="text-ink-soft text-xs tabular-nums xl:whitespace-nowrap"
      >
        {instantText(createdAt)}
      </Cell>
      <Cell
        label={sentAt ? listTexts.heads.sent : ''}
        className="text-ink-soft text-xs tabular-nums xl:whitespace-nowrap"
      >
        {sentAt && instantText(sentAt)}
      </Cell>
      <Cell label={position ? listTexts.heads.event : ''}>
        {position !== null && <EventLink position={position} />}
      </Cell>
      <Cell className="md:text-right">
        <span className="inline-flex flex-wrap gap-2 md:justify-end">
          {mayOperate && (state === 'dead' || state === 'failing') && (
            <RetryButton row={row} onChange={onChange} />
          )}
          {mayOperate && (
            <Button variant="outline" size="sm" onClick={() => onOpen(row)}>
              {listTexts.open}
              <span className="sr-only">{listTexts.messageTo(kindText(kind), to ?? '')}</span>
            </Button>
          )}
        </span>
      </Cell>
    </Row>
  )
}

function RetryButton({ row: { id, to, channel }, onChange }: Omit<MessageRowProps, 'onOpen'>) {
  const { run, busy } = useCommand({
    ...texts.command,
    send: () => retryMessage(id),
    done: onChange,
    onFailure: onChange,
  })
  return (
    <ConfirmButton size="sm" {...texts.question(to, channelNames[channel])} loading={busy} onConfirm={run}>
      {texts.label}
    </ConfirmButton>
  )
}

/** '' does not filter */
type MessageFilter = { channel: string; state: string; kind: string; booking: string }

function useMessages(filter: MessageFilter) {
  return usePages('/api/operations/messages', { ...filter, limit: 30 })
}

function useMessageCounts() {
  return useResource('/api/operations/messages/counts')
}

function retryMessage(id: string) {
  return call('POST', '/api/operations/messages/:id/retry', { params: { id } })
}

function MessageDialog({ row, onClose }: { row: MessageRowView; onClose: () => void }) {
  const [opened, setOpened] = useState<OpenedMessageView | null>(null)
  const { kind, channel, to } = row
  const isSecret = row.position === null

  const { run, busy } = useDialogCommand({
    send: () => openMessage(row.id),
    done: setOpened,
    failed: openMessageTexts.failed,
  })

  return (
    <Dialog
      onClose={onClose}
      title={kindText(kind)}
      description={messageTexts.description(channelNames[channel], to)}
      className="sm:max-w-3xl"
    >
      {opened ? (
        <Opened opened={opened} />
      ) : isSecret ? (
        <p>{hiddenTexts.secret}</p>
      ) : (
        <div className="grid justify-items-start gap-4">
          <p>{openMessageTexts.note}</p>
          <Button loading={busy} onClick={() => void run()}>
            {openMessageTexts.label}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Opened({ opened: { content, hidden } }: { opened: OpenedMessageView }) {
  if (!content) return <p>{hiddenTexts[hidden ?? 'not-sent']}</p>
  const { subject, text, html, source } = content
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-ink-soft text-xs">
        {source === 'stored' ? messageTexts.sources.stored : messageTexts.sources.madeAgain}
      </p>
      {subject && <p className="font-semibold [overflow-wrap:anywhere]">{subject}</p>}
      <div className={html ? 'grid grid-cols-1 gap-4 sm:grid-cols-2' : ''}>
        {html && (
          // no scripts, no forms, no navigation, and the page's policy: nothing is loaded from elsewhere
          <iframe
            title={messageTexts.html}
            sandbox=""
            srcDoc={html}
            className="h-[32rem] w-full rounded-lg border bg-white"
          />
        )}
        <pre className="whitespace-pre-wrap rounded-lg bg-sunken p-4 text-sm [overflow-wrap:anywhere]">
          {text}
        </pre>
      </div>
    </div>
  )
}

/** A message as it was sent. Each call is in the audit trail. */
function openMessage(id: string) {
  return call('POST', '/api/operations/messages/:id/open', { params: { id } })
}
