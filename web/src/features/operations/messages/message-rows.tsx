import type { MessageRowView } from '@jaanch/contracts/http/operations/messages'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { retryMessage } from '@/lib/resources/operations/messages'
import { StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { EventLink } from '../event-link'
import { channelNames, kindText, stateStyles, retryMessageTexts as texts } from './message-texts'

type MessageRowsProps = {
  rows: readonly MessageRowView[]
  onOpen: (row: MessageRowView) => void
  onChange: () => void
}

export function MessageRows({ rows, onOpen, onChange }: MessageRowsProps) {
  return (
    <RowTable label="Messages" heads={['Message', 'To', 'State', 'Attempts', 'Created', 'Sent', 'Event', '']}>
      {rows.map((row) => (
        <MessageRow key={row.id} row={row} onOpen={onOpen} onChange={onChange} />
      ))}
    </RowTable>
  )
}

type MessageRowProps = Omit<MessageRowsProps, 'rows'> & { row: MessageRowView }

function MessageRow({ row, onOpen, onChange }: MessageRowProps) {
  const { kind, channel, state, attempts, createdAt, sentAt, position, to, error } = row
  return (
    <Row>
      <Cell>
        <span className="font-semibold">{kindText(kind)}</span>
        <span className="ml-2 text-ink-soft text-xs md:ml-0 md:block">{channelNames[channel]}</span>
      </Cell>
      <Cell label="To" className="md:min-w-36">
        {to ?? 'No address'}
      </Cell>
      <Cell>
        <StyledBadge {...stateStyles[state]} />
        {error && state !== 'sent' && <p className="mt-1 text-ink-soft text-xs">{error.split('\n')[0]}</p>}
      </Cell>
      <Cell label="Attempts" className="tabular-nums">
        {countText(attempts)}
      </Cell>
      <Cell label="Created" className="text-ink-soft text-xs tabular-nums xl:whitespace-nowrap">
        {instantText(createdAt)}
      </Cell>
      <Cell label={sentAt ? 'Sent' : ''} className="text-ink-soft text-xs tabular-nums xl:whitespace-nowrap">
        {sentAt && instantText(sentAt)}
      </Cell>
      <Cell label={position ? 'Event' : ''}>{position !== null && <EventLink position={position} />}</Cell>
      <Cell className="md:text-right">
        <span className="inline-flex flex-wrap gap-2 md:justify-end">
          {(state === 'dead' || state === 'failing') && <RetryButton row={row} onChange={onChange} />}
          <Button variant="outline" size="sm" onClick={() => onOpen(row)}>
            Open
            <span className="sr-only">
              {kindText(kind)} to {to}
            </span>
          </Button>
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
