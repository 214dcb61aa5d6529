import type { BookingDetail } from '@jaanch/contracts/http/booking-view'
import { instantText } from '@/lib/format/dates'
import { custodyNotes as texts } from './late-texts'

/** What collectors and the lab wrote about the samples of a booking. Nothing where they wrote nothing. */
export function CustodyNotes({ notes = [] }: { notes?: BookingDetail['custodyNotes'] }) {
  if (notes.length === 0) return null
  return (
    <section className="rounded-xl border px-4 py-3">
      <h3 className="font-semibold">{texts.title}</h3>
      <ul className="mt-1.5 grid gap-1.5">
        {notes.map(({ tube, text, at }) => (
          <li key={`${at} ${tube}`} className="[overflow-wrap:anywhere]">
            “{text}”{' '}
            <span className="text-ink-soft text-sm tabular-nums">{texts.about(tube, instantText(at))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
