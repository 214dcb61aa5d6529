import type { EventRowView } from '@jaanch/contracts/http/operations/events'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { dateText, preciseTimeText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { actorText, streamText } from './event-texts'

type EventRowProps = { event: EventRowView; search: URLSearchParams }

/** A line that opens its event; on a phone two lines. Rows out of sight are not laid out. */
export const EventRow = memo(
  function EventRow({ event, search }: EventRowProps) {
    const { position, at, type, streamId, actor } = event
    const opening = new URLSearchParams(search)
    opening.set('event', String(position))
    return (
      <li className="border-b [contain-intrinsic-size:auto_44px] [content-visibility:auto] last:border-b-0 max-md:[contain-intrinsic-size:auto_64px]">
        <Link
          to={`?${opening}`}
          preventScrollReset
          className="grid min-h-16 grid-cols-[1fr_auto] content-center items-center gap-x-4 gap-y-0.5 px-4 py-2 -outline-offset-2 hover:bg-sunken md:min-h-11 md:grid-cols-[6rem_9.5rem_minmax(0,1.4fr)_minmax(0,1.2fr)_minmax(0,0.8fr)]"
        >
          <span className="text-ink-soft text-xs tabular-nums max-md:order-2 max-md:text-right">
            {countText(position)}
          </span>
          <span className="text-ink-soft text-xs tabular-nums max-md:order-4 max-md:text-right">
            <span className="max-md:hidden">{dateText(at).slice(0, -5)}, </span>
            {preciseTimeText(at)}
          </span>
          <span className="min-w-0 truncate font-semibold text-sm max-md:order-1">{type}</span>
          <span className="min-w-0 truncate text-ink-soft text-xs tabular-nums max-md:order-3">
            {streamText(streamId)}
            <span className="md:hidden"> · {actorText(actor)}</span>
          </span>
          <span className="truncate text-ink-soft text-xs max-md:hidden">{actorText(actor)}</span>
        </Link>
      </li>
    )
  },
  (before, after) => before.event === after.event && `${before.search}` === `${after.search}`,
)
