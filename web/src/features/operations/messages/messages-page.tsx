import { notificationKinds } from '@jaanch/booking/notifications/kinds'
import type { MessageRowView } from '@jaanch/operations/outbox/api'
import { MailOpen } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
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
import { EmptyState } from '@/ui/empty-state'
import { Cell, NumberCell, Row } from '@/ui/row-table'
import { TypedSearchInput } from '@/ui/search-input'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import { EventLink, PagedRows, PauseControl, PausedNote, useFollow, usePauses } from '../parts'
import { MessageDialog } from './message-dialog'
import { channelNames, kindText, stateStyles, texts } from './texts'

/** '' does not filter */
const noFilter = { channel: '', state: '', kind: '', booking: '' }

type MessageFilter = typeof noFilter

export function MessagesPage() {
  const [filter, setFilter] = useAddressState(noFilter)
  const [opened, setOpened] = useState<MessageRowView | null>(null)
  const booking = bookingId(filter.booking)
  const list = usePages('/api/operations/messages', { ...filter, booking, limit: 30 })
  return (
    <>
      <MessageCounts onChoose={(channel, state) => setFilter({ ...noFilter, channel, state })} />
      <MessageFilters filter={filter} onFilter={setFilter} />
      <PagedRows
        list={list}
        label={texts.list.label}
        heads={[...Object.values(texts.list.heads), '']}
        skeletons={{ count: 6, itemClassName: 'h-40 md:h-14' }}
        empty={
          <EmptyState
            icon={MailOpen}
            title={texts.list.none}
            onClear={() => setFilter(noFilter)}
            text={texts.list.noneText}
          />
        }
        more={texts.list.older}
      >
        {(row) => <MessageRow row={row} onOpen={setOpened} onChange={() => void list.mutate()} />}
      </PagedRows>
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
  { name: 'channel', options: channels, emptyLabel: texts.filters.allChannels },
  { name: 'state', options: states, emptyLabel: texts.filters.allStates },
  { name: 'kind', options: kinds, emptyLabel: texts.filters.allKinds },
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
          label={texts.filters[name]}
          value={filter[name]}
          onChange={change(name)}
        />
      ))}
      <TypedSearchInput
        aria-label={texts.filters.booking}
        placeholder={texts.filters.bookingExample}
        maxLength={36}
        value={filter.booking}
        onText={change('booking')}
      />
    </search>
  )
}

function MessageCounts({ onChoose }: { onChoose: (channel: string, state: string) => void }) {
  const mayOperate = useMay('operator')
  const { data, loading, mutate } = useResource('/api/operations/messages/counts')
  const pauses = usePauses()
  function refetch() {
    void mutate()
    void pauses.mutate()
  }
  useFollow(refetch)
  if (loading) return <Skeleton className="mb-6 h-40 sm:h-28" />
  if (!data) return null
  const countOf = (channel: string, state: string) =>
    data.counts.find((one) => one.channel === channel && one.state === state)?.count ?? 0
  return (
    <section aria-label={texts.counts.label} className="mb-6 grid grid-cols-1 gap-3 lg:grid-cols-2">
      {Object.entries(channelNames).map(([channel, name]) => (
        <div key={channel} className="rounded-xl border bg-surface p-4 shadow-card">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <h2 className="font-semibold">{name}</h2>
            {mayOperate && (
              <PauseControl name={channel} what={name} paused={pauses.of(channel)} onChange={refetch} />
            )}
          </div>
          <PausedNote paused={pauses.of(channel)} />
          {data.withoutProvider.some((one) => one === channel) && (
            <p className="mt-1 text-error text-sm">{texts.counts.withoutProvider}</p>
          )}
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
        {texts.counts.period}
        {data.isMore && ` ${texts.counts.areMore}`}
      </p>
    </section>
  )
}

type MessageRowProps = {
  row: MessageRowView
  onOpen: (row: MessageRowView) => void
  onChange: () => void
}

function MessageRow({ row, onOpen, onChange }: MessageRowProps) {
  const mayOperate = useMay('operator')
  const { kind, channel, state, attempts, createdAt, sentAt, position, to, error } = row
  return (
    <Row>
      <Cell>
        <span className="font-semibold">{kindText(kind)}</span>
        <span className="ml-2 text-ink-soft text-xs md:ml-0 md:block">{channelNames[channel]}</span>
      </Cell>
      <Cell label={texts.list.heads.to} className="md:min-w-36">
        {to ?? texts.list.noAddress}
      </Cell>
      <Cell>
        <StyledBadge {...stateStyles[state]} />
        {error && state !== 'sent' && <p className="mt-1 text-ink-soft text-xs">{error.split('\n')[0]}</p>}
      </Cell>
      <NumberCell label={texts.list.heads.attempts}>{countText(attempts)}</NumberCell>
      <Cell
        label={texts.list.heads.created}
        className="text-ink-soft text-xs tabular-nums xl:whitespace-nowrap"
      >
        {instantText(createdAt)}
      </Cell>
      <Cell
        label={sentAt ? texts.list.heads.sent : ''}
        className="text-ink-soft text-xs tabular-nums xl:whitespace-nowrap"
      >
        {sentAt && instantText(sentAt)}
      </Cell>
      <Cell label={position ? texts.list.heads.event : ''}>
        {position !== null && <EventLink position={position} />}
      </Cell>
      <Cell className="md:text-right">
        <span className="inline-flex flex-wrap gap-2 md:justify-end">
          {mayOperate && (state === 'dead' || state === 'failing') && (
            <RetryButton row={row} onChange={onChange} />
          )}
          {mayOperate && (
            <Button variant="outline" size="sm" onClick={() => onOpen(row)}>
              {texts.list.open}
              <span className="sr-only">{texts.list.messageTo(kindText(kind), to ?? '')}</span>
            </Button>
          )}
        </span>
      </Cell>
    </Row>
  )
}

function RetryButton({ row: { id, to, channel }, onChange }: Omit<MessageRowProps, 'onOpen'>) {
  const { run, busy } = useCommand({
    ...texts.retry.command,
    send: () => call('POST', '/api/operations/messages/:id/retry', { params: { id } }),
    done: onChange,
    onFailure: onChange,
  })
  return (
    <ConfirmButton
      size="sm"
      {...texts.retry.question(to, channelNames[channel])}
      loading={busy}
      onConfirm={run}
    >
      {texts.retry.label}
    </ConfirmButton>
  )
}
