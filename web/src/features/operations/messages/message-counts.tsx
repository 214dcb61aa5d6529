import { cn } from '@/lib/class-names'
import { countText } from '@/lib/format/numbers'
import { useMessageCounts } from '@/lib/resources/operations/messages'
import { Skeleton } from '@/ui/skeleton'
import { useFollow } from '../use-follow'
import { channelNames, stateStyles } from './message-texts'

type MessageCountsProps = { onChoose: (channel: string, state: string) => void }

/** Messages by channel and state; a number is a filter. */
export function MessageCounts({ onChoose }: MessageCountsProps) {
  const { data, loading, mutate } = useMessageCounts()
  useFollow(() => void mutate())
  if (loading) return <Skeleton className="mb-6 h-40 sm:h-28" />
  if (!data) return null
  const countOf = (channel: string, state: string) =>
    data.counts.find((one) => one.channel === channel && one.state === state)?.count ?? 0
  return (
    <section
      aria-label="Messages by channel and state"
      className="mb-6 grid grid-cols-1 gap-3 lg:grid-cols-2"
    >
      {Object.entries(channelNames).map(([channel, name]) => (
        <div key={channel} className="rounded-xl border bg-surface p-4 shadow-card">
          <h2 className="font-semibold">{name}</h2>
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
        Sent and skipped: those of the last 24 hours.
        {data.isMore && ' There are more than the 20,000 that were counted.'}
      </p>
    </section>
  )
}
